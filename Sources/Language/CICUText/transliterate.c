#include "CICUText.h"

#include <string.h>
#include <unicode/uscript.h>
#include <unicode/utrans.h>

enum { LONGEST_ID = 100 };

icutext_transliterator *icutext_transliterator_open(const char *id) {
    UChar name[LONGEST_ID];
    size_t length = strlen(id);
    if (length > LONGEST_ID) return NULL;
    for (size_t index = 0; index < length; index++) {
        if ((unsigned char)id[index] > 0x7E) return NULL;
        name[index] = (UChar)id[index];
    }
    UErrorCode status = U_ZERO_ERROR;
    UTransliterator *opened = utrans_openU(name, (int32_t)length, UTRANS_FORWARD, NULL, 0, NULL, &status);
    return U_FAILURE(status) ? NULL : (icutext_transliterator *)opened;
}

void icutext_transliterator_close(icutext_transliterator *transliterator) {
    utrans_close((UTransliterator *)transliterator);
}

int32_t icutext_transliterate(
    const icutext_transliterator *transliterator, const uint16_t *text, int32_t length, uint16_t *result,
    int32_t capacity) {
    if (length > capacity) return length;
    memcpy(result, text, (size_t)length * sizeof *text);
    UErrorCode status = U_ZERO_ERROR;
    int32_t limit = length;
    int32_t count = length;
    utrans_transUChars(
        (const UTransliterator *)transliterator, (UChar *)result, &count, capacity, 0, &limit, &status);
    return status == U_BUFFER_OVERFLOW_ERROR || U_SUCCESS(status) ? count : -1;
}

enum icutext_script icutext_script_of(uint32_t scalar) {
    UErrorCode status = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript((UChar32)scalar, &status);
    if (U_FAILURE(status)) return ICUTEXT_SCRIPT_NONE;
    switch (script) {
    case USCRIPT_COMMON:
    case USCRIPT_INHERITED:
    case USCRIPT_UNKNOWN: return ICUTEXT_SCRIPT_NONE;
    case USCRIPT_LATIN: return ICUTEXT_SCRIPT_LATIN;
    case USCRIPT_HAN: return ICUTEXT_SCRIPT_HAN;
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA: return ICUTEXT_SCRIPT_KANA;
    case USCRIPT_HANGUL: return ICUTEXT_SCRIPT_HANGUL;
    case USCRIPT_CYRILLIC: return ICUTEXT_SCRIPT_CYRILLIC;
    case USCRIPT_GREEK: return ICUTEXT_SCRIPT_GREEK;
    case USCRIPT_ARABIC: return ICUTEXT_SCRIPT_ARABIC;
    case USCRIPT_HEBREW: return ICUTEXT_SCRIPT_HEBREW;
    default: return ICUTEXT_SCRIPT_OTHER;
    }
}

int icutext_script_code(uint32_t scalar, char *code) {
    UErrorCode status = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript((UChar32)scalar, &status);
    if (U_FAILURE(status)) return status;
    const char *name = uscript_getShortName(script);
    if (name == NULL || strlen(name) != 4) return U_INVALID_FORMAT_ERROR;
    memcpy(code, name, 5);
    return 0;
}
