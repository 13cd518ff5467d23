import Records
import Storage

extension Organizer {
  /// An operation that was stepped over, and what it had done.
  public struct SteppedOver: Sendable {
    public let operation: Operation
    public let story: [StoryEvent]
  }

  /// Takes back the last operations of mm-organize, newest first: all of them, or none. Where there are fewer, it
  /// takes back what there is; refused where that is nothing.
  public func undo(_ count: Int, dryRun: Bool = false) throws -> [SteppedOver] {
    try rollingBack(if: dryRun) { writer in
      let done = try steps(count) {
        guard let last = try writer.lastStanding() else { return nil }
        return try stepOver(last, writer) { try writer.undo(last, at: now) }
      }
      if done.isEmpty { throw StoreError.refused(.nothingToUndo) }
      return done
    }
  }

  /// Until there are so many, or no more.
  private func steps(_ count: Int, _ step: () throws -> SteppedOver?) rethrows -> [SteppedOver] {
    var done: [SteppedOver] = []
    while done.count < count, let next = try step() { done.append(next) }
    return done
  }

  /// Takes back one operation of either program.
  public func undo(operation number: Int64, dryRun: Bool = false) throws -> [SteppedOver] {
    try rollingBack(if: dryRun) { writer in
      guard let operation = try writer.operation(number) else {
        throw StoreError.refused(.noSuchOperation(number))
      }
      return [try stepOver(operation, writer) { try writer.undo(operation, at: now) }]
    }
  }

  /// Returns what was taken back, the last first: all of it, or none; where there is less, what there is.
  public func redo(_ count: Int, dryRun: Bool = false) throws -> [SteppedOver] {
    try rollingBack(if: dryRun) { writer in
      let done = try steps(count) {
        guard let last = try writer.lastUndone() else { return nil }
        return try stepOver(last, writer) { try writer.redo(last, at: now) }
      }
      if done.isEmpty { throw StoreError.refused(.nothingToRedo) }
      return done
    }
  }

  /// Returns one operation that was taken back.
  public func redo(operation number: Int64, dryRun: Bool = false) throws -> [SteppedOver] {
    try rollingBack(if: dryRun) { writer in
      guard let operation = try writer.operation(number) else {
        throw StoreError.refused(.noSuchOperation(number))
      }
      guard operation.undoneBy != nil else { throw StoreError.refused(.notUndone(number)) }
      return [try stepOver(operation, writer) { try writer.redo(operation, at: now) }]
    }
  }

  private func stepOver(
    _ operation: Operation, _ writer: StoreWriter, _ step: () throws -> Void
  ) throws -> SteppedOver {
    let story = try Storyteller(writer).story(of: operation)
    try step()
    return SteppedOver(operation: operation, story: story)
  }
}
