import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// `split`: makes several transactions of one.
struct Split {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    guard let word = context.arguments.operands.first,
      let id = try context.ids([.transaction], of: [word]).first
    else { return }
    let words = context.arguments.operands.dropFirst()
    let made: [Transaction]
    if let text = context.arguments.value("--into") {
      let count = try count(text)
      guard words.isEmpty else {
        throw Failure(
          .usage, "usage", "With --into the parts are equal, so that no amounts can be given.")
      }
      let store = try context.store(.readWrite)
      made = try context.attempt {
        try context.organizer(store).split(id, equally: count, dryRun: context.isDryRun)
      }
    } else {
      let shares = try shares(words)
      let store = try context.store(.readWrite)
      made = try context.attempt {
        try context.organizer(store).split(id, into: shares, dryRun: context.isDryRun)
      }
    }
    if context.isJSON { return try context.output.write(.array(made.map(\.json))) }
    try context.output.line(context.isDryRun ? "would split \(id) into:" : "split \(id) into:")
    for line in RecordLines(context).transactions(made) { try context.output.line(line) }
  }

  private static let hint = "Write it like: mm-organize split t7 40 food -- 80 tea"

  /// A part before, between and behind each `--`: its amount, then its tags.
  private func shares(_ words: ArraySlice<String>) throws(Failure) -> [Share] {
    let groups = words.split(separator: "--", omittingEmptySubsequences: false)
    guard groups.count > 1 else {
      throw Failure(
        .usage, "usage",
        "Something is missing: this command takes an ID and parts with -- between.",
        hint: Split.hint)
    }
    let given = GivenFields(context: context)
    return try groups.map { group throws(Failure) in
      guard let amount = group.first else {
        throw Failure(
          .usage, "usage", "A part is empty: before, between and behind each -- stands an amount.",
          hint: Split.hint)
      }
      return Share(
        amount: amount,
        tags: try group.dropFirst().map { word throws(Failure) in
          try given.newTag(word.hasPrefix("+") ? word.dropFirst() : word[...])
        })
    }
  }

  private func count(_ text: String) throws(Failure) -> Int {
    guard let count = Int(text), (2...1_000).contains(count) else {
      throw Failure(
        .usage, "usage", "'\(text.visible)' is not how many parts there can be: 2 to 1000.")
    }
    return count
  }
}

/// `merge`: makes one transaction of several.
struct Merge {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.transaction)
    guard ids.count > 1 else {
      throw Failure(
        .usage, "usage", "One transaction cannot be merged. Name the others too.",
        hint: "Write it like: mm-organize merge t7 t8")
    }
    let store = try context.store(.readWrite)
    let made = try context.attempt {
      try context.organizer(store).merge(ids, dryRun: context.isDryRun)
    }
    if context.isJSON { return try context.output.write(.array([made.json])) }
    let list = ids.map(\.description).joined(separator: ", ")
    try context.output.line(context.isDryRun ? "would merge \(list) into:" : "merged \(list) into:")
    for line in RecordLines(context).transactions([made]) { try context.output.line(line) }
  }
}

extension SplitRefusal {
  /// A stable word for scripts.
  var code: String {
    switch cause {
    case .nothing, .onePart, .zero, .sign, .tooMany: "part"
    case .currency: "mixed-currencies"
    case .sum: "sum"
    }
  }
}

extension MergeRefusal {
  /// A stable word for scripts.
  var code: String {
    switch cause {
    case .one: "one"
    case .currencies: "mixed-currencies"
    case .types: "mixed-types"
    case .refunds: "refund"
    case .tooLarge: "amount-too-large"
    }
  }
}
