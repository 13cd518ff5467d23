import Auditing
import CommandLineTool
import JSON
import Text

/// What `audit` and `verify` found, as they print it.
struct ProblemReport {
  let context: Context
  let problems: [Problem]
  let counts: JSONObject

  func json() -> JSONValue {
    [
      "ok": .bool(problems.isEmpty), "counts": .object(counts),
      "problems": .array(
        problems.map { problem in
          [
            "code": .string(problem.code.rawValue), "id": JSONValue(problem.id?.description),
            "path": JSONValue(problem.path), "message": .string(problem.message),
          ]
        }),
    ]
  }

  /// Two lines for each problem.
  func lines() -> [String] {
    problems.flatMap { problem in
      let subject = [problem.id?.description, problem.path?.visible].compactMap { $0 }
      let code = context.paint.colored(problem.code.rawValue, .red)
      return [
        ([code] + subject).joined(separator: "  "), "  \(problem.message.visible)",
      ]
    }
  }

  var status: ExitStatus { problems.isEmpty ? .done : .needsAttention }
}
