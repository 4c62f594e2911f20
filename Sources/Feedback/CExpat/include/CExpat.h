#ifndef CEXPAT_H
#define CEXPAT_H

// Reads XML with expat.
//
// The library is loaded by the first call, so its headers are not needed for building, and programs that read no XML do
// not load it. Nothing outside the given bytes is opened.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads the library.
///
/// Returns NULL on success, otherwise the reason for the failure. The string remains valid until the process exits.
const char *_Nullable cexpat_load_failure(void);

/// A position in a document.
typedef struct {
    /// Counted from 1.
    int64_t line;
    /// The column in Unicode scalars, counted from 1.
    int64_t column;
    /// The byte offset, counted from 0.
    int64_t offset;
} cexpat_position;

/// Handlers for the parts of a document, called in order; each returns 0 to stop the parser.
typedef struct {
    void *context;
    /// A start tag. `attributes` alternates names and values, and is terminated by NULL.
    int (*start)(void *context, const char *name, const char *_Nullable const *_Nonnull attributes,
                 cexpat_position position);
    int (*end)(void *context);
    /// A part of the text between tags.
    int (*text)(void *context, const char *bytes, int count, cexpat_position position);
    /// The source of any other markup, such as `<!DOCTYPE`, `<![CDATA[` and comments.
    int (*other)(void *context, const char *bytes, int count, cexpat_position position);
} cexpat_handler;

/// Parses a whole document in UTF-8.
///
/// - position: set on error.
/// - Returns NULL for a well-formed document that was read to its end, otherwise an error message.
const char *_Nullable cexpat_parse(const uint8_t *bytes, int count, const cexpat_handler *handler,
                                   cexpat_position *position);

#pragma clang assume_nonnull end

#endif
