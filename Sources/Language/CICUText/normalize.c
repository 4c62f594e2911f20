#include "CICUText.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

int32_t icutext_normalize(
    enum icutext_form form, const uint16_t *text, int32_t length, uint16_t *result, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *normalizer;
    switch (form) {
    case ICUTEXT_NFC: normalizer = unorm2_getNFCInstance(&status); break;
    case ICUTEXT_NFD: normalizer = unorm2_getNFDInstance(&status); break;
    case ICUTEXT_NFKC: normalizer = unorm2_getNFKCInstance(&status); break;
    case ICUTEXT_NFKD: normalizer = unorm2_getNFKDInstance(&status); break;
    case ICUTEXT_NFKC_CASEFOLD: normalizer = unorm2_getNFKCCasefoldInstance(&status); break;
    default: return -1;
    }
    if (U_FAILURE(status)) return -1;
    int32_t count = unorm2_normalize(normalizer, (const UChar *)text, length, (UChar *)result, capacity, &status);
    return status == U_BUFFER_OVERFLOW_ERROR || U_SUCCESS(status) ? count : -1;
}

int32_t icutext_lower(
    const char *language, const uint16_t *text, int32_t length, uint16_t *result, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t count = u_strToLower((UChar *)result, capacity, (const UChar *)text, length, language, &status);
    return status == U_BUFFER_OVERFLOW_ERROR || U_SUCCESS(status) ? count : -1;
}

uint8_t icutext_combining_class(uint32_t scalar) { return u_getCombiningClass((UChar32)scalar); }

enum icutext_role icutext_role_of(uint32_t scalar) {
    uint32_t category = U_MASK(u_charType((UChar32)scalar));
    if (category & U_GC_Z_MASK) return ICUTEXT_ROLE_SPACE;
    if (category & U_GC_CC_MASK) {
        return u_isUWhiteSpace((UChar32)scalar) ? ICUTEXT_ROLE_SPACE : ICUTEXT_ROLE_INVISIBLE;
    }
    if (category & U_GC_CF_MASK) return ICUTEXT_ROLE_INVISIBLE;
    if (category & (U_GC_P_MASK | U_GC_SK_MASK)) return ICUTEXT_ROLE_PUNCTUATION;
    return ICUTEXT_ROLE_OTHER;
}
