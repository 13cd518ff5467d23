import CommandLineTool
import JSON
import Records
import Text

/// `status`: whether mm-ingestd runs, and how it fares.
struct Status {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let status = try DaemonStatus(context)
    if context.isJSON {
      guard var document = status.document else {
        return try context.output.write(["running": false])
      }
      document["running"] = true
      return try context.output.write(.object(document))
    }
    guard let document = status.document else {
      try context.output.line("mm-ingestd does not run for the store at \(context.paths.root).")
      return try context.output.line("Start it with 'mm-ingestd', or as a service.")
    }
    let process = document["pid"]?.integer.map { " as process \($0)" } ?? ""
    let since = document["started"]?.string.map { " since \($0)" } ?? ""
    try context.output.line("mm-ingestd runs\(process)\(since).")
    for inbox in status.inboxes {
      let reason = inbox["reason"]?.string.map { ": \($0.visible)" } ?? ""
      try context.output.line(
        "  \(inbox["path"]?.string?.visible ?? "")  \(inbox["watch"]?.string ?? "")\(reason)  \(inbox["waiting"]?.array?.count ?? 0) waiting"
      )
    }
    if let decoder = document["decoder"]?.object { try show(decoder: decoder) }
    if let counts = document["counts"]?.object {
      let parts = counts.members.compactMap { member in
        member.value.integer.flatMap { $0 > 0 ? "\($0) \(member.key)" : nil }
      }
      try context.output.line(
        "Since it started: \(parts.isEmpty ? "nothing came" : parts.joined(separator: ", ")).")
    }
    if let error = document["last_error"]?.string {
      try context.output.line(context.paint.colored("Last trouble: \(error.visible)", .red))
    }
  }

  /// `Recordings are decoded in full confinement.`, and what is missing where it is not full.
  private func show(decoder: JSONObject) throws(Failure) {
    let isRequired = decoder["required"]?.bool == true
    let level = decoder["confinement"]?.string.flatMap(ConfinementLevel.init(rawValue:))
    switch level {
    case nil: try context.output.line("No decoder has run yet.")
    case .full?: try context.output.line("Recordings are decoded in full confinement.")
    case .partial?, .none?:
      let how = level == .partial ? "in partial confinement" : "without confinement"
      try context.output.line(
        context.paint.colored(
          isRequired
            ? "Recordings wait: the decoder runs \(how), and full confinement is required."
            : "Recordings are decoded \(how).", .red))
    }
    for gap in decoder["gaps"]?.array?.compactMap(\.object) ?? [] {
      try context.output.line(
        "  \(gap["step"]?.string?.visible ?? ""): \(gap["message"]?.string?.visible ?? "")")
    }
  }
}
