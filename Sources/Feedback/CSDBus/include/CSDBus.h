#ifndef CSDBUS_H
#define CSDBUS_H

// D-Bus through sd-bus, the client of libsystemd.
//
// Each call has its own timeout, no main loop or thread is needed, and an invalid argument is reported as an error. In
// contrast, libdbus aborts the process on invalid arguments, waits up to 25 s for a connection to be authenticated, and
// loads libsystemd itself on Debian. Without systemd, elogind and basu offer the same functions.
//
// The library is loaded by the first call of csdbus_load(), so its headers are not needed for building, and programs
// without feedback do not load it. Only one thread at a time may use a connection and its messages.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;

/// An error reply from a peer.
typedef struct {
    const char *_Nullable name;
    const char *_Nullable message;
    int needs_free;
} csdbus_error;

/// The functions used here, with their types from sd-bus.h. A negative result is a negated errno value.
#define CSDBUS_FUNCTIONS(X)                                                                                            \
    X(int, sd_bus_new, (sd_bus *_Nullable *_Nonnull bus))                                                              \
    X(int, sd_bus_set_address, (sd_bus *bus, const char *address))                                                     \
    X(int, sd_bus_set_bus_client, (sd_bus *bus, int is_client))                                                        \
    X(int, sd_bus_start, (sd_bus *bus))                                                                                \
    X(void, sd_bus_close, (sd_bus *bus))                                                                               \
    X(sd_bus *_Nullable, sd_bus_unref, (sd_bus *bus))                                                                  \
    X(int, sd_bus_is_open, (sd_bus *bus))                                                                              \
    X(int, sd_bus_is_ready, (sd_bus *bus))                                                                             \
    X(int, sd_bus_process, (sd_bus *bus, sd_bus_message *_Nullable *_Nullable message))                                \
    X(int, sd_bus_wait, (sd_bus *bus, uint64_t microseconds))                                                          \
    X(int, sd_bus_call, (sd_bus *bus, sd_bus_message *message, uint64_t microseconds, csdbus_error *error,             \
       sd_bus_message *_Nullable *_Nonnull reply))                                                                     \
    X(void, sd_bus_error_free, (csdbus_error *error))                                                                  \
    X(int, sd_bus_message_new_method_call,                                                                             \
      (sd_bus *bus, sd_bus_message *_Nullable *_Nonnull message, const char *destination, const char *path,            \
       const char *interface, const char *member))                                                                     \
    X(sd_bus_message *_Nullable, sd_bus_message_unref, (sd_bus_message *message))                                      \
    X(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value))                       \
    X(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents))                  \
    X(int, sd_bus_message_close_container, (sd_bus_message *message))                                                  \
    X(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value))

#define CSDBUS_MEMBER(result, name, parameters) result(*_Nonnull name) parameters;

/// The functions by name.
typedef struct {
    /// Why the library cannot be used; NULL if it can. The functions may be called only if this is NULL.
    const char *_Nullable failure;
    CSDBUS_FUNCTIONS(CSDBUS_MEMBER)
} csdbus_library;

/// The library, loaded by the first call and unchanged afterwards.
const csdbus_library *csdbus_load(void);

#pragma clang assume_nonnull end

#endif
