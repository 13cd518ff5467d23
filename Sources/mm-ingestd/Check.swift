import CommandLineTool
import Configuration
import Ingest
import Linux
import Records
import Storage

/// `--check`: looks at everything a run needs and changes nothing. One line for each thing, and what to do about
/// those that are wrong, or that the configuration puts up with.
struct Check {
  let settings: Settings

  private struct Finding {
    let subject: String
    let fault: String?
    let cure: String
    /// The configuration allows for it, so that nothing is wrong.
    var isTolerated = false

    var mark: String { fault == nil ? "ok   " : isTolerated ? "note " : "WRONG" }
  }

  func run(_ output: Output) async throws(Failure) -> ExitStatus {
    var findings = [
      Finding(
        subject: "configuration \(settings.file ?? "(none, defaults)")", fault: nil, cure: "")
    ]
    findings += settings.notices.map {
      Finding(subject: "\($0.origin)", fault: $0.sentence, cure: $0.cure, isTolerated: true)
    }
    findings.append(nesting())
    findings.append(store())
    for inbox in settings.inboxes { findings.append(folder(inbox)) }
    findings += limits()
    findings += await decoder()
    for finding in findings {
      try output.line("\(finding.mark) \(finding.subject)")
      if let fault = finding.fault {
        for text in [fault, finding.cure] {
          for line in text.wrapped(to: output.columns.map { $0 - 6 }) {
            try output.line("      \(line)")
          }
        }
      }
    }
    return findings.contains { $0.fault != nil && !$0.isTolerated } ? .needsAttention : .done
  }

  private func nesting() -> Finding {
    let store = canonicalPlace(settings.store.path)
    let inboxes = settings.inboxes.map { canonicalPlace($0.path) }
    let nesting = FolderNesting.find(store: store, inboxes: inboxes)
    let misplaced = MisplacedFolder.find(store: store, inboxes: inboxes)
    return Finding(
      subject: "folders apart", fault: nesting?.description ?? misplaced?.description,
      cure: nesting?.cure ?? misplaced?.cure ?? "")
  }

  private func store() -> Finding {
    let path = settings.store.path
    let subject = "store \(path)"
    do {
      if settings.store.network == .refuse {
        try StorePlace.requireLocal(StorePaths(root: path))
      }
      _ = try Store(at: StorePaths(root: path), .readOnly)
    } catch StoreError.notFound {
      // It is made at the first start; what matters is whether it can be.
      return missing(path, subject: subject)
    } catch {
      return Finding(
        subject: subject, fault: "\(error)", cure: "Name another store, or mend this one.")
    }
    return Finding(
      subject: subject, fault: isWritableFolder(path) ? nil : "It cannot be written.",
      cure: "Give the folder to the user who runs mm-ingestd.")
  }

  private func folder(_ inbox: InboxSettings) -> Finding {
    let path = inbox.path
    let subject = "inbox \(path)"
    guard let status = try? fileStatus(at: path) else { return missing(path, subject: subject) }
    guard status.kind == .directory else {
      return Finding(
        subject: subject, fault: "It is no folder.", cure: "Name a folder as the inbox.")
    }
    if inbox.after == .keep {
      let isReadable = (try? Descriptor(opening: path, [.directory]).entryNames()) != nil
      return Finding(
        subject: subject, fault: isReadable ? nil : "It cannot be read and entered.",
        cure: "Give the user who runs mm-ingestd read and search permission.")
    }
    return Finding(
      subject: subject,
      fault: isWritableFolder(path)
        ? nil : "It cannot be read, written and entered, so recorded memos would stay in it.",
      cure: "Give the user who runs mm-ingestd read, write and search permission.")
  }

  private func missing(_ path: String, subject: String) -> Finding {
    var above = path
    while !above.isEmpty, (try? fileStatus(at: above)) == nil {
      above = above.lastIndex(of: "/").map { String(above[..<$0]) } ?? ""
    }
    return Finding(
      subject: "\(subject) (not there yet)",
      fault: isWritableFolder(above.isEmpty ? "/" : above) ? nil : "It cannot be made in \(above).",
      cure: "Make the folder, or name another one.")
  }

  private func limits() -> [Finding] {
    [(InotifyLimit.watches, 64), (.instances, 8)].map { limit, least in
      let value = limit.value
      let isLow = value.map { $0 < least } ?? false
      return Finding(
        subject: "limit \(limit.name) = \(value.map(String.init) ?? "unknown")",
        fault: isLow ? "It is so low that inboxes may have to be polled." : nil,
        cure: "Raise it with: sysctl \(limit.name)=\(least * 16)")
    }
  }

  private func decoder() async -> [Finding] {
    let program: String
    do throws(Failure) { program = try Plan.decoderProgram() } catch {
      return [Finding(subject: "decoder", fault: error.message, cure: "Reinstall Money Mom.")]
    }
    let rules = DecoderRules(program: program, settings: settings.decoder)
    let check = await DecoderCheck.run(rules)
    let other = await DecoderCheck.run(rules.forOtherFormats)
    let decoding = [
      Finding(
        subject: "decoder \(program)", fault: check.fault,
        cure:
          "Install mm-decoder beside mm-ingestd or in libexec/moneymom, and let no limit of memory stand below 256M."
      ),
      Finding(
        subject: "decoder \(rules.forOtherFormats.program)", fault: other.fault,
        cure:
          "Install mm-decoder-av beside mm-decoder; until then M4A, 3GP, AMR, WebM and WMA recordings wait."
      ),
    ]
    guard let gaps = check.gaps else { return decoding }
    return decoding
      + ConfinementStep.allCases.map { step in
        Finding(
          subject: "confinement \(step.rawValue)",
          fault: gaps.first { $0.step == step }.map {
            "This does not hold: \(step.sentence) (\($0.reason))"
          },
          cure: step.cure, isTolerated: settings.decoder.confinement == .bestEffort)
      }
  }
}
