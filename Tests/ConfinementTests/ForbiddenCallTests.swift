import Glibc
import Linux
import Records
import TestSupport
import Testing

/// What a decoder that was taken over could try, each by a process of its own.
@Suite struct ForbiddenCallTests {
  private let probe = BuiltProgram.path("ConfinementProbe")
  /// As a shell counts the end by SIGSYS.
  private static let killed = 128 + SIGSYS

  private func expect(_ status: Int32, of words: [String]) {
    let outcome = BuiltProgram.run(probe, words)
    #expect(outcome.status == status, "\(words) \(outcome.errors)")
  }

  @Test("Every step holds on this system")
  func whole() { expect(0, of: ["gaps"]) }

  @Test(
    "What a library may try for is refused, and the process lives on",
    arguments: [
      ["open", "=/etc/passwd"], ["openat", "-100", "=/etc/passwd"],
      ["openat", "-100", "=/etc/passwd", "1"], ["openat2", "-100", "=/etc/passwd"],
      ["socket", "2", "1"], ["socket", "10", "2"], ["socket", "1", "1"], ["socket", "16", "3"],
    ])
  func refused(_ call: [String]) { expect(EACCES, of: ["call"] + call) }

  @Test(
    "Any other call ends the process",
    arguments: [
      ["fork"], ["vfork"], ["clone", "17"], ["clone3"], ["execve", "=/bin/true"],
      ["execveat", "-100", "=/bin/true"], ["ptrace", "16", "parent"],
      ["process_vm_readv", "parent"], ["process_vm_writev", "parent"], ["pidfd_open", "parent"],
      ["kill", "parent", "15"], ["kill", "self", "15"], ["tkill", "parent", "15"],
      ["tgkill", "parent", "parent", "15"], ["rt_sigqueueinfo", "parent", "15"],
      ["pidfd_send_signal", "3", "15"], ["prctl", "4", "1"], ["prlimit64", "self", "7"],
      ["setrlimit", "7"], ["socketpair", "1", "1"], ["connect", "3"], ["bind", "3"],
      ["unlink", "=/nothing"], ["rename", "=/nothing", "=/none"], ["chmod", "=/nothing"],
      ["mkdir", "=/nothing"], ["truncate", "=/nothing"], ["ftruncate", "3"], ["stat", "=/etc"],
      ["readlink", "=/etc"], ["getdents64", "3"], ["memfd_create", "=x"], ["io_uring_setup", "1"],
      ["bpf"], ["perf_event_open"], ["userfaultfd"], ["unshare", "268435456"], ["setns", "3"],
      ["mount"], ["chroot", "=/"], ["keyctl"], ["seccomp", "1"], ["landlock_create_ruleset"],
      ["setuid"], ["ioctl", "3", "21505"], ["dup2", "3", "4"], ["shmget"], ["personality"],
      ["mmap", "0", "4096", "5", "34", "-1"], ["mprotect", "0", "4096", "5"],
      ["fcntl", "3", "8", "parent"], ["fcntl", "3", "10", "9"], ["fcntl", "3", "4", "8192"],
    ])
  func deadly(_ call: [String]) { expect(Self.killed, of: ["call"] + call) }

  @Test("Memory beyond the limit is refused, and malloc says so")
  func memory() {
    expect(ENOMEM, of: ["call", "mmap", "0", "\(600 << 20)", "3", "34", "-1"])
    expect(0, of: ["call", "mmap", "0", "\(64 << 20)", "3", "34", "-1"])
    expect(ENOMEM, of: ["exhaust", "\(200 << 20)"])
    expect(ENOMEM, of: ["exhaust", "50000"])
  }

  @Test("Standard streams are closed, and a file that is open for writing cannot be written")
  func writing() {
    for stream in ["0", "1", "2"] { expect(EBADF, of: ["call", "write", stream, "=x", "1"]) }
    let folder = TemporaryFolder()
    let outcome = BuiltProgram.run(
      "/bin/sh",
      ["-c", #"file=$1; shift; exec "$@" 3>"$file""#, "sh", folder["file"], probe]
        + ["call", "write", "3", "=x", "1"])
    // The error where whoever runs the tests ignores the signal.
    #expect(outcome.status == 128 + SIGXFSZ || outcome.status == EFBIG)
    #expect(readFile(folder["file"]) == [])
  }

  @Test("Not more than 16 descriptors can be open")
  func openFiles() {
    // F_DUPFD_CLOEXEC from this number on.
    let duplicate = ["call", "fcntl", "3", "1030"]
    let run = { (least: String) in
      BuiltProgram.run(
        "/bin/sh", ["-c", #"exec "$@" 3</dev/null"#, "sh", probe] + duplicate + [least]
      ).status
    }
    #expect(run("15") == 0)
    #expect(run("16") == EINVAL)
  }

  @Test("A process whose memory is damaged dies of that, and not of the filter")
  func ownDeath() {
    expect(128 + SIGABRT, of: ["abort"])
    expect(128 + SIGABRT, of: ["damage"])
    expect(128 + SIGSEGV, of: ["crash"])
    expect(128 + SIGILL, of: ["trap"])
  }

  @Test("There are no new privileges, and nobody may look in")
  func own() {
    // PR_GET_NO_NEW_PRIVS and PR_GET_DUMPABLE.
    expect(1, of: ["only", "core-dump-limit", "answer", "prctl", "39"])
    expect(1, of: ["only", "core-dump-limit", "answer", "prctl", "3"])
    expect(0, of: ["only", "not-dumpable", "answer", "prctl", "3"])
  }

  @Test("Landlock alone refuses files, ports and signals")
  func landlock() {
    let alone = ["only", "landlock", "call"]
    expect(EACCES, of: alone + ["openat", "-100", "=/etc/passwd"])
    expect(EACCES, of: alone + ["openat", "-100", "=/dev/null", "1"])
    expect(EACCES, of: alone + ["execve", "=/bin/true"])
    expect(EACCES, of: alone + ["mkdir", "=/tmp/of-no-use"])
    expect(EPERM, of: alone + ["kill", "parent", "0"])
    expect(0, of: alone + ["kill", "self", "0"])
  }
}
