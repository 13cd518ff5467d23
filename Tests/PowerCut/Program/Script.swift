import TestSupport

/// What happens in the virtual machine, the same in each run: memos of all kinds arrive one by one and in bursts, while the
/// daemon runs, while it does not, and while it is killed.
struct Script {
  private(set) var steps: [Step] = []
  /// The same for the shell of the virtual machine, as calls of the functions in `guest`.
  private(set) var commands: [String] = ["start"]

  static let inboxes = ["inbox", "second"]

  init() {
    let lunch = memo(frames: 9000, cents: 120_00)
    untilTaken(lunch)
    let coffee = memo(frames: 700, cents: nil)
    untilTaken(coffee)
    untilTaken(memo(frames: 21_000, cents: 240_50, in: "second"))
    untilTaken(memo(frames: 5000, cents: 33_00, care: .hasty))
    untilTaken(memo(frames: 5000, cents: 34_00, care: .hasty, in: "second"))
    commands.append("organize q1")
    untilTaken(setAside(Array("no sound, but words enough to be sure of it\n".utf8), "not-audio"))
    untilTaken(setAside(steps[lunch - 1].recording, "duplicate"))
    untilTaken(revise(coffee, cents: 75_00))
    untilTaken(
      setAside(Wave.tone(frames: 800, seed: 90), "sidecar-invalid", sidecar: #"{ "amount": 12"#))
    for index in 0..<6 { burst(index) }
    untilTaken(Array(steps.count - 5...steps.count))
    commands.append("stop")
    for index in 6..<12 { burst(index) }
    commands.append("start")
    untilTaken(Array(steps.count - 5...steps.count))
    for index in 12..<18 { burst(index) }
    commands += ["crash", "start"]
    untilTaken(Array(steps.count - 5...steps.count))
    commands += ["organize q3", "stop"]
  }

  private mutating func burst(_ index: Int) {
    _ = memo(
      frames: 300 + index * 700, cents: index % 4 == 3 ? nil : Int64(1000 + index),
      care: index % 3 == 2 ? .hasty : .synchronized, in: Script.inboxes[index % 2])
  }

  private mutating func memo(
    frames: Int, cents: Int64?, care: Step.Care = .synchronized, in inbox: String = "inbox"
  ) -> Int {
    let sidecar = cents.map { Script.sidecar(cents: $0) }
    let recording = Wave.tone(frames: frames, seed: UInt64(steps.count + 1))
    return add(recording, sidecar, in: inbox, care, .recorded(cents: cents))
  }

  private mutating func setAside(
    _ recording: [UInt8], _ code: String, sidecar: String? = nil
  ) -> Int {
    add(recording, sidecar, in: "inbox", .synchronized, .setAside(code))
  }

  private mutating func revise(_ step: Int, cents: Int64) -> Int {
    add(
      [], Script.sidecar(cents: cents), in: steps[step - 1].inbox, .synchronized,
      .revises(step: step, cents: cents), name: steps[step - 1].name)
  }

  private mutating func add(
    _ recording: [UInt8], _ sidecar: String?, in inbox: String, _ care: Step.Care, _ end: Step.End,
    name: String? = nil
  ) -> Int {
    let number = steps.count + 1
    let step = Step(
      number: number, inbox: inbox, name: name ?? "memo-\(number).wav", recording: recording,
      sidecar: sidecar, care: care, end: end)
    steps.append(step)
    let names = step.files.map(\.name).joined(separator: " ")
    commands.append("drop \(number) \(care) \(inbox) \(names)")
    return number
  }

  /// Until the daemon has taken them.
  private mutating func untilTaken(_ step: Int) { untilTaken([step]) }

  private mutating func untilTaken(_ numbers: [Int]) {
    for number in numbers {
      let step = steps[number - 1]
      commands.append(
        "await \(number) \(step.inbox) \(step.files.map(\.name).joined(separator: " "))")
    }
  }

  private static func sidecar(cents: Int64) -> String {
    let rest = cents % 100
    return #"{ "amount": "\#(cents / 100).\#(rest < 10 ? "0" : "")\#(rest)", "currency": "TWD", "#
      + #""tags": ["tried"], "captured_at": "2026-11-30T12:34:56+08:00" }"#
  }
}
