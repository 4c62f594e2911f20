#ifndef CMECAB_H
#define CMECAB_H

// Segments Japanese texts with libmecab.
//
// The library is loaded at run time, and building does not need its header, since only C functions with plain arguments
// are used. All state is in the model, which several threads may use at the same time.

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The library with open dictionaries.
typedef struct cmecab_model cmecab_model;

enum cmecab_outcome {
    CMECAB_DONE,
    /// The library is missing or incomplete.
    CMECAB_NO_LIBRARY,
    /// The library reports an error.
    CMECAB_FAILED,
};

/// Loads the library and opens the dictionaries in the user's settings.
///
/// - library: the path of the library; NULL for the installed one.
/// - settings: the path of the settings; NULL for the default of the program mecab (~/.mecabrc, the file in MECABRC, or
///   the system's).
/// - reason: the reason for a failure; the caller frees it with free().
enum cmecab_outcome cmecab_open(const char *_Nullable library, const char *_Nullable settings,
                                cmecab_model *_Nullable *_Nonnull model, char *_Nullable *_Nonnull reason);

/// Closes the dictionaries. The library stays loaded.
void cmecab_close(cmecab_model *model);

/// The version of the library, such as "0.996".
const char *cmecab_version(const cmecab_model *model);

/// The path of the first dictionary, and its declared encoding. Empty if there is none.
const char *cmecab_dictionary(const cmecab_model *model);
const char *cmecab_encoding(const cmecab_model *model);

/// The words of a text: one line per word with its surface, a tab and its features; then "EOS".
///
/// - answer: the words, or the reason for a failure; the caller frees it with free().
enum cmecab_outcome cmecab_words(const cmecab_model *model, const char *text, size_t count,
                                 char *_Nullable *_Nonnull answer);

#pragma clang assume_nonnull end

#endif
