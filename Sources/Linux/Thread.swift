import CLinux
import Glibc

private final class ThreadBody {
  let name: String
  let run: @Sendable () -> Void
  init(name: String, run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}

/// Starts a detached thread. The name, cut at 15 bytes, is what `ps -L` and `top -H` show.
func startThread(
  name: String, _ run: @escaping @Sendable () -> Void
) throws(SystemError) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  var thread = pthread_t()
  let body = Unmanaged.passRetained(ThreadBody(name: name, run: run))
  let code = pthread_create(
    &thread, &attributes,
    { argument in
      guard let argument else { return nil }
      let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
      _ = mm_name_this_thread(body.name)
      body.run()
      return nil
    }, body.toOpaque())
  guard code == 0 else {
    body.release()
    throw SystemError(Errno(rawValue: code), "pthread_create")
  }
}

/// Runs the body on so many threads at once, each with its number from 0 on, and returns when all have returned. Each
/// thread lives until then, so that the children it starts do not lose their parent before (prctl(2), PR_SET_PDEATHSIG).
public func onThreads(
  _ count: Int, name: String, _ body: @escaping @Sendable (Int) -> Void
) throws(SystemError) {
  let done = Countdown(from: count)
  for number in 0..<count {
    do throws(SystemError) {
      try startThread(name: name) {
        body(number)
        done.arrive()
      }
    } catch {
      // Fewer do as well, as long as there is one.
      guard number > 0 else { throw error }
      for _ in number..<count { done.arrive() }
      break
    }
  }
  done.wait()
}

/// Lets one thread wait for others. `@unchecked`: every access to the count holds the mutex.
private final class Countdown: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var left: Int

  init(from count: Int) {
    left = count
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func arrive() {
    pthread_mutex_lock(mutex)
    left -= 1
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func wait() {
    pthread_mutex_lock(mutex)
    while left > 0 { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
