#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast to a function pointer, which Swift cannot import. */
static inline sqlite3_destructor_type mm_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/* sqlite3_db_config is variadic. */
static inline int mm_sqlite_no_checkpoint_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* sqlite3_config is variadic. Before the first other call: memory is not counted, which spares a mutex
   around each allocation. */
static inline int mm_sqlite_no_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
