#include "CCurl.h"
#include "library.h"

#include <string.h>

static char *part(const ccurl_library *curl, CURLU *url, CURLUPart which) {
    char *text = NULL;
    return curl->curl_url_get(url, which, &text, CURLU_DEFAULT_PORT) == CURLUE_OK ? text : NULL;
}

int ccurl_url_parts(const char *url, ccurl_parts *parts) {
    const ccurl_library *curl = ccurl_load();
    memset(parts, 0, sizeof *parts);
    if (curl->failure != NULL) return 1;
    CURLU *handle = curl->curl_url();
    if (handle == NULL) return 1;
    if (curl->curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK) {
        parts->scheme = part(curl, handle, CURLUPART_SCHEME);
        parts->host = part(curl, handle, CURLUPART_HOST);
        parts->port = part(curl, handle, CURLUPART_PORT);
    }
    curl->curl_url_cleanup(handle);
    int is_right = parts->scheme != NULL && parts->host != NULL && parts->port != NULL && parts->host[0] != '\0'
        && (strcmp(parts->scheme, "http") == 0 || strcmp(parts->scheme, "https") == 0);
    if (is_right) return 0;
    ccurl_free(parts->scheme);
    ccurl_free(parts->host);
    ccurl_free(parts->port);
    memset(parts, 0, sizeof *parts);
    return 1;
}

char *ccurl_url_resolve(const char *base, const char *reference) {
    const ccurl_library *curl = ccurl_load();
    if (curl->failure != NULL) return NULL;
    CURLU *handle = curl->curl_url();
    if (handle == NULL) return NULL;
    char *text = NULL;
    if (curl->curl_url_set(handle, CURLUPART_URL, base, 0) == CURLUE_OK
        && curl->curl_url_set(handle, CURLUPART_URL, reference, CURLU_URLENCODE) == CURLUE_OK) {
        text = part(curl, handle, CURLUPART_URL);
    }
    curl->curl_url_cleanup(handle);
    return text;
}

void ccurl_free(void *memory) {
    const ccurl_library *curl = ccurl_load();
    if (memory != NULL && curl->failure == NULL) curl->curl_free(memory);
}

int64_t ccurl_date(const char *text) {
    const ccurl_library *curl = ccurl_load();
    return curl->failure == NULL ? (int64_t)curl->curl_getdate(text, NULL) : -1;
}
