#ifndef CMECAB_H
#define CMECAB_H

// Segments Japanese texts with libmecab.
//
// The library is loaded at run time. Building does not need its header because only C functions with simple argument
// types are used. All state is in the model, which several threads may use at the same time.

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The library with its opened dictionaries.
typedef struct cmecab_model cmecab_model;

enum cmecab_outcome {
    CMECAB_DONE,
    /// The library is missing or incomplete.
    CMECAB_NO_LIBRARY,
    /// The library reported an error.
    CMECAB_FAILED,
};

/// Loads the library and opens the dictionaries that the user's settings specify.
///
/// - library: the path of the library; NULL uses the installed library.
/// - settings: the path of the settings file; NULL uses the mecab program's default (~/.mecabrc, the file named in
///   MECABRC, or the system's file).
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

/// The words of a text: one line per word with its surface form, a tab and its features; then a line "EOS".
///
/// - answer: the words, or the reason for a failure; the caller frees it with free().
enum cmecab_outcome cmecab_words(const cmecab_model *model, const char *text, size_t count,
                                 char *_Nullable *_Nonnull answer);

#pragma clang assume_nonnull end

#endif
