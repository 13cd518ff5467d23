import Glibc

extension CurrentProcess {
  /// Holds the first thread for as long as the process lives, while tasks do the work and one of them calls
  /// `exit`. An asynchronous `main` is not for a program that blocks signals: the first thread then goes to
  /// `dispatch_main`, which waits in sigsuspend(2) with an empty mask, and a signal that every other thread
  /// blocks kills the process there.
  public static func park() -> Never {
    while true { Glibc.pause() }
  }
}
