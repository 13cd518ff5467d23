/// One of the walks of a kind.
struct Walk {
  let name: String
  /// Tries one of so many points.
  let run: (Int) -> Tally

  /// All walks of a kind; nil for what is none.
  static func all(_ kind: String) -> [Walk]? {
    switch kind {
    case "kill":
      Scenario.killed.map { scenario in
        Walk(name: "killed during \(scenario.name)") { KillWalk(scenario: scenario).run(every: $0) }
      }
    case "fail": failing
    case "migrate":
      MigrationWalk.schemas.map { schema in
        Walk(name: "killed while schema \(schema) is migrated") {
          MigrationWalk(schema: schema).run(every: $0)
        }
      }
    case "order":
      Scenario.all.map { scenario in
        Walk(name: "synchronised in order: \(scenario.name)") {
          OrderWalk(scenario: scenario).run(every: $0)
        }
      }
    default: nil
    }
  }

  private static var failing: [Walk] {
    let streams = MemoStream.names.flatMap { stream in
      InjectedError.all.filter { MemoStream.named(stream).waits(for: $0) }.map { error in
        Walk(name: "\(error.name) during \(stream)") {
          ErrorWalk(MemoStream.named(stream), error).run(every: $0)
        }
      }
    }
    let starts = InjectedError.all.map { error in
      Walk(name: "\(error.name) during a start") { StartWalk(error: error).run(every: $0) }
    }
    let purges = InjectedError.all.map { error in
      Walk(name: "\(error.name) during a purge") {
        KillWalk(scenario: .purge, verdict: .fail(error.code)).run(every: $0)
      }
    }
    return streams + starts + purges
  }
}
