import Records
import Text

/// The form as a text for an editor: a line for each field, several for tags and for the lines of a note, and comments.
/// Nothing in it is obeyed by an editor or a terminal, nor makes a line of its own: such characters stand as `\u{1b}`,
/// and a line that is left so means what it was.
public struct TextForm: Sendable {
  private let form: RecordForm
  private let decimalMark: DecimalMark

  /// What is wrong in a text that was edited: the number of the line, from 1 on, and a whole sentence.
  public struct Fault: Error, Hashable, Sendable {
    public let line: Int
    public let message: String
  }

  public init(_ form: RecordForm) {
    self.form = form
    decimalMark = form.rules.amounts.decimalMark
  }

  private static let comment = "#"

  /// As the record is now.
  public var text: String {
    let lines = values.flatMap { key, values in
      (values.isEmpty ? [""] : values).map { $0.isEmpty ? "\(key):" : "\(key): \($0.inLine)" }
    }
    return (comments + lines).joined(separator: "\n") + "\n"
  }

  private var comments: [String] {
    [
      "# \(form.id). Save and close, and what you changed is taken; change nothing, and nothing is done.",
      "# A line is a field. A tag has a line of its own, and so has each line of a note. Lines with # do not count.",
      "# A place is a name, latitude and longitude, or a name with these in brackets; what you take away, it has no more.",
    ]
      + form.review.map { note in
        "# ! \(note.field.entry?.rawValue ?? note.field.rawValue): \(note.message.inLine)"
          + (note.text.map { " (\($0.inLine))" } ?? "")
      } + [""]
  }

  /// In the order of the form; no value where there is none.
  private var values: [(key: String, values: [String])] {
    let fields = form.fields
    return [
      ("amount", [fields.amount?.text(decimalMark)].compactMap { $0 }),
      ("tag", fields.tags.map(\.name)),
      ("date", [form.moment?.description].compactMap { $0 }),
      ("place", fields.place.map { [$0.typed] } ?? []),
      ("kind", [fields.type?.rawValue].compactMap { $0 }),
      ("note", fields.note.map { $0.lines } ?? []),
    ]
  }

  /// The form with what was changed in the text; what is as it was is not touched.
  public func read(_ edited: String) throws(Fault) -> RecordForm {
    var given: [String: [(line: Int, value: String)]] = [:]
    for (index, whole) in edited.lines.enumerated() {
      // Of an editor that ends lines so; in a value it would stand as an escape.
      let line = whole.unicodeScalars.last == "\r" ? String(whole.unicodeScalars.dropLast()) : whole
      guard !line.hasPrefix(TextForm.comment), !line.trimmed.isEmpty else { continue }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(parts[0]).trimmed.lowercased()
      guard parts.count == 2, values.contains(where: { $0.key == key }) else {
        throw Fault(
          line: index + 1,
          message:
            "A line begins with one of \(values.map { $0.key + ":" }.joined(separator: " ")).")
      }
      let value = String(parts[1].first == " " ? parts[1].dropFirst() : parts[1])
      if !given[key, default: []].isEmpty, key != "tag", key != "note" {
        throw Fault(line: index + 1, message: "There is a line '\(key):' already.")
      }
      given[key, default: []].append((index + 1, value))
    }
    var changed = form
    for (key, before) in values {
      let now = try TextForm.meant(given[key] ?? [], before)
      let lines = now.map(\.value)
      if lines == before || (before.isEmpty && lines.allSatisfy { $0.trimmed.isEmpty }) { continue }
      try changed.set(key, now, edited.lines.count)
    }
    return changed
  }

  /// The lines of a key, with what they were before in the place of what stands for it.
  private static func meant(
    _ given: [(line: Int, value: String)], _ before: [String]
  ) throws(Fault) -> [(line: Int, value: String)] {
    var left = before.filter { $0.inLine != $0 }
    guard !left.isEmpty else { return given }
    return try given.map { line, value throws(Fault) in
      if let index = left.firstIndex(where: { $0.inLine == value }) {
        return (line, left.remove(at: index))
      }
      guard !before.contains(value), value.contains("\\u{") else { return (line, value) }
      throw Fault(
        line: line,
        message:
          "What stands here as \\u{…} is a character that cannot be typed: take it away, or leave the line as it was."
      )
    }
  }

  /// The text with a comment above the line that is wrong, in the place of earlier ones.
  public static func text(_ edited: String, marking fault: Fault) -> String {
    var lines = edited.lines
    if lines.last == "" { lines.removeLast() }
    let at = min(max(fault.line - 1, 0), lines.count)
    lines.insert(mark + fault.message.inLine, at: at)
    return lines.enumerated().filter { $0.offset == at || !$0.element.hasPrefix(mark) }
      .map(\.element).joined(separator: "\n") + "\n"
  }

  private static let mark = "#!! "
}

extension RecordForm {
  /// What the lines of a key say, of which `count` is the number of the last one that the text has.
  fileprivate mutating func set(
    _ key: String, _ lines: [(line: Int, value: String)], _ count: Int
  ) throws(TextForm.Fault) {
    let line = lines.first?.line ?? count
    switch key {
    case "tag": try setTags(lines)
    case "note":
      changes.note = lines.map(\.value).joined(separator: "\n")
      if lines.allSatisfy({ $0.value.trimmed.isEmpty }) { changes.note = "" }
      typed.insert(.note)
    default:
      guard let entry = Entry(rawValue: key) else { return }
      var value = lines.first?.value.trimmed ?? ""
      if entry == .place {
        // The line says all of it.
        changes.removesPlace = true
        changes.placeName = nil
        changes.coordinates = nil
        if value.isEmpty { value = "-" }
      }
      guard !value.isEmpty, value != "<" else {
        throw TextForm.Fault(
          line: line, message: "The \(key) can be changed, and not be taken away.")
      }
      do throws(EntryRefusal) { _ = try take(value, in: entry) } catch {
        throw TextForm.Fault(
          line: line,
          message: error.message + (error.position.map { " (at character \($0))" } ?? ""))
      }
    }
  }

  private mutating func setTags(_ lines: [(line: Int, value: String)]) throws(TextForm.Fault) {
    var tags: [Tag] = []
    for (line, value) in lines where !value.trimmed.isEmpty {
      // A name that was there stays, whatever is in it; commas separate new ones.
      if let known = original.tags.first(where: { $0.name == value }) {
        tags.append(known)
        continue
      }
      for part in Tag.split(value) {
        do throws(Tag.Refusal) { tags.append(try Tag(part)) } catch {
          throw TextForm.Fault(line: line, message: "'\(part)': \(error.description)")
        }
      }
    }
    changes.removeTags = original.tags.filter { !tags.contains($0) }
    changes.addTags = tags.withoutRepeats.filter { !original.tags.contains($0) }
    typed.insert(.tags)
  }
}

extension Place {
  /// As `TypedPlace` reads it.
  fileprivate var typed: String {
    let pair = coordinates.map { "\($0.latitude), \($0.longitude)" }
    guard let name else { return pair.map { "(\($0))" } ?? "" }
    return name + (pair.map { " (\($0))" } ?? "")
  }
}

extension String {
  /// By line feeds alone; an empty text is one empty line.
  fileprivate var lines: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      String(String.UnicodeScalarView($0))
    }
  }

  /// As it stands in a line of the text. A tab is what it is.
  fileprivate var inLine: String {
    split(separator: "\t", omittingEmptySubsequences: false).map(\.visible).joined(separator: "\t")
  }
}
