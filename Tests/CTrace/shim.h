/* ptrace(2) for the tests that stop the daemon at a system call. Every function returns -1 and sets errno on failure. */
#ifndef MONEYMOM_CTRACE_SHIM_H
#define MONEYMOM_CTRACE_SHIM_H

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Starts a program that waits for its tracer after execve(2); standard error goes to a file, the other two nowhere. */
static inline pid_t mm_spawn_traced(const char *path, char *const *arguments, char *const *variables,
                                    const char *errors) {
  pid_t child = fork();
  if (child != 0) return child;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDWR);
  int log = open(errors, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (nothing < 0 || log < 0) _exit(126);
  dup2(nothing, 0);
  dup2(nothing, 1);
  dup2(log, 2);
  syscall(SYS_close_range, 3U, ~0U, 0U);
  if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(126);
  execve(path, arguments, variables);
  _exit(127);
}

/* New threads are traced too, new processes are not; a traced process ends with its tracer. */
static inline int mm_trace_options(pid_t thread) {
  return (int)ptrace(PTRACE_SETOPTIONS, thread, 0,
                     PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
}

/* Lets a thread go on to its next system call or end of one, with a signal or 0. */
static inline int mm_trace_resume(pid_t thread, int signal_number) {
  return (int)ptrace(PTRACE_SYSCALL, thread, 0, (void *)(intptr_t)signal_number);
}

/* The call that a stopped thread is about to make, or has made. */
struct mm_call {
  int is_entry;
  long number; /* of an entry */
  unsigned long arguments[6];
  long answer; /* of an exit */
};

static inline int mm_trace_call(pid_t thread, struct mm_call *call) {
  struct __ptrace_syscall_info info;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof info, &info) <= 0) return -1;
  memset(call, 0, sizeof *call);
  if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
    call->is_entry = 1;
    call->number = (long)info.entry.nr;
    for (int i = 0; i < 6; i++) call->arguments[i] = (unsigned long)info.entry.args[i];
  } else {
    call->answer = (long)info.exit.rval;
  }
  return 0;
}

/* At an entry: the call is not made. */
static inline int mm_trace_skip(pid_t thread) {
#if defined(__x86_64__)
  return (int)ptrace(PTRACE_POKEUSER, thread, (void *)offsetof(struct user_regs_struct, orig_rax), (void *)-1L);
#elif defined(__aarch64__)
  int none = -1;
  struct iovec part = {&none, sizeof none};
  return (int)ptrace(PTRACE_SETREGSET, thread, (void *)NT_ARM_SYSTEM_CALL, &part);
#else
#error "the registers of this processor are not known"
#endif
}

/* At an exit: what the call answers, -errno for a failure. */
static inline int mm_trace_answer(pid_t thread, long answer) {
#if defined(__x86_64__)
  return (int)ptrace(PTRACE_POKEUSER, thread, (void *)offsetof(struct user_regs_struct, rax), (void *)answer);
#else
  struct user_regs_struct registers;
  struct iovec part = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &part) != 0) return -1;
  registers.regs[0] = (unsigned long long)answer;
  return (int)ptrace(PTRACE_SETREGSET, thread, (void *)NT_PRSTATUS, &part);
#endif
}

/* Waits for the next stop or end of any traced thread for so many milliseconds; 0 when there was none, -1 with ECHILD
   when no thread is left. SIGCHLD must be blocked. */
static inline pid_t mm_trace_wait(int *status, int milliseconds) {
  for (;;) {
    pid_t thread = waitpid(-1, status, __WALL | WNOHANG);
    if (thread != 0) return thread;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    if (sigtimedwait(&child, NULL, &limit) < 0 && errno == EAGAIN)
      return waitpid(-1, status, __WALL | WNOHANG);
  }
}

static inline void mm_block_child_signal(void) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
}

/* Copies bytes out of a traced process; how many there were to be had. */
static inline long mm_trace_read(pid_t process, unsigned long address, void *buffer, size_t count) {
  struct iovec ours = {buffer, count};
  struct iovec theirs = {(void *)address, count};
  return syscall(SYS_process_vm_readv, process, &ours, 1L, &theirs, 1L, 0L);
}

/* wait(2)'s macros. */
static inline int mm_has_exited(int status) { return WIFEXITED(status) || WIFSIGNALED(status); }
static inline int mm_stop_signal(int status) { return WIFSTOPPED(status) ? WSTOPSIG(status) : 0; }
static inline int mm_stop_event(int status) { return status >> 16; }

/* The name of a call of this processor, for free(3); null for a number that has none. */
static inline char *mm_call_name(long number) {
  return seccomp_syscall_resolve_num_arch(seccomp_arch_native(), (int)number);
}

#endif
