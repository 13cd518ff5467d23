import Backup
import CommandLineTool

extension Failure {
  init(_ error: BackupError) {
    switch error {
    case .store(let error): self.init(error)
    case .notFound: self.init(.notFound, "no-backup", error.description)
    case .noSnapshot: self.init(.notFound, "no-snapshot", error.description)
    case .severalSnapshots: self.init(.usage, "several-snapshots", error.description)
    case .occupied: self.init(.cannotCreate, "occupied", error.description)
    case .noFolder: self.init(.cannotCreate, "no-folder", error.description)
    case .full: self.init(.cannotCreate, "full", error.description)
    case .unmarked: self.init(.badData, "unmarked", error.description)
    case .newer: self.init(.badData, "newer", error.description)
    case .damaged: self.init(.badData, "damaged", error.description)
    case .incomplete: self.init(.badData, "incomplete", error.description)
    case .locked, .unsettled: self.init(.tryAgain, "busy", error.description)
    case .permission: self.init(.noPermission, "permission", error.description)
    case .io: self.init(.inputOutput, "io", error.description)
    case .unverified: self.init(.inputOutput, "unverified", error.description)
    }
  }
}
