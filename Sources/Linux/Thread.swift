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
