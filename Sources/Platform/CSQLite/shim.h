#include <sqlite3.h>

// sqlite3_db_config takes a variable list of arguments, which Swift cannot call.

/// Switches one of the SQLITE_DBCONFIG_ settings that are on or off. Returns SQLite's code.
static inline int csqlite_switch(sqlite3 *_Nonnull database, int setting, int on) {
    return sqlite3_db_config(database, setting, on, (int *)0);
}

/// Binds a text that SQLite copies. Returns SQLite's code.
static inline int csqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int place, const void *_Nullable bytes, int count) {
    return sqlite3_bind_text(statement, place, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT);
}

/// Binds a blob that SQLite copies. Returns SQLite's code.
static inline int csqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int place, const void *_Nullable bytes, int count) {
    return sqlite3_bind_blob(statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}
