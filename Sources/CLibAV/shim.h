#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

/* Macros that Swift cannot import. */
enum {
  MM_AV_END_OF_FILE = AVERROR_EOF,
  MM_AV_TRY_AGAIN = AVERROR(EAGAIN),
  MM_AV_INPUT_FAILED = AVERROR(EIO),
  MM_AV_NOT_ALLOWED = AVERROR(EACCES),
  MM_AV_NO_MEMORY = AVERROR(ENOMEM)
};
static inline int64_t mm_av_no_time(void) { return AV_NOPTS_VALUE; }
