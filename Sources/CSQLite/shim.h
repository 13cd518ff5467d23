#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast to a function pointer, which Swift cannot import. */
static inline sqlite3_destructor_type mm_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/* sqlite3_db_config is variadic. */
static inline int mm_sqlite_no_checkpoint_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
