#ifndef CDYNAMICLIBRARY_H
#define CDYNAMICLIBRARY_H

// Loads shared libraries on first use. The build therefore needs none of their headers, and programs that do not use a
// library do not load it.

#include <stdatomic.h>
#include <stddef.h>

/// A library function, and the variable that receives its address.
typedef struct {
    const char *name;
    void *slot;
} dynamic_function;

/// Loads a library and looks up functions.
///
/// The library stays loaded until the process ends, because its threads may outlive every object that it created.
///
/// - names: the file names to try, in order, terminated by NULL.
/// - functions: the functions to look up, terminated by an entry without a name.
///
/// Returns NULL on success, otherwise the reason for the failure; if there are several names, the reason for the first
/// name. The string is never freed. The caller must prevent concurrent calls with the same functions.
const char *dynamic_library_load(const char *const *names, const dynamic_function *functions);

/// A library that is loaded at most once.
typedef struct {
    const char *const *names;
    const dynamic_function *functions;
    atomic_bool is_tried;
    const char *failure;
} dynamic_library;

/// Loads a library on the first call. Every call returns the result of dynamic_library_load for that first call.
const char *dynamic_library_failure(dynamic_library *library);

// The functions of a library are listed by a macro FUNCTIONS(X) with rows of the form X(result, name, (parameters)).

#define DYNAMIC_FUNCTION_VARIABLE(result, name, parameters) static result(*name) parameters;
#define DYNAMIC_FUNCTION_ROW(result, name, parameters) {#name, &name},

/// Defines a variable for each function, and a `dynamic_library` with the file names given as the remaining arguments.
#define DYNAMIC_LIBRARY(library, FUNCTIONS, ...)                                                                       \
    FUNCTIONS(DYNAMIC_FUNCTION_VARIABLE)                                                                               \
    static const char *const library##_names[] = {__VA_ARGS__, NULL};                                                  \
    static const dynamic_function library##_functions[] = {FUNCTIONS(DYNAMIC_FUNCTION_ROW){NULL, NULL}};               \
    static dynamic_library library = {.names = library##_names, .functions = library##_functions};

/// The file names of a library on Linux or macOS, depending on the platform. The macOS name has no extension;
/// Homebrew's folders are searched too.
#if defined(__APPLE__)
#define DYNAMIC_LIBRARY_NAMES(linux_name, mac_name)                                                                    \
    mac_name ".dylib", "/opt/homebrew/lib/" mac_name ".dylib", "/usr/local/lib/" mac_name ".dylib"
#else
#define DYNAMIC_LIBRARY_NAMES(linux_name, mac_name) linux_name
#endif

#endif
