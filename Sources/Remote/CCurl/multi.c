#include "CCurl.h"
#include "library.h"
#include "transfer.h"

static CURLM *handle(ccurl_multi *multi) { return (CURLM *)multi; }

ccurl_multi *ccurl_multi_create(long kept_connections) {
    const ccurl_library *curl = ccurl_load();
    if (curl->failure != NULL) return NULL;
    CURLM *multi = curl->curl_multi_init();
    if (multi == NULL) return NULL;
    curl->curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kept_connections);
    return (ccurl_multi *)multi;
}

void ccurl_multi_destroy(ccurl_multi *multi) { ccurl_load()->curl_multi_cleanup(handle(multi)); }

int ccurl_multi_perform(ccurl_multi *multi) {
    int running = 0;
    return ccurl_load()->curl_multi_perform(handle(multi), &running);
}

int ccurl_multi_poll(ccurl_multi *multi, int milliseconds) {
    return ccurl_load()->curl_multi_poll(handle(multi), NULL, 0, milliseconds, NULL);
}

int ccurl_multi_wakeup(ccurl_multi *multi) { return ccurl_load()->curl_multi_wakeup(handle(multi)); }

const char *ccurl_multi_text(int code) { return ccurl_load()->curl_multi_strerror((CURLMcode)code); }

ccurl_transfer *ccurl_multi_next_ended(ccurl_multi *multi, int *code) {
    const ccurl_library *curl = ccurl_load();
    int left = 0;
    for (;;) {
        CURLMsg *message = curl->curl_multi_info_read(handle(multi), &left);
        if (message == NULL) return NULL;
        if (message->msg != CURLMSG_DONE) continue;
        *code = (int)message->data.result;
        char *transfer = NULL;
        curl->curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        return (ccurl_transfer *)(void *)transfer;
    }
}

int ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer) {
    return ccurl_load()->curl_multi_add_handle(handle(multi), transfer->easy);
}

void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer) {
    ccurl_load()->curl_multi_remove_handle(handle(multi), transfer->easy);
}
