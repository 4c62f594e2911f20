#ifndef CCURL_H
#define CCURL_H

// HTTP through libcurl.
//
// The library is loaded by the first call to one of these functions, so a program that sends no requests does not load
// it. Swift cannot call curl's variadic functions, so all required options are set here.
//
// A multi handle and its transfers belong to one thread; only ccurl_multi_wakeup() may be called from other threads.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads the library.
///
/// Returns NULL on success, otherwise the reason, a string that is never freed.
const char *_Nullable ccurl_load_failure(void);

/// A set of transfers that run on one thread and share connections.
typedef struct ccurl_multi ccurl_multi;

/// A transfer.
typedef struct ccurl_transfer ccurl_transfer;

/// Creates a set of transfers. NULL if the library is missing or memory is exhausted.
///
/// - kept_connections: the maximum number of idle connections to keep for later transfers.
ccurl_multi *_Nullable ccurl_multi_create(long kept_connections);

/// Frees a set that has no transfers left.
void ccurl_multi_destroy(ccurl_multi *multi);

/// Performs the transfers' pending work without waiting. Returns 0, or a code for ccurl_multi_text().
int ccurl_multi_perform(ccurl_multi *multi);

/// Waits until a transfer can proceed, ccurl_multi_wakeup() is called, or the time has elapsed.
int ccurl_multi_poll(ccurl_multi *multi, int milliseconds);

/// Ends the current or the next ccurl_multi_poll(). This is the only function that other threads may call.
int ccurl_multi_wakeup(ccurl_multi *multi);

/// The text for a code that one of the functions above returned.
const char *ccurl_multi_text(int code);

/// The next completed transfer, or NULL; code is set to its result, see ccurl_code.
ccurl_transfer *_Nullable ccurl_multi_next_ended(ccurl_multi *multi, int *code);

/// The result of a body callback.
enum ccurl_answer { CCURL_ACCEPTED, CCURL_PAUSE, CCURL_ABORT };

/// Callbacks of a transfer, called on the thread of its set.
typedef struct {
    /// A line of the response head, including its line ending. Returns nonzero to continue.
    int (*header)(const char *bytes, size_t count, void *context);
    /// A chunk of the decompressed body. Returns a ccurl_answer; after CCURL_PAUSE, the same bytes are delivered again.
    int (*body)(const char *bytes, size_t count, void *context);
    void *context;
} ccurl_receiver;

/// The request. All fields are copied.
typedef struct {
    const char *method;
    const char *url;
    /// Lines of the form "Name: value".
    const char *const _Nullable *_Nonnull headers;
    size_t header_count;
    /// NULL for a request without a body.
    const uint8_t *_Nullable body;
    size_t body_count;
    /// 0 for no limit.
    long connect_milliseconds;
    int accepts_compressed;
} ccurl_request;

/// Creates a transfer. NULL if the library is missing or memory is exhausted.
ccurl_transfer *_Nullable ccurl_transfer_create(const ccurl_request *request, ccurl_receiver receiver);

/// Frees a transfer that is not in a set.
void ccurl_transfer_destroy(ccurl_transfer *transfer);

/// Adds a transfer to a set, which starts it.
int ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer);

/// Removes a transfer from its set, regardless of its state.
void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer);

/// Resumes a paused transfer. This may invoke the body callback.
void ccurl_transfer_resume(ccurl_transfer *transfer);

/// Whether the complete request has been sent.
int ccurl_transfer_is_sent(ccurl_transfer *transfer);

/// The number of new connections for a transfer; 0 if an existing one was reused.
long ccurl_transfer_connections(ccurl_transfer *transfer);

/// Curl's message about the failure; may be empty.
const char *ccurl_transfer_failure(ccurl_transfer *transfer);

/// The classified result of a transfer.
enum ccurl_outcome {
    CCURL_OK,
    /// The URL is malformed or not an HTTP URL.
    CCURL_BAD_URL,
    /// The host name cannot be resolved.
    CCURL_NO_HOST,
    /// The proxy name cannot be resolved.
    CCURL_NO_PROXY,
    /// The connection was refused or failed.
    CCURL_NO_CONNECTION,
    /// curl's own time limit for connecting was exceeded.
    CCURL_TIMED_OUT,
    /// The server's certificate is not trusted.
    CCURL_UNTRUSTED,
    /// The TLS connection failed.
    CCURL_TLS_FAILED,
    /// The connection was lost.
    CCURL_TRUNCATED,
    /// The response is not HTTP, or its compression is invalid.
    CCURL_MALFORMED,
    /// A callback aborted the transfer.
    CCURL_ABORTED,
    /// Another failure.
    CCURL_FAILED,
};
enum ccurl_outcome ccurl_outcome_of(int code);

/// curl's text for a result.
const char *ccurl_code_text(int code);

/// The components of a URL; the caller frees each with ccurl_free(). Returns 0 for an HTTP URL with a host, otherwise
/// nonzero. The port is always set.
typedef struct {
    char *_Nullable scheme;
    char *_Nullable host;
    char *_Nullable port;
} ccurl_parts;
int ccurl_url_parts(const char *url, ccurl_parts *parts);

/// Resolves a URL reference against a base URL. NULL if it is malformed. The caller frees the result with ccurl_free().
char *_Nullable ccurl_url_resolve(const char *base, const char *reference);

void ccurl_free(void *_Nullable memory);

/// Parses an HTTP date to seconds since 1970; -1 if it is malformed.
int64_t ccurl_date(const char *text);

#pragma clang assume_nonnull end

#endif
