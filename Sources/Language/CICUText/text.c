#include "CICUText.h"

#include <unicode/ubrk.h>
#include <unicode/ucnv.h>
#include <unicode/uloc.h>

int icutext_cut(
    enum icutext_boundary boundary, const char *language, const uint16_t *text, int32_t length,
    icutext_segment segment, void *context) {
    UBreakIteratorType type;
    switch (boundary) {
    case ICUTEXT_WORD: type = UBRK_WORD; break;
    case ICUTEXT_SENTENCE: type = UBRK_SENTENCE; break;
    default: return -1;
    }
    char locale[ULOC_FULLNAME_CAPACITY] = "";
    UErrorCode status = U_ZERO_ERROR;
    if (language != NULL) {
        uloc_forLanguageTag(language, locale, sizeof locale, NULL, &status);
        // For an invalid tag, or a tag with an overlong subtag, the root locale is used.
        if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING) locale[0] = 0;
        status = U_ZERO_ERROR;
    }
    UBreakIterator *iterator = ubrk_open(type, locale, (const UChar *)text, length, &status);
    if (U_FAILURE(status)) return status;
    ubrk_first(iterator);
    for (int32_t end = ubrk_next(iterator); end != UBRK_DONE; end = ubrk_next(iterator)) {
        int32_t rule = ubrk_getRuleStatus(iterator);
        segment(context, end, type == UBRK_WORD ? rule / 100 * 100 : rule);
    }
    ubrk_close(iterator);
    return 0;
}

// Applies an ICU function for locales to a tag.
static int convert_tag(
    const char *tag, int32_t (*convert)(const char *, char *, int32_t, UErrorCode *), char *result, int32_t capacity) {
    char locale[ULOC_FULLNAME_CAPACITY];
    char converted[ULOC_FULLNAME_CAPACITY];
    UErrorCode status = U_ZERO_ERROR;
    uloc_forLanguageTag(tag, locale, sizeof locale, NULL, &status);
    convert(locale, converted, sizeof converted, &status);
    int32_t length = uloc_toLanguageTag(converted, result, capacity, 0, &status);
    if (U_FAILURE(status)) return status;
    return status == U_STRING_NOT_TERMINATED_WARNING || length >= capacity ? U_BUFFER_OVERFLOW_ERROR : 0;
}

int icutext_likely_tag(const char *tag, char *result, int32_t capacity) {
    return convert_tag(tag, uloc_addLikelySubtags, result, capacity);
}

int icutext_canonical_tag(const char *tag, char *result, int32_t capacity) {
    return convert_tag(tag, uloc_canonicalize, result, capacity);
}

int32_t icutext_to_utf8(const char *encoding, const char *bytes, int32_t length, char *result, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t count = ucnv_convert("UTF-8", encoding, result, capacity, bytes, length, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) return count > capacity ? count : capacity + 1;
    return U_FAILURE(status) ? -1 : count;
}
