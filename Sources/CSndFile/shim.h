#include <sndfile.h>

/* sf_count_t's largest value stands for an unknown length; the macro is a cast, which Swift cannot import. */
static inline sf_count_t mm_unknown_frames(void) { return SF_COUNT_MAX; }
