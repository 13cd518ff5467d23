#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>

/* The answer "refused with this error number" (seccomp_rule_add(3)); the macro is a cast, which Swift cannot import. */
static inline uint32_t mm_refusal(uint16_t error) { return SCMP_ACT_ERRNO(error); }

/* Arguments that rules compare with, whose headers have another door. */
enum {
  MM_PROT_EXEC = PROT_EXEC,
  MM_F_GETFD = F_GETFD,
  MM_F_SETFD = F_SETFD,
  MM_F_GETFL = F_GETFL,
  MM_F_DUPFD_CLOEXEC = F_DUPFD_CLOEXEC,
  MM_EACCES = EACCES
};
