#include <sqlite3.h>

// Swift cannot call sqlite3_db_config, which is variadic.

/// Sets one of the Boolean SQLITE_DBCONFIG_ options. Returns the SQLite result code.
static inline int csqlite_switch(sqlite3 *_Nonnull database, int setting, int on) {
    return sqlite3_db_config(database, setting, on, (int *)0);
}

/// Binds text, which SQLite copies. Returns the SQLite result code.
static inline int csqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT);
}

/// Binds a blob, which SQLite copies. Returns the SQLite result code.
static inline int csqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}
