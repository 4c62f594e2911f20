#include "CExpat.h"

#include "CDynamicLibrary.h"

#include <pthread.h>

// The part of expat's stable interface that is used here, as its documentation declares it.
typedef struct XML_ParserStruct *XML_Parser;

#define EXPAT_FUNCTIONS(X)                                                                                             \
    X(XML_ParserCreate, XML_Parser, (const char *encoding))                                                            \
    X(XML_ParserFree, void, (XML_Parser))                                                                              \
    X(XML_SetUserData, void, (XML_Parser, void *))                                                                     \
    X(XML_SetElementHandler, void,                                                                                     \
      (XML_Parser, void (*start)(void *, const char *, const char **), void (*end)(void *, const char *)))             \
    X(XML_SetCharacterDataHandler, void, (XML_Parser, void (*)(void *, const char *, int)))                            \
    X(XML_SetDefaultHandler, void, (XML_Parser, void (*)(void *, const char *, int)))                                  \
    X(XML_Parse, int, (XML_Parser, const char *bytes, int count, int is_final))                                        \
    X(XML_StopParser, int, (XML_Parser, unsigned char is_resumable))                                                   \
    X(XML_GetErrorCode, int, (XML_Parser))                                                                             \
    X(XML_ErrorString, const char *, (int code))                                                                       \
    X(XML_GetCurrentLineNumber, unsigned long, (XML_Parser))                                                           \
    X(XML_GetCurrentColumnNumber, unsigned long, (XML_Parser))                                                         \
    X(XML_GetCurrentByteIndex, long, (XML_Parser))

static struct {
    const char *failure;
#define EXPAT_MEMBER(name, result, parameters) result(*name) parameters;
    EXPAT_FUNCTIONS(EXPAT_MEMBER)
#undef EXPAT_MEMBER
} expat;

static pthread_once_t once = PTHREAD_ONCE_INIT;

#if defined(__APPLE__)
static const char *const names[] = {"/usr/lib/libexpat.1.dylib", NULL};
#else
static const char *const names[] = {"libexpat.so.1", NULL};
#endif

static void load(void) {
#define EXPAT_ROW(name, result, parameters) {#name, &expat.name},
    static const dynamic_function functions[] = {EXPAT_FUNCTIONS(EXPAT_ROW){NULL, NULL}};
#undef EXPAT_ROW
    expat.failure = dynamic_library_load(names, functions);
}

const char *cexpat_load_failure(void) {
    pthread_once(&once, load);
    return expat.failure;
}

typedef struct {
    XML_Parser parser;
    const cexpat_handler *handler;
} parse_state;

static cexpat_position position_of(XML_Parser parser) {
    return (cexpat_position){
        .line = (int64_t)expat.XML_GetCurrentLineNumber(parser),
        .column = (int64_t)expat.XML_GetCurrentColumnNumber(parser) + 1,
        .offset = expat.XML_GetCurrentByteIndex(parser),
    };
}

static void proceed(parse_state *state, int goes_on) {
    if (!goes_on) expat.XML_StopParser(state->parser, 0);
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

// With this handler expat also expands no entity that a document defines.
static void other(void *data, const char *bytes, int count) {
    parse_state *state = data;
    proceed(state, state->handler->other(state->handler->context, bytes, count, position_of(state->parser)));
}

const char *cexpat_parse(const uint8_t *bytes, int count, const cexpat_handler *handler, cexpat_position *position) {
    const char *failure = cexpat_load_failure();
    if (failure != NULL) return failure;
    // Whatever encoding the document declares, it is read as UTF-8.
    XML_Parser parser = expat.XML_ParserCreate("UTF-8");
    if (parser == NULL) return "out of memory";
    parse_state state = {.parser = parser, .handler = handler};
    expat.XML_SetUserData(parser, &state);
    expat.XML_SetElementHandler(parser, start_element, end_element);
    expat.XML_SetCharacterDataHandler(parser, text);
    expat.XML_SetDefaultHandler(parser, other);
    if (expat.XML_Parse(parser, (const char *)bytes, count, 1) == 0) {
        *position = position_of(parser);
        failure = expat.XML_ErrorString(expat.XML_GetErrorCode(parser));
        if (failure == NULL) failure = "not well-formed";
    }
    expat.XML_ParserFree(parser);
    return failure;
}
