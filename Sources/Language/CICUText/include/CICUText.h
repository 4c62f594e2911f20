#ifndef CICUTEXT_H
#define CICUTEXT_H

// The ICU functions that Parlance uses, under stable names. ICU adds its version to its function names using macros
// that Swift cannot import.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The unit between two text boundaries.
enum icutext_boundary {
    ICUTEXT_WORD = 1,
    ICUTEXT_SENTENCE = 2,
};

/// The kind of a segment between two word boundaries.
enum icutext_word {
    /// Whitespace, punctuation, symbols.
    ICUTEXT_WORD_NONE = 0,
    ICUTEXT_WORD_NUMBER = 100,
    ICUTEXT_WORD_LETTER = 200,
    ICUTEXT_WORD_KANA = 300,
    ICUTEXT_WORD_IDEOGRAPH = 400,
};

/// Called for each segment, which ends before code unit `end`. For words, `status` is a value of icutext_word; for
/// sentences, it is ICU's rule status. The next segment starts at `end`.
typedef void (*icutext_segment)(void *context, int32_t end, int32_t status);

/// Segments a text according to the rules in Unicode Standard Annex 29 and, for scripts without spaces, using ICU's
/// dictionaries.
///
/// `text` is UTF-16; `language` is a BCP 47 tag, or NULL for the root locale. Returns 0, ICU's (positive) error code,
/// or -1 for an unknown `boundary`.
int icutext_cut(
    enum icutext_boundary boundary, const char *_Nullable language, const uint16_t *text, int32_t length,
    icutext_segment segment, void *context);

/// The tag with its likely script and region: `ja` becomes `ja-Jpan-JP`.
///
/// Returns 0 and writes the NUL-terminated tag, or returns ICU's error code.
int icutext_likely_tag(const char *tag, char *result, int32_t capacity);

/// The normal forms of Unicode Standard Annex 15.
enum icutext_form {
    ICUTEXT_NFC = 1,
    ICUTEXT_NFD = 5,
    ICUTEXT_NFKC = 2,
    ICUTEXT_NFKD = 3,
    /// NFKC with case folding, without default-ignorable characters (soft hyphens, joiners).
    ICUTEXT_NFKC_CASEFOLD = 4,
};

/// Normalises a UTF-16 text.
///
/// Returns the length of the complete result, which is not written if it exceeds `capacity`; -1 if ICU fails.
int32_t icutext_normalize(
    enum icutext_form form, const uint16_t *text, int32_t length, uint16_t *result, int32_t capacity);

/// Converts a UTF-16 text to lower case according to the rules of a language (an ISO 639 code; the empty string for the
/// root locale).
///
/// Returns the length of the complete result, which is not written if it exceeds `capacity`; -1 if ICU fails.
int32_t icutext_lower(
    const char *language, const uint16_t *text, int32_t length, uint16_t *result, int32_t capacity);

/// The canonical combining class of a scalar: 0 for all but combining marks.
uint8_t icutext_combining_class(uint32_t scalar);

/// The role of a scalar in the spelling of a headword.
enum icutext_role {
    /// Letters, digits, symbols, marks.
    ICUTEXT_ROLE_OTHER = 0,
    /// Spaces and line breaks.
    ICUTEXT_ROLE_SPACE = 1,
    /// Punctuation and spacing accents.
    ICUTEXT_ROLE_PUNCTUATION = 2,
    /// Control and format characters.
    ICUTEXT_ROLE_INVISIBLE = 3,
};

/// The role of a scalar in the spelling of a headword, derived from the scalar's general category.
enum icutext_role icutext_role_of(uint32_t scalar);
/// The canonical BCP 47 tag: `deu` becomes `de`, `iw` becomes `he`.
///
/// Returns 0 and writes the NUL-terminated tag, or returns ICU's error code.
int icutext_canonical_tag(const char *tag, char *result, int32_t capacity);

/// Converts bytes from another character encoding, such as `EUC-JP`, to UTF-8; invalid bytes become U+FFFD.
///
/// Returns the size of the result in bytes. If it exceeds `capacity`, the result is truncated, and the call must be
/// repeated with a larger buffer. Returns -1 for an unknown encoding.
int32_t icutext_to_utf8(const char *encoding, const char *bytes, int32_t length, char *result, int32_t capacity);

/// Converts texts from one script to another.
typedef struct icutext_transliterator icutext_transliterator;

/// Opens a transliterator by its ICU name, such as `Greek-Latin/UNGEGN`.
///
/// Returns NULL for an unknown name or if ICU's data is missing. A transliterator must not be used from two threads at
/// the same time.
icutext_transliterator *_Nullable icutext_transliterator_open(const char *id);

/// Frees a transliterator.
void icutext_transliterator_close(icutext_transliterator *transliterator);

/// Transliterates a UTF-16 text.
///
/// Returns the length of the complete result, which is not written if it exceeds `capacity`; -1 if ICU fails. A text
/// longer than `capacity` is not processed; its own length is returned.
int32_t icutext_transliterate(
    const icutext_transliterator *transliterator, const uint16_t *text, int32_t length, uint16_t *result,
    int32_t capacity);

/// The scripts that are distinguished.
enum icutext_script {
    /// Punctuation, digits and marks, which belong to no particular script.
    ICUTEXT_SCRIPT_NONE = 0,
    ICUTEXT_SCRIPT_LATIN,
    ICUTEXT_SCRIPT_HAN,
    /// Hiragana and katakana.
    ICUTEXT_SCRIPT_KANA,
    ICUTEXT_SCRIPT_HANGUL,
    ICUTEXT_SCRIPT_CYRILLIC,
    ICUTEXT_SCRIPT_GREEK,
    ICUTEXT_SCRIPT_ARABIC,
    ICUTEXT_SCRIPT_HEBREW,
    /// Every other script.
    ICUTEXT_SCRIPT_OTHER,
};

/// The script of a scalar.
enum icutext_script icutext_script_of(uint32_t scalar);

/// Writes the NUL-terminated ISO 15924 code of a scalar's script, such as `Latn` or `Deva`; `Zyyy` or `Zinh` for
/// characters that belong to no particular script. The buffer must have at least five bytes.
///
/// Returns 0, or ICU's error code.
int icutext_script_code(uint32_t scalar, char *code);

#pragma clang assume_nonnull end

#endif
