#include "CExpat.h"

#include "CDynamicLibrary.h"

// Declares the part of expat's documented, stable interface that is used here.
typedef struct XML_ParserStruct *XML_Parser;

#define EXPAT_FUNCTIONS(X)                                                                                             \
    X(XML_Parser, XML_ParserCreate, (const char *encoding))                                                            \
    X(void, XML_ParserFree, (XML_Parser))                                                                              \
    X(void, XML_SetUserData, (XML_Parser, void *))                                                                     \
    X(void, XML_SetElementHandler,                                                                                     \
      (XML_Parser, void (*start)(void *, const char *, const char **), void (*end)(void *, const char *)))             \
    X(void, XML_SetCharacterDataHandler, (XML_Parser, void (*)(void *, const char *, int)))                            \
    X(void, XML_SetDefaultHandler, (XML_Parser, void (*)(void *, const char *, int)))                                  \
    X(int, XML_Parse, (XML_Parser, const char *bytes, int count, int is_final))                                        \
    X(int, XML_StopParser, (XML_Parser, unsigned char is_resumable))                                                   \
    X(int, XML_GetErrorCode, (XML_Parser))                                                                             \
    X(const char *, XML_ErrorString, (int code))                                                                       \
    X(unsigned long, XML_GetCurrentLineNumber, (XML_Parser))                                                           \
    X(unsigned long, XML_GetCurrentColumnNumber, (XML_Parser))                                                         \
    X(long, XML_GetCurrentByteIndex, (XML_Parser))

#if defined(__APPLE__)
DYNAMIC_LIBRARY(expat, EXPAT_FUNCTIONS, "/usr/lib/libexpat.1.dylib")
#else
DYNAMIC_LIBRARY(expat, EXPAT_FUNCTIONS, "libexpat.so.1")
#endif

const char *cexpat_load_failure(void) { return dynamic_library_failure(&expat); }

typedef struct {
    XML_Parser parser;
    const cexpat_handler *handler;
} parse_state;

static cexpat_position position_of(XML_Parser parser) {
    return (cexpat_position){
        .line = (int64_t)XML_GetCurrentLineNumber(parser),
        .column = (int64_t)XML_GetCurrentColumnNumber(parser) + 1,
        .offset = XML_GetCurrentByteIndex(parser),
    };
}

static void proceed(parse_state *state, int goes_on) {
    if (!goes_on) XML_StopParser(state->parser, 0);
}

static void start_element(void *data, const char *name, const char **attributes) {
    parse_state *state = data;
    proceed(state, state->handler->start(state->handler->context, name, attributes, position_of(state->parser)));
}

static void end_element(void *data, const char *name) {
    (void)name;
    parse_state *state = data;
    proceed(state, state->handler->end(state->handler->context));
}

static void text(void *data, const char *bytes, int count) {
    parse_state *state = data;
    proceed(state, state->handler->text(state->handler->context, bytes, count, position_of(state->parser)));
}

// With this handler, expat does not expand entities defined by a document.
static void other(void *data, const char *bytes, int count) {
    parse_state *state = data;
    proceed(state, state->handler->other(state->handler->context, bytes, count, position_of(state->parser)));
}

const char *cexpat_parse(const uint8_t *bytes, int count, const cexpat_handler *handler, cexpat_position *position) {
    const char *failure = cexpat_load_failure();
    if (failure != NULL) return failure;
    // The document is read as UTF-8, regardless of the encoding that it declares.
    XML_Parser parser = XML_ParserCreate("UTF-8");
    if (parser == NULL) return "out of memory";
    parse_state state = {.parser = parser, .handler = handler};
    XML_SetUserData(parser, &state);
    XML_SetElementHandler(parser, start_element, end_element);
    XML_SetCharacterDataHandler(parser, text);
    XML_SetDefaultHandler(parser, other);
    if (XML_Parse(parser, (const char *)bytes, count, 1) == 0) {
        *position = position_of(parser);
        failure = XML_ErrorString(XML_GetErrorCode(parser));
        if (failure == NULL) failure = "not well-formed";
    }
    XML_ParserFree(parser);
    return failure;
}
