/* What Swift's Glibc module lacks: variadic calls, macros, and the headers and GNU declarations
   that it does not bring in. Plain types only; every function returns -1 and sets errno on failure,
   as its manual page says. */
#ifndef MONEYMOM_CLINUX_SHIM_H
#define MONEYMOM_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/* fcntl(2) is variadic. The lease commands are GNU's, so their numbers (asm-generic/fcntl.h,
   linux/fcntl.h) are given here. */
enum { MM_F_SETSIG = 10, MM_F_SETLEASE = 1024, MM_F_GETLEASE = 1025 };

static inline int mm_fcntl(int fd, int command, int value) { return fcntl(fd, command, value); }

/* open(2) and openat(2) are variadic. */
static inline int mm_openat(int directory, const char *path, int flags, unsigned mode) {
  return openat(directory, path, flags, mode);
}

static inline int mm_renameat2(int from, const char *old_path, int to, const char *new_path,
                               unsigned flags) {
  return (int)syscall(SYS_renameat2, from, old_path, to, new_path, flags);
}

/* Starts writing a file's pages to the disk without waiting (sync_file_range(2)). */
static inline int mm_start_writing(int fd) {
  return (int)syscall(SYS_sync_file_range, fd, 0LL, 0LL, 2U);
}

/* A counter to wake a poll(2) with; close-on-exec (eventfd(2)). */
static inline int mm_event_counter(void) { return eventfd(0, EFD_CLOEXEC); }

static inline long mm_getrandom(void *buffer, size_t count) {
  return syscall(SYS_getrandom, buffer, count, 0);
}

static inline int mm_parent_death_signal(int signal_number) {
  return prctl(PR_SET_PDEATHSIG, (unsigned long)signal_number, 0, 0, 0);
}

/* No exec can give this process or its children privileges that it has not (PR_SET_NO_NEW_PRIVS). */
static inline int mm_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L); }

/* Processes of the same user can neither trace this one nor read its memory (PR_SET_DUMPABLE). */
static inline int mm_forbid_inspection(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L); }

/* close_range(2), which is GNU's. */
static inline int mm_close_range(unsigned first, unsigned last) {
  return (int)syscall(SYS_close_range, first, last, 0U);
}

/* A set of Landlock's rights that are refused unless a rule allows them (landlock_create_ruleset(2)). The structure
   is given here, since headers older than the kernel lack its last members: an older kernel takes members that it
   does not know if they are zero, and fails with E2BIG otherwise. A right that it does not know fails with EINVAL. */
static inline int mm_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes) {
  struct {
    uint64_t handled_access_fs, handled_access_net, scoped;
  } attributes = {files, network, scopes};
  return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0U);
}

static inline int mm_landlock_restrict(int ruleset) {
  return (int)syscall(SYS_landlock_restrict_self, ruleset, 0U);
}

/* Lets a process use so many seconds of processor time from now on, whatever it has used (prlimit(2), RLIMIT_CPU); its
   hard limit stays. The time that it has used comes from its clock (clock_getcpuclockid(3)), since /proc may hide it.
   A process that is over fails with ESRCH. */
static inline int mm_grant_processor_time(int process, uint64_t seconds) {
  clockid_t clock;
  struct timespec used;
  int code = clock_getcpuclockid(process, &clock);
  if (code != 0) {
    errno = code;
    return -1;
  }
  if (clock_gettime(clock, &used) != 0) {
    if (errno == EINVAL) errno = ESRCH;
    return -1;
  }
  enum { processor_time = 0 }; /* RLIMIT_CPU, whose header has another door */
  struct {
    uint64_t soft, hard;
  } limits;
  if (syscall(SYS_prlimit64, process, processor_time, (void *)0, &limits) != 0) return -1;
  limits.soft = (uint64_t)used.tv_sec + 1 + seconds;
  if (limits.soft > limits.hard) limits.soft = limits.hard;
  return (int)syscall(SYS_prlimit64, process, processor_time, &limits, (void *)0);
}

/* A descriptor that becomes readable when the process ends (pidfd_open(2)); close-on-exec by itself. */
static inline int mm_open_process(int process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

/* GNU's (glibc 2.34): the spawned program gets no descriptor from this number on. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
static inline int mm_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/* The thread's name, cut at 15 bytes. */
static inline int mm_name_this_thread(const char *name) {
  return prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
}

/* The POSIX form of strerror_r(3); <string.h> gives the GNU one under the same name. */
extern int __xpg_strerror_r(int number, char *buffer, size_t count);
static inline int mm_error_text(int number, char *buffer, size_t count) {
  return __xpg_strerror_r(number, buffer, count);
}

static inline int mm_first_realtime_signal(void) { return SIGRTMIN; }

/* An anonymous file in memory, close-on-exec (memfd_create(2)). */
static inline int mm_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1U);
}

/* The columns of the terminal behind a descriptor (ioctl_tty(2), TIOCGWINSZ), behind a variadic call; 0 where it does
   not know. */
static inline int mm_terminal_columns(int fd) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
  return size.ws_col;
}

/* The end of a new terminal that its owner holds, close-on-exec (pty(7)); `path` gets the name of the other end. */
extern int posix_openpt(int), grantpt(int), unlockpt(int), ptsname_r(int, char *, size_t);
static inline int mm_new_terminal(char *path, size_t size, unsigned short columns) {
  struct winsize window = {100, columns, 0, 0};
  int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return -1;
  if (grantpt(fd) || unlockpt(fd) || ptsname_r(fd, path, size) || ioctl(fd, TIOCSWINSZ, &window)) {
    close(fd);
    return -1;
  }
  return fd;
}

/* Both ends of a pipe, first the one to read; close-on-exec (pipe2(2)). */
static inline int mm_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

/* Whether a signal is ignored (sigaction(2)); the handler is a macro's cast. */
static inline _Bool mm_is_ignored(int signal_number) {
  struct sigaction action;
  return sigaction(signal_number, 0, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* The exit status or signal of waitid(2), behind a macro. */
static inline int mm_child_status(const siginfo_t *information) { return information->si_status; }

/* The file system's magic number (statfs(2)), or -1. */
static inline int64_t mm_file_system_magic(int fd) {
  struct statfs s;
  if (fstatfs(fd, &s) != 0) return -1;
  return (int64_t)(uint32_t)s.f_type;
}

/* One message with at most one descriptor attached (unix(7), SCM_RIGHTS); `passed` is -1 for none. */
static inline ssize_t mm_send_message(int socket_fd, const void *bytes, size_t count, int passed) {
  struct iovec part = {(void *)bytes, count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(&control, 0, sizeof control);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (passed >= 0) {
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &passed, sizeof(int));
  }
  return sendmsg(socket_fd, &message, MSG_NOSIGNAL);
}

/* Receives one message; `passed` gets the attached descriptor (close-on-exec) or -1. A message longer
   than the buffer fails with EMSGSIZE. */
static inline ssize_t mm_receive_message(int socket_fd, void *bytes, size_t capacity, int *passed) {
  struct iovec part = {bytes, capacity};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  message.msg_controllen = sizeof control.space;
  *passed = -1;
  ssize_t received = recvmsg(socket_fd, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
      memcpy(passed, CMSG_DATA(header), sizeof(int));
  }
  if (message.msg_flags & MSG_TRUNC) {
    if (*passed >= 0) close(*passed);
    *passed = -1;
    errno = EMSGSIZE;
    return -1;
  }
  return received;
}

#endif
