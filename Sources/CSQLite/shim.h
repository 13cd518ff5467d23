#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast to a function pointer, which Swift cannot import. */
static inline sqlite3_destructor_type mm_sqlite_transient(void) { return SQLITE_TRANSIENT; }
