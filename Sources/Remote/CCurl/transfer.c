#include "transfer.h"

#include <stdlib.h>
#include <string.h>

static size_t header(char *bytes, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    return transfer->receiver.header(bytes, size * count, transfer->receiver.context) ? size * count : 0;
}

static size_t body(char *bytes, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    switch (transfer->receiver.body(bytes, size * count, transfer->receiver.context)) {
    case CCURL_ACCEPTED: return size * count;
    case CCURL_PAUSE: return CURL_WRITEFUNC_PAUSE;
    // Any value other than the number of bytes aborts the transfer. If there are no bytes, 0 would mean success.
    default: return size * count + 1;
    }
}

// curl may resend a request over a new connection if a reused one was closed without a response. Neither curl nor we
// can know whether the server has read the request. This callback cannot rewind the body, so curl fails instead, and
// nothing is billed twice. (A body in CURLOPT_POSTFIELDS would be sent again.)
static size_t outgoing(char *bytes, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    size_t rest = (size_t)transfer->body_count - transfer->body_place;
    size_t room = size * count;
    if (rest > room) rest = room;
    if (rest > 0) memcpy(bytes, transfer->body + transfer->body_place, rest);
    transfer->body_place += rest;
    return rest;
}

static int append(const ccurl_library *curl, ccurl_transfer *transfer, const char *line) {
    struct curl_slist *longer = curl->curl_slist_append(transfer->headers, line);
    if (longer == NULL) return 0;
    transfer->headers = longer;
    return 1;
}

ccurl_transfer *ccurl_transfer_create(const ccurl_request *request, ccurl_receiver receiver) {
    const ccurl_library *curl = ccurl_load();
    if (curl->failure != NULL) return NULL;
    ccurl_transfer *transfer = calloc(1, sizeof *transfer);
    if (transfer == NULL) return NULL;
    transfer->receiver = receiver;
    transfer->body_count = request->body == NULL ? 0 : (int64_t)request->body_count;
    if (transfer->body_count > 0) {
        transfer->body = malloc(request->body_count);
        if (transfer->body == NULL) {
            free(transfer);
            return NULL;
        }
        memcpy(transfer->body, request->body, request->body_count);
    }
    CURL *easy = curl->curl_easy_init();
    transfer->easy = easy;
    int is_right = easy != NULL;
    for (size_t i = 0; is_right && i < request->header_count; i++) {
        if (request->headers[i] != NULL) is_right = append(curl, transfer, request->headers[i]);
    }
    // Otherwise curl sends "Expect: 100-continue" for a long body, and waits for a second if the server ignores it.
    is_right = is_right && append(curl, transfer, "Expect:");

#define SET(option, value) is_right = is_right && curl->curl_easy_setopt(easy, option, value) == CURLE_OK
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_NOPROGRESS, 1L);
    SET(CURLOPT_TCP_KEEPALIVE, 1L);
    // The head of a proxy's CONNECT response is not part of the response.
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    // Credentials come only from our own headers: not from ~/.netrc, and not in reply to authentication challenges.
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_ERRORBUFFER, transfer->failure);
    SET(CURLOPT_PRIVATE, (char *)transfer);
    SET(CURLOPT_HEADERFUNCTION, header);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, body);
    SET(CURLOPT_WRITEDATA, transfer);
    if (request->body != NULL) {
        SET(CURLOPT_POST, 1L);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
        SET(CURLOPT_READFUNCTION, outgoing);
        SET(CURLOPT_READDATA, transfer);
    } else if (strcmp(request->method, "HEAD") == 0) {
        SET(CURLOPT_NOBODY, 1L);
    } else {
        SET(CURLOPT_HTTPGET, 1L);
    }
    SET(CURLOPT_CUSTOMREQUEST, request->method);
    SET(CURLOPT_HTTPHEADER, transfer->headers);
    if (request->connect_milliseconds > 0) SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
    if (request->accepts_compressed) SET(CURLOPT_ACCEPT_ENCODING, "");
#undef SET
    // With this option, an aborted transfer does not wait for the resolver thread. Older versions of libcurl lack this
    // option.
    if (is_right) curl->curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    if (is_right) return transfer;
    ccurl_transfer_destroy(transfer);
    return NULL;
}

void ccurl_transfer_destroy(ccurl_transfer *transfer) {
    const ccurl_library *curl = ccurl_load();
    if (transfer->easy != NULL) curl->curl_easy_cleanup(transfer->easy);
    if (transfer->headers != NULL) curl->curl_slist_free_all(transfer->headers);
    free(transfer->body);
    free(transfer);
}

void ccurl_transfer_resume(ccurl_transfer *transfer) {
    ccurl_load()->curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
}

int ccurl_transfer_is_sent(ccurl_transfer *transfer) {
    const ccurl_library *curl = ccurl_load();
    long request = 0;
    curl->curl_easy_getinfo(transfer->easy, CURLINFO_REQUEST_SIZE, &request);
    // curl's count of sent bytes refers to the last connection, which may not be the one on which the request was lost.
    // The body that curl has read may not have been sent yet, so in case of doubt the request is treated as sent.
    return request > 0 && (int64_t)transfer->body_place >= transfer->body_count;
}

long ccurl_transfer_connections(ccurl_transfer *transfer) {
    long count = 0;
    ccurl_load()->curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &count);
    return count;
}

const char *ccurl_transfer_failure(ccurl_transfer *transfer) { return transfer->failure; }

const char *ccurl_code_text(int code) { return ccurl_load()->curl_easy_strerror((CURLcode)code); }

enum ccurl_outcome ccurl_outcome_of(int code) {
    switch ((CURLcode)code) {
    case CURLE_OK: return CCURL_OK;
    case CURLE_URL_MALFORMAT: return CCURL_BAD_URL;
    case CURLE_COULDNT_RESOLVE_HOST: return CCURL_NO_HOST;
    case CURLE_COULDNT_RESOLVE_PROXY: return CCURL_NO_PROXY;
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY: return CCURL_NO_CONNECTION;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_TIMED_OUT;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return CCURL_UNTRUSTED;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_USE_SSL_FAILED: return CCURL_TLS_FAILED;
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_SEND_FAIL_REWIND:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return CCURL_TRUNCATED;
    // A response without a head, which curl treats as HTTP/0.9.
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_HTTP_RETURNED_ERROR: return CCURL_MALFORMED;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK: return CCURL_ABORTED;
    default: return CCURL_FAILED;
    }
}
