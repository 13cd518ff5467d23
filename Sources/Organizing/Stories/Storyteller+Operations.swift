import Records
import Storage

/// What the journal tells: each operation with what it changed.
extension Storyteller {
  /// `outcomes` are those that may tell the names of what an operation of the daemon took.
  func events(
    of operation: Operation, _ outcomes: [Outcome]
  ) throws(StoreError) -> [StoryEvent] {
    var steps: [JournaledStep] = []
    for record in try reader.records(changedBy: operation) {
      steps += try reader.steps(of: record).filter { $0.operation.number == operation.number }
    }
    let ends = outcomes.filter { $0.at == operation.at && operation.program == .ingest }
    switch operation.kind {
    case .capture:
      return steps.of(.quickRecord).map { step in
        event(operation, operation.program == .ingest ? .recorded : .added, step, ends) {
          "Added \(step.record)."
        }
      }
    case .revise:
      return steps.of(.quickRecord).map { step in
        event(operation, .revised, step, ends) { "Changed \(step.record)." }
      } + (try setAside(steps, operation, ends))
    case .setAside: return try setAside(steps, operation, ends)
    case .organize: return try organized(steps, operation)
    case .edit:
      return steps.map { step in
        event(operation, .edited, step) { "Changed \(step.record)." }
      }
    case .reopen:
      return steps.of(.quickRecord).map { step in
        event(operation, .reopened, step) { "Made \(step.record) open again." }
      }
        + steps.of(.transaction).filter { $0.before?.isDeleted == false }.map { step in
          event(operation, .deleted, step) { "Deleted \(step.record)." }
        }
    case .split: return divided(steps, operation)
    case .merge: return merged(steps, operation)
    case .delete:
      return steps.map { step in
        event(operation, .deleted, step) { "Deleted \(step.record)." }
      }
    case .restore:
      // A whole takes the parts in that were deleted.
      return steps.map { step in
        step.after.isDeleted
          ? put(step, operation)
          : event(operation, .restored, step) { "Brought \(step.record) back." }
      }
    case .retry:
      return steps.map { step in
        event(operation, .retried, step) {
          operation.program == .ingest
            ? "Judged the files of \(step.record) again, where they lie."
            : "Gave \(step.record) back to its inbox."
        }
      }
    case .drop:
      return steps.map { step in
        event(operation, .dropped, step) { "Let \(step.record) go." }
      }
    case .purge:
      // What named a purged record and names it no more was not purged itself.
      var events: [StoryEvent] = []
      for record in steps.map(\.record)
      where try reader.purge(of: record)?.number == operation.number {
        events.append(purged(record, by: operation))
      }
      return events
    case .fix: return cured(steps, operation, .fixed, "Cured")
    case .accept: return cured(steps, operation, .accepted, "Accepted")
    case .undo: return try steppedOver(steps, operation, .undone, "Took back")
    case .redo: return try steppedOver(steps, operation, .redone, "Returned")
    }
  }

  func purged(_ id: RecordID, by operation: Operation) -> StoryEvent {
    StoryEvent(
      at: operation.at, .purged, by: operation.program, record: id,
      message: "Purged \(id): nothing else is left of it.")
  }

  /// One event for each item that was set aside, or that a late sidecar joined.
  private func setAside(
    _ steps: [JournaledStep], _ operation: Operation, _ ends: [Outcome]
  ) throws(StoreError) -> [StoryEvent] {
    var events: [StoryEvent] = []
    for step in steps.of(.quarantine) {
      guard let item = try reader.quarantineItem(step.record) else { continue }
      let known = step.before?.names.count ?? 0
      let names = step.after.names.dropFirst(known).map(\.description).joined(separator: ", ")
      var told = event(operation, item.code == .duplicate ? .duplicate : .quarantined, step) {
        known == 0
          ? "Set \(names) aside as \(step.record). \(item.message)"
          : "\(names) joined \(step.record)."
      }
      told.code = item.code.rawValue
      events.append(told)
    }
    return events
  }

  /// What a transaction has that its quick record had not.
  private func organized(
    _ steps: [JournaledStep], _ operation: Operation
  ) throws(StoreError) -> [StoryEvent] {
    let captured = steps.of(.quickRecord)
    var events: [StoryEvent] = []
    for step in steps.of(.transaction) {
      let own = captured.filter { step.after.quickRecords.contains($0.record) }
      var basis = own.count == 1 ? own[0].before : nil
      // These belong to the capture alone.
      basis?.audio = nil
      basis?.sidecars = []
      basis?.review = []
      basis?.writerID = nil
      let names = own.map(\.record.description).joined(separator: ", ")
      events.append(
        StoryEvent(
          at: operation.at, .organized, by: operation.program, record: step.record,
          message: "Organised \(names) as \(step.record).",
          changes: StoryChange.between(basis, step.after)))
    }
    return events
  }

  /// The whole, and what each part has that the whole had not.
  private func divided(_ steps: [JournaledStep], _ operation: Operation) -> [StoryEvent] {
    let parts = steps.filter { $0.before == nil }
    return steps.map { step in
      guard step.before == nil else {
        return event(operation, .split, step) {
          "Split \(step.record) into \(parts.map(\.record.description).joined(separator: ", "))."
        }
      }
      let whole = steps.first { $0.record == step.after.partOf }?.before
      let changes = StoryChange.between(whole, step.after).filter {
        $0.field != "part_of" && $0.field != "deleted"
      }
      return StoryEvent(
        at: operation.at, .split, by: operation.program, record: step.record,
        message:
          "Made \(step.record) a part of \(step.after.partOf.map(\.description) ?? "another").",
        changes: changes)
    }
  }

  /// What came of those that were merged: a new one, or their whole.
  private func merged(_ steps: [JournaledStep], _ operation: Operation) -> [StoryEvent] {
    let sources = steps.filter { $0.after.mergedInto != nil }
    let names = sources.map(\.record.description).joined(separator: ", ")
    return steps.map { step in
      if step.after.mergedInto != nil { return put(step, operation) }
      return event(operation, .merged, step) {
        step.before == nil
          ? "Merged \(names) into \(step.record)."
          : "Put \(names) together again: \(step.record) is as it was."
      }
    }
  }

  private func put(_ step: JournaledStep, _ operation: Operation) -> StoryEvent {
    StoryEvent(
      at: operation.at, .merged, by: operation.program, record: step.record,
      message: "Put \(step.record) into \(step.after.mergedInto.map(\.description) ?? "another").")
  }

  /// An item that was cured, with each record that came of it or that it changed.
  private func cured(
    _ steps: [JournaledStep], _ operation: Operation, _ kind: StoryEvent.Kind, _ verb: String
  ) -> [StoryEvent] {
    let items = steps.of(.quarantine)
    let records = steps.of(.quickRecord)
    // A duplicate that was accepted has changed no record.
    let bare = items.filter { item in !records.contains { $0.record == item.after.named } }
    return records.map { step in
      // Of several recordings of one item the first is named by it.
      let own = items.filter { $0.after.named == step.record }
      let names = (own.isEmpty ? items : own).map(\.record.description).joined(separator: ", ")
      let became =
        step.before == nil ? "it became \(step.record)." : "it changed \(step.record)."
      return event(operation, kind, step) { "\(verb) \(names): \(became)" }
    } + bare.map { step in event(operation, kind, step) { "\(verb) \(step.record)." } }
  }

  /// An undo or a redo, for each record that it changed.
  private func steppedOver(
    _ steps: [JournaledStep], _ operation: Operation, _ kind: StoryEvent.Kind, _ verb: String
  ) throws(StoreError) -> [StoryEvent] {
    let target = try operation.target.flatMap { number throws(StoreError) in
      try reader.operation(number)
    }
    let what = target.map { "\($0.number) (\($0.kind.rawValue))" } ?? "?"
    return steps.map { step in
      guard step.after.isThere else {
        return StoryEvent(
          at: operation.at, kind, by: operation.program, record: step.record,
          message: "\(verb) operation \(what): \(step.record) is no more.")
      }
      return event(operation, kind, step) { "\(verb) operation \(what)." }
    }
  }

  private func event(
    _ operation: Operation, _ kind: StoryEvent.Kind, _ step: JournaledStep,
    _ ends: [Outcome] = [], _ sentence: () -> String
  ) -> StoryEvent {
    let end = ends.first { $0.record == step.record }.map(end(of:))
    return StoryEvent(
      at: operation.at, kind, by: operation.program, record: step.record,
      message: end?.message ?? sentence(),
      changes: StoryChange.between(step.before, step.after))
  }
}

extension [JournaledStep] {
  fileprivate func of(_ kind: RecordID.Kind) -> [JournaledStep] {
    filter { $0.record.kind == kind }
  }
}
