#include <errno.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Makes any system call (syscall(2) is variadic). */
static inline long mm_call(long number, const long *arguments) {
  const long *a = arguments;
  return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* The action "fails with EPERM"; the macro is a cast. */
static inline uint32_t mm_denial(void) { return SCMP_ACT_ERRNO(EPERM); }

/* Frees a block twice, which glibc notices and ends the process for. Behind volatile, so that no compiler does. */
static inline void mm_damage_memory(void) {
  void *volatile block = malloc(2000);
  void *volatile other = malloc(2000);
  free(block);
  free(block);
  free(other);
}

/* Writes where nothing is. */
static inline void mm_crash(void) { *(volatile int *)8 = 1; }

/* Takes memory until there is none; answers errno. */
static inline int mm_exhaust_memory(size_t step) {
  for (;;) {
    char *volatile block = malloc(step);
    if (!block) return errno;
    memset(block, 1, step < 4096 ? step : 4096);
  }
}
