#ifndef CMECAB_H
#define CMECAB_H

// The words of Japanese texts through libmecab.
//
// The library is loaded at run time and its header is not needed to build: only its C functions with plain arguments are
// used. No state is kept outside a model. A model may be used by several threads at the same time.

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The library with its dictionaries opened.
typedef struct cmecab_model cmecab_model;

enum cmecab_outcome {
    CMECAB_DONE,
    /// The library is missing or incomplete.
    CMECAB_NO_LIBRARY,
    /// The library reports an error.
    CMECAB_FAILED,
};

/// Loads the library and opens the dictionaries that the user's settings name.
///
/// - library: the file of the library; NULL for the installed one.
/// - settings: the file with the settings; NULL for the one that the program mecab takes (~/.mecabrc, the one in MECABRC, or
///   the one of the system).
/// - reason: why it failed; the caller frees it with free().
enum cmecab_outcome cmecab_open(const char *_Nullable library, const char *_Nullable settings,
                                cmecab_model *_Nullable *_Nonnull model, char *_Nullable *_Nonnull reason);

/// Closes the dictionaries. The library stays loaded.
void cmecab_close(cmecab_model *model);

/// The version of the library, such as "0.996".
const char *cmecab_version(const cmecab_model *model);

/// The file of the first dictionary, and its encoding as its makers called it. Empty when there is none.
const char *cmecab_dictionary(const cmecab_model *model);
const char *cmecab_encoding(const cmecab_model *model);

/// The words of a text: a line for each with its surface, a tab and its features; then "EOS".
///
/// - answer: the words, or why there are none; the caller frees it with free().
enum cmecab_outcome cmecab_words(const cmecab_model *model, const char *text, size_t count,
                                 char *_Nullable *_Nonnull answer);

#pragma clang assume_nonnull end

#endif
