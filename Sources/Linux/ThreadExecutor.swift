import Glibc

/// A serial executor on a thread of its own, for actors whose work blocks (SQLite, fsync, a decoder's answer) and
/// would hold up the cooperative pool, which has only as many threads as there are cores.
///
/// The thread ends when the executor is let go of and its queue is empty.
public final class ThreadExecutor: SerialExecutor {
  private let queue = JobQueue()

  public init(name: String) {
    let queue = queue
    do throws(SystemError) { try startThread(name: name) { queue.run() } } catch {
      preconditionFailure("the system refuses another thread: \(error)")
    }
  }

  deinit { queue.close() }

  public func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job), on: asUnownedSerialExecutor())
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// A queue under a mutex and a condition. `@unchecked`: every access to the stored state holds the mutex.
private final class JobQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func append(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
    pthread_mutex_lock(mutex)
    jobs.append((job, executor))
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func run() {
    while true {
      pthread_mutex_lock(mutex)
      while jobs.isEmpty && !isClosed { pthread_cond_wait(condition, mutex) }
      let batch = jobs
      jobs.removeAll(keepingCapacity: true)
      pthread_mutex_unlock(mutex)
      if batch.isEmpty { return }
      for (job, executor) in batch { job.runSynchronously(on: executor) }
    }
  }
}
