#ifndef CEXPAT_H
#define CEXPAT_H

// Reading XML with expat.
//
// The library is loaded by the first call: building needs no header of it, and a program that reads no XML does not pay for
// it. Nothing outside of the bytes is opened.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads the library.
///
/// Returns NULL when it is there, and otherwise a text that says why not. The text lives as long as the process.
const char *_Nullable cexpat_load_failure(void);

/// A place in a document.
typedef struct {
    /// Counted from 1.
    int64_t line;
    /// The Unicode scalar within the line, counted from 1.
    int64_t column;
    /// The byte, counted from 0.
    int64_t offset;
} cexpat_position;

/// What a document consists of, in its order; each function returns 0 to stop the parser.
typedef struct {
    void *context;
    /// A start tag. `attributes` holds names and values in turn, and a NULL at the end.
    int (*start)(void *context, const char *name, const char *_Nullable const *_Nonnull attributes,
                 cexpat_position position);
    int (*end)(void *context);
    /// A part of the text between tags.
    int (*text)(void *context, const char *bytes, int count, cexpat_position position);
    /// The markup of anything else as it is written, such as `<!DOCTYPE`, `<![CDATA[` and comments.
    int (*other)(void *context, const char *bytes, int count, cexpat_position position);
} cexpat_handler;

/// Reads a whole document in UTF-8.
///
/// - position: set when something is wrong.
/// - Returns NULL for a document that is well-formed and was read to its end, and otherwise a text that says what is wrong.
const char *_Nullable cexpat_parse(const uint8_t *bytes, int count, const cexpat_handler *handler,
                                   cexpat_position *position);

#pragma clang assume_nonnull end

#endif
