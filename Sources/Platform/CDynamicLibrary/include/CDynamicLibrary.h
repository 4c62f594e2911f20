#ifndef CDYNAMICLIBRARY_H
#define CDYNAMICLIBRARY_H

// Shared libraries that are loaded at first use, so that building needs no headers of them and a program that does not use
// them does not pay for them.

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

#endif
