#ifndef CCURL_H
#define CCURL_H

// HTTP through libcurl.
//
// The library is loaded when the first of these functions is called, so a program that sends no request does not pay for
// it. curl's own functions with a variable number of arguments cannot be called from Swift; here every option that is
// needed is set in one place.
//
// A multi handle and the transfers in it belong to one thread; ccurl_multi_wakeup() alone may be called from any.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads the library.
///
/// Returns NULL when it is there, and otherwise a text that says why not. The text lives as long as the process.
const char *_Nullable ccurl_load_failure(void);

/// A set of transfers that are driven together and share connections.
typedef struct ccurl_multi ccurl_multi;

/// A transfer.
typedef struct ccurl_transfer ccurl_transfer;

/// Makes a set of transfers. NULL when the library is not there, or memory is not.
///
/// - kept_connections: how many connections are kept open for later transfers.
ccurl_multi *_Nullable ccurl_multi_create(long kept_connections);

/// Frees a set that holds no transfer.
void ccurl_multi_destroy(ccurl_multi *multi);

/// Lets transfers go on without waiting. Returns 0, or a number of ccurl_multi_text().
int ccurl_multi_perform(ccurl_multi *multi);

/// Waits until a transfer can go on, until somebody calls ccurl_multi_wakeup(), or until the time is over.
int ccurl_multi_poll(ccurl_multi *multi, int milliseconds);

/// Ends ccurl_multi_poll(), now or when it is called next. The only function that other threads may call.
int ccurl_multi_wakeup(ccurl_multi *multi);

/// What a number of the functions above means.
const char *ccurl_multi_text(int code);

/// The next transfer that has ended, or NULL; code is set to its result, see ccurl_code.
ccurl_transfer *_Nullable ccurl_multi_next_ended(ccurl_multi *multi, int *code);

/// What a function may answer to bytes that came.
enum ccurl_answer { CCURL_TAKEN, CCURL_PAUSE, CCURL_ABORT };

/// What is told of a transfer, on the thread of its set.
typedef struct {
    /// A line of the head of an answer, with its end of line. Returns nonzero to go on.
    int (*header)(const char *bytes, size_t count, void *context);
    /// A piece of the body, decompressed. Returns a ccurl_answer; after CCURL_PAUSE the same bytes come again.
    int (*body)(const char *bytes, size_t count, void *context);
    void *context;
} ccurl_receiver;

/// What is sent. Everything is copied.
typedef struct {
    const char *method;
    const char *url;
    /// Lines "Name: value".
    const char *const _Nullable *_Nonnull headers;
    size_t header_count;
    /// NULL for a request without a body.
    const uint8_t *_Nullable body;
    size_t body_count;
    /// 0 for none.
    long connect_milliseconds;
    int accepts_compressed;
} ccurl_request;

/// Makes a transfer. NULL when the library is not there, or memory is not.
ccurl_transfer *_Nullable ccurl_transfer_create(const ccurl_request *request, ccurl_receiver receiver);

/// Frees a transfer that is in no set.
void ccurl_transfer_destroy(ccurl_transfer *transfer);

/// Puts a transfer into a set, which begins it.
int ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer);

/// Takes a transfer out of its set, whatever it is doing.
void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer);

/// Goes on with a transfer that was paused. May call the receiver.
void ccurl_transfer_resume(ccurl_transfer *transfer);

/// Whether the request has been sent to its last byte.
int ccurl_transfer_is_sent(ccurl_transfer *transfer);

/// How many connections were made for a transfer; 0 when it used one that was there.
long ccurl_transfer_connections(ccurl_transfer *transfer);

/// What curl says of its failure beyond the code; empty when nothing.
const char *ccurl_transfer_failure(ccurl_transfer *transfer);

/// What a result of a transfer means.
enum ccurl_outcome {
    CCURL_OK,
    /// The URL is none, or not one of HTTP.
    CCURL_BAD_URL,
    /// The name of the host is not known.
    CCURL_NO_HOST,
    /// The name of the proxy is not known.
    CCURL_NO_PROXY,
    /// Nobody answers at the address.
    CCURL_NO_CONNECTION,
    /// curl's own time limit, which is the one for connecting.
    CCURL_TIMED_OUT,
    /// The certificate of the server is not to be trusted.
    CCURL_UNTRUSTED,
    /// The connection could not be encrypted.
    CCURL_TLS_FAILED,
    /// The connection broke.
    CCURL_CUT,
    /// The answer is no HTTP, or is packed wrongly.
    CCURL_GARBLED,
    /// A receiver asked for the end.
    CCURL_ABORTED,
    /// Anything else.
    CCURL_FAILED,
};
enum ccurl_outcome ccurl_outcome_of(int code);

/// What curl calls a result.
const char *ccurl_code_text(int code);

/// Parts of a URL: the caller frees each by ccurl_free(). Returns 0, or nonzero when it is no URL of HTTP with a host.
/// The port is always set.
typedef struct {
    char *_Nullable scheme;
    char *_Nullable host;
    char *_Nullable port;
} ccurl_parts;
int ccurl_url_parts(const char *url, ccurl_parts *parts);

/// A URL, relative or not, seen from another. NULL when there is none. The caller frees it by ccurl_free().
char *_Nullable ccurl_url_resolve(const char *base, const char *reference);

void ccurl_free(void *_Nullable memory);

/// Seconds since 1970 of a date as HTTP writes it, or -1.
int64_t ccurl_date(const char *text);

#pragma clang assume_nonnull end

#endif
