#ifndef CDYNAMICLIBRARY_H
#define CDYNAMICLIBRARY_H

// Shared libraries that are loaded at first use, so that building needs no headers of them and a program that does not use
// them does not pay for them.

#include <stdatomic.h>
#include <stddef.h>

/// A function of a library, and the variable that receives its address.
typedef struct {
    const char *name;
    void *slot;
} dynamic_function;

/// Loads a library and looks functions up.
///
/// The library stays loaded for the life of the process: its own threads may outlive every object that it made.
///
/// - names: the file names to try in order; the last is NULL.
/// - functions: the functions to look up; the last has no name.
///
/// Returns NULL on success, and otherwise the reason for the failure, which for several names is that of the first. The text
/// lives as long as the process. A caller must prevent concurrent calls for the same slots.
const char *dynamic_library_load(const char *const *names, const dynamic_function *functions);

/// A library that is loaded once.
typedef struct {
    const char *const *names;
    const dynamic_function *functions;
    atomic_bool is_tried;
    const char *failure;
} dynamic_library;

/// Loads a library in the first call. Returns what dynamic_library_load returned then.
const char *dynamic_library_failure(dynamic_library *library);

// The functions of a library are listed by a macro FUNCTIONS(X) of rows X(result, name, (parameters)).

#define DYNAMIC_FUNCTION_VARIABLE(result, name, parameters) static result(*name) parameters;
#define DYNAMIC_FUNCTION_ROW(result, name, parameters) {#name, &name},

/// Defines a variable for each function, and a `dynamic_library` with the file names that follow.
#define DYNAMIC_LIBRARY(library, FUNCTIONS, ...)                                                                       \
    FUNCTIONS(DYNAMIC_FUNCTION_VARIABLE)                                                                               \
    static const char *const library##_names[] = {__VA_ARGS__, NULL};                                                  \
    static const dynamic_function library##_functions[] = {FUNCTIONS(DYNAMIC_FUNCTION_ROW){NULL, NULL}};               \
    static dynamic_library library = {.names = library##_names, .functions = library##_functions};

/// The file names of a library: that of Linux, or that of macOS, given without its extension, which Homebrew may have installed.
#if defined(__APPLE__)
#define DYNAMIC_LIBRARY_NAMES(linux_name, mac_name)                                                                    \
    mac_name ".dylib", "/opt/homebrew/lib/" mac_name ".dylib", "/usr/local/lib/" mac_name ".dylib"
#else
#define DYNAMIC_LIBRARY_NAMES(linux_name, mac_name) linux_name
#endif

#endif
