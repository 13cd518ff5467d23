import Records

extension RecordForm {
  /// What came of a text that was typed into a field.
  public enum Taken: Hashable, Sendable {
    /// It is in, and the field is left.
    case done
    /// It is in, and the field takes another: a tag.
    case stays
    /// Nothing was typed: the field is left as it is.
    case left
    /// To the field before.
    case back
  }

  /// A text that is not taken: why, and at which character that shows.
  public struct EntryRefusal: Error, Hashable, Sendable {
    /// A whole sentence.
    public let message: String
    /// From 1 on; nil where it is the whole that is wrong.
    public let position: Int?
  }

  /// Takes what was typed into a field; a refusal leaves the form as it was.
  public mutating func take(
    _ text: String, in entry: Entry
  ) throws(EntryRefusal) -> Taken {
    let text = text.trimmed
    if text.isEmpty { return .left }
    if text == "<" { return .back }
    var changed = self
    switch entry {
    case .amount: try changed.setAmount(text)
    case .tags: try changed.changeTags(text)
    case .date: try changed.setDate(text)
    case .place: try changed.setPlace(text)
    case .kind: try changed.setKind(text)
    case .note: changed.changes.note = text == "-" ? "" : text
    }
    changed.typed.insert(entry)
    self = changed
    return entry == .tags ? .stays : .done
  }

  private mutating func setAmount(_ text: String) throws(EntryRefusal) {
    changes.amount = text
    do throws(FieldRefusal) { _ = try applied(changes) } catch {
      let position =
        error.code == .ambiguousSeparator
        ? text.lastIndex { $0 == "." || $0 == "," }
          .map { text.distance(from: text.startIndex, to: $0) + 1 }
        : text.firstWrong(completing: "") { beginning in
          var changes = changes
          changes.amount = beginning
          return (try? applied(changes)) != nil
        }
      throw EntryRefusal(message: error.message, position: position)
    }
  }

  /// `food`, `+food`, `-food`, also several with commas between them.
  private mutating func changeTags(_ text: String) throws(EntryRefusal) {
    for part in tagParts(of: text) where !String(part).trimmed.isEmpty {
      let word = String(part).trimmed
      let start = text.distance(from: text.startIndex, to: part.startIndex) + 1
      let removes = word.hasPrefix("-")
      let tag: Tag
      do throws(Tag.Refusal) {
        tag = try Tag(removes || word.hasPrefix("+") ? word.dropFirst() : word[...])
      } catch { throw EntryRefusal(message: "'\(word)': \(error.description)", position: start) }
      if removes {
        guard fields.tags.contains(tag) else {
          throw EntryRefusal(message: "It has no tag '\(tag.name)' to remove.", position: start)
        }
        changes.addTags.removeAll { $0 == tag }
        if original.tags.contains(tag) { changes.removeTags.append(tag) }
      } else {
        changes.removeTags.removeAll { $0 == tag }
        if !fields.tags.contains(tag) { changes.addTags.append(tag) }
      }
    }
  }

  /// A tag with a comma is one of a sidecar, and is named as a whole to take it away.
  private func tagParts(of text: String) -> [Substring] {
    let isOwn = text.hasPrefix("-") && fields.tags.contains { $0 == (try? Tag(text.dropFirst())) }
    return isOwn ? [text[...]] : Tag.split(text)
  }

  /// A date, with a time or without, or a time alone, which is one of the day that stands there.
  private mutating func setDate(_ text: String) throws(EntryRefusal) {
    let reader = MomentReader(zone: rules.zone, now: now)
    let day = text.prefix(3).contains(":") ? moment : nil
    func read(_ text: String) throws(MomentReader.Unclear) -> MomentReader.Reading {
      if let day { try reader.read(clock: text, on: day) } else { try reader.read(text) }
    }
    let reading: MomentReader.Reading
    do throws(MomentReader.Unclear) {
      reading = try read(text)
    } catch {
      let template = day != nil ? "00:00:00" : "2000-01-01T00:00:00+00:00"
      throw EntryRefusal(
        message: "'\(text)': \(error.message)",
        position: text.firstWrong(completing: template) {
          (try? read($0)) != nil
        })
    }
    if let question = reading.question {
      throw EntryRefusal(message: "'\(text)': \(question)", position: nil)
    }
    changes.at = reading.moment
  }

  /// What is not typed of a place stays: the name beside coordinates, and these beside a name. After a dash nothing
  /// does.
  private mutating func setPlace(_ text: String) throws(EntryRefusal) {
    if text == "-" {
      changes.removesPlace = true
      changes.placeName = nil
      changes.coordinates = nil
      return
    }
    do throws(TypedPlace.Refusal) {
      let place = try TypedPlace(text)
      if let name = place.name { changes.placeName = name }
      if let coordinates = place.coordinates { changes.coordinates = coordinates }
    } catch {
      throw EntryRefusal(message: "'\(text)': \(error.message)", position: error.position)
    }
  }

  private mutating func setKind(_ text: String) throws(EntryRefusal) {
    let kinds = TransactionType.allCases.filter { $0.rawValue.hasPrefix(text.lowercased()) }
    guard let kind = kinds.first else {
      throw EntryRefusal(
        message: "'\(text)': The kind is 'income' or 'expense'; the first letter will do.",
        position: nil)
    }
    changes.type = kind
  }
}

extension String {
  var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace ?? false { rest.removeFirst() }
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    return String(rest)
  }

  /// The number of the first character up to which no text can be read any more, be it completed as the template goes on.
  fileprivate func firstWrong(
    completing template: String, _ isReadable: (String) -> Bool
  ) -> Int? {
    var last = 0
    for length in 1...Swift.max(1, count) {
      let beginning = String(prefix(length))
      if isReadable(beginning + template.dropFirst(length)) { last = length }
    }
    return last < count ? last + 1 : nil
  }
}
