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
        .usage, "format", "There is no format '\(format.visible)'.", hint: "The format is json.")
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
      let file = try Descriptor(opening: path, [.write, .create, .exclusive])
      try file.write(document.utf8(.indented) + [UInt8(ascii: "\n")])
      try file.synchronize()
      try file.close()
    } catch {
      throw Failure(
        error.code == .exists || error.code == .notFound ? .cannotCreate : .inputOutput, "output",
        "\(path.visible) cannot be written: \(error.code).",
        hint: error.code == .exists ? "Name a file that is not there yet." : nil)
    }
  }
}
