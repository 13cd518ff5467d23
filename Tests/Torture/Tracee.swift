import CTrace
import Glibc

/// A program under ptrace(2), all of its threads; processes that it starts go free. All use of it is on the thread that
/// started it.
final class Tracee {
  let process: pid_t
  /// Calls that have begun and not ended, and what is to become of them.
  private var begun: [pid_t: (call: TracedCall, verdict: Verdict)] = [:]
  private var threads: Set<pid_t>
  private var names: [Int: String] = [:]

  /// What is to become of a call.
  enum Verdict: Equatable {
    case proceed
    /// The process ends before it makes the call.
    case kill
    /// The call is not made and fails; close(2) is made all the same, since it always lets go (its page, "NOTES").
    case fail(Int32)
    /// The call is not made and answers this.
    case pretend(Int)
  }

  enum End: Equatable {
    /// The wait(2) status.
    case ended(Int32)
    /// No thread has made a call for as long as was asked.
    case quiet
    /// It went on for longer than a minute, and was killed.
    case hung
  }

  init(_ program: String, _ arguments: [String], environment: [String: String], errors: String) {
    mm_block_child_signal()
    var vector = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in vector + variables { free(pointer) } }
    process = mm_spawn_traced(program, &vector, &variables, errors)
    precondition(process > 0, "\(program) cannot be started: \(errno)")
    threads = [process]
    var status: Int32 = 0
    precondition(waitpid(process, &status, 0) == process && mm_stop_signal(status) == SIGTRAP)
    precondition(mm_trace_options(process) == 0, "ptrace is not allowed here: \(errno)")
    mm_trace_resume(process, 0)
  }

  /// Lets the program run until it ends, or has made no call for so many milliseconds.
  func run(
    untilQuietFor quiet: Int32? = nil, before: (TracedCall) -> Verdict = { _ in .proceed },
    after: (TracedCall, Int, Verdict) -> Void = { _, _, _ in }
  ) -> End {
    let limit = ContinuousClock.now + .seconds(60)
    while true {
      var status: Int32 = 0
      let thread = mm_trace_wait(&status, quiet ?? 1000)
      if thread == 0, quiet != nil { return .quiet }
      if thread > 0, let status = step(thread, status, before, after) { return .ended(status) }
      if ContinuousClock.now > limit {
        end()
        return .hung
      }
    }
  }

  /// Sends a signal to the program, which stays traced.
  func signal(_ number: Int32) { kill(process, number) }

  /// Kills what is left of it. Its threads are reaped one by one, the first one last.
  func end() {
    kill(process, SIGKILL)
    var status: Int32 = 0
    while true {
      let thread = waitpid(-1, &status, __WALL)
      if thread == -1, errno != EINTR { return }
      if thread == process, isOver(status) { return }
    }
  }

  private func isOver(_ status: Int32) -> Bool { mm_has_exited(status) != 0 }

  /// Answers the status of the program once it has ended.
  private func step(
    _ thread: pid_t, _ status: Int32, _ before: (TracedCall) -> Verdict,
    _ after: (TracedCall, Int, Verdict) -> Void
  ) -> Int32? {
    if isOver(status) {
      threads.remove(thread)
      begun[thread] = nil
      return thread == process ? status : nil
    }
    let signal = mm_stop_signal(status)
    if signal == SIGTRAP | 0x80 {
      stopAtCall(thread, before, after)
      mm_trace_resume(thread, 0)
    } else if mm_stop_event(status) != 0 {
      mm_trace_resume(thread, 0)
    } else if threads.insert(thread).inserted {
      // A new thread begins with a SIGSTOP of the tracing itself.
      mm_trace_resume(thread, 0)
    } else {
      mm_trace_resume(thread, signal)
    }
    return nil
  }

  private func stopAtCall(
    _ thread: pid_t, _ before: (TracedCall) -> Verdict, _ after: (TracedCall, Int, Verdict) -> Void
  ) {
    var info = mm_call()
    guard mm_trace_call(thread, &info) == 0 else { return }
    if info.is_entry != 0 {
      let arguments = withUnsafeBytes(of: &info.arguments) { Array($0.bindMemory(to: UInt.self)) }
      let call = TracedCall(
        process: process, thread: thread, name: name(of: info.number), arguments: arguments)
      let verdict = before(call)
      begun[thread] = (call, verdict)
      switch verdict {
      case .proceed: break
      case .kill: kill(process, SIGKILL)
      case .fail where call.name == "close": break
      case .fail, .pretend: mm_trace_skip(thread)
      }
    } else if let (call, verdict) = begun.removeValue(forKey: thread) {
      var answer = info.answer
      switch verdict {
      case .proceed, .kill: break
      case .fail(let code): answer = -Int(code)
      case .pretend(let value): answer = value
      }
      if answer != info.answer { mm_trace_answer(thread, answer) }
      after(call, answer, verdict)
    }
  }

  private func name(of number: Int) -> String {
    if let known = names[number] { return known }
    let found = mm_call_name(number)
    defer { free(found) }
    let name = found.map { String(cString: $0) } ?? "call \(number)"
    names[number] = name
    return name
  }
}
