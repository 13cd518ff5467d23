import CommandLineTool
import Exchange
import JSON
import Linux
import Storage
import Text

/// `export`: all records in a format.
struct Export {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let format = context.arguments.operands[0]
    guard format == "json" else {
      throw Failure(
        .usage, "format", "There is no format '\(format)'.", hint: "The format is json.")
    }
    let document = try context.read { reader in
      let states: [RecordQuery.State] = [.all, .deleted]
      return JSONExport.document(
        quickRecords: try states.flatMap { try reader.quickRecords(RecordQuery($0)) },
        transactions: try states.flatMap { try reader.transactions(RecordQuery($0)) })
    }
    guard let path = context.arguments.value("--output") else {
      return try context.output.write(document)
    }
    do throws(SystemError) {
      try write(document.utf8(.indented) + [UInt8(ascii: "\n")], to: path)
    } catch {
      let message = "\(path) cannot be written: \(error.code)."
      switch error.code {
      case .exists:
        throw Failure(
          .cannotCreate, "output", message, hint: "Name a file that is not there yet.")
      case .notFound:
        throw Failure(.cannotCreate, "output", message, hint: "Make its folder first.")
      default: throw Failure(error, "output", message)
      }
    }
  }

  /// Whole under its name, or not there at all.
  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try Descriptor(opening: path, [.write, .create, .exclusive])
    do throws(SystemError) {
      try file.write(bytes)
      try file.synchronize()
    } catch {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { String(path[...$0]) } ?? "."
      let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
      try? Descriptor(opening: folder, [.directory]).unlink(PathBytes(name))
      throw error
    }
  }
}
