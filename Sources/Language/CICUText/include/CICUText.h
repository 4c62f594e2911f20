#ifndef CICUTEXT_H
#define CICUTEXT_H

// What Parlance uses of ICU, under names that stay: ICU puts its version into the names of its functions by macros, which
// Swift does not see.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What a boundary of a text stands between.
enum icutext_boundary {
    ICUTEXT_WORD = 1,
    ICUTEXT_SENTENCE = 2,
};

/// What a segment between two word boundaries is.
enum icutext_word {
    /// White space, punctuation, symbols.
    ICUTEXT_WORD_NONE = 0,
    ICUTEXT_WORD_NUMBER = 100,
    ICUTEXT_WORD_LETTER = 200,
    ICUTEXT_WORD_KANA = 300,
    ICUTEXT_WORD_IDEOGRAPH = 400,
};

/// Told of a segment: it ends before code unit `end`; `status` is one of icutext_word for words, and ICU's rule status for
/// sentences. The next one begins at `end`.
typedef void (*icutext_segment)(void *context, int32_t end, int32_t status);

/// Cuts a text, by the rules of Unicode Standard Annex 29 and ICU's dictionaries for scripts without spaces.
///
/// `text` is UTF-16; `language` a BCP 47 tag or NULL for the rules of the root. Returns 0, or ICU's error code (positive),
/// or -1 for an unknown `boundary`.
int icutext_cut(
    enum icutext_boundary boundary, const char *_Nullable language, const uint16_t *text, int32_t length,
    icutext_segment segment, void *context);

/// The tag with the script and region that are meant when it names none: `ja` becomes `ja-Jpan-JP`.
///
/// Returns 0 and writes the tag, ended by NUL, or returns ICU's error code.
int icutext_likely_tag(const char *tag, char *result, int32_t capacity);

/// The ways of writing one text that Unicode Standard Annex 15 defines.
enum icutext_form {
    ICUTEXT_NFC = 1,
    ICUTEXT_NFD = 5,
    ICUTEXT_NFKC = 2,
    ICUTEXT_NFKD = 3,
    /// NFKC with case folded, and without what is ignored by default (soft hyphens, joiners).
    ICUTEXT_NFKC_CASEFOLD = 4,
};

/// Writes a text (UTF-16) in a normal form.
///
/// Returns the length of the whole result, which was not written when it is above `capacity`; -1 when ICU fails.
int32_t icutext_normalize(
    enum icutext_form form, const uint16_t *text, int32_t length, uint16_t *result, int32_t capacity);

/// Writes a text (UTF-16) in lower case, by the rules of a language (ISO 639; the empty string for those of the root).
///
/// Returns the length of the whole result, which was not written when it is above `capacity`; -1 when ICU fails.
int32_t icutext_lower(
    const char *language, const uint16_t *text, int32_t length, uint16_t *result, int32_t capacity);

/// The canonical combining class of a scalar: 0 for all but combining marks.
uint8_t icutext_combining_class(uint32_t scalar);

/// What a scalar is to the spelling of a headword.
enum icutext_role {
    /// Letters, digits, symbols, marks.
    ICUTEXT_ROLE_OTHER = 0,
    /// Spaces and line breaks.
    ICUTEXT_ROLE_SPACE = 1,
    /// Punctuation, and accents that stand by themselves.
    ICUTEXT_ROLE_PUNCTUATION = 2,
    /// Controls and formats.
    ICUTEXT_ROLE_INVISIBLE = 3,
};

/// What a scalar is to the spelling of a headword, by its general category.
enum icutext_role icutext_role_of(uint32_t scalar);
/// The tag with the codes that BCP 47 wants: `deu` becomes `de`, `iw` becomes `he`.
///
/// Returns 0 and writes the tag, ended by NUL, or returns ICU's error code.
int icutext_canonical_tag(const char *tag, char *result, int32_t capacity);

/// Turns bytes of another character encoding, such as `EUC-JP`, into UTF-8; what cannot be read becomes U+FFFD.
///
/// Returns how many bytes the result has; when that is more than `capacity`, the result is cut, and the call is to be
/// repeated with more. Returns -1 when the encoding is not known.
int32_t icutext_to_utf8(const char *encoding, const char *bytes, int32_t length, char *result, int32_t capacity);

/// Writes texts of one script in another.
typedef struct icutext_transliterator icutext_transliterator;

/// Opens a transliterator by ICU's name for it: `Greek-Latin/UNGEGN`.
///
/// Returns NULL when there is none of that name, or no data. It must not be used from two threads at once.
icutext_transliterator *_Nullable icutext_transliterator_open(const char *id);

/// Gives back what a transliterator holds.
void icutext_transliterator_close(icutext_transliterator *transliterator);

/// Transliterates a text (UTF-16).
///
/// Returns the length of the whole result, which was not written when it is above `capacity`; -1 when ICU fails. What is
/// longer than `capacity` is not looked at, and its own length is returned.
int32_t icutext_transliterate(
    const icutext_transliterator *transliterator, const uint16_t *text, int32_t length, uint16_t *result,
    int32_t capacity);

/// The scripts that are told apart.
enum icutext_script {
    /// Punctuation, digits, marks: what is of no script of its own.
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

/// The script of a scalar by the four letters of ISO 15924, and a NUL behind them: `Latn`, `Deva`; `Zyyy` and `Zinh` for
/// what is of no script of its own. There must be room for all five.
///
/// Returns 0, or ICU's error code.
int icutext_script_code(uint32_t scalar, char *code);

#pragma clang assume_nonnull end

#endif
