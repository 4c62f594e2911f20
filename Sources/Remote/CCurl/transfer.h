#ifndef CCURL_TRANSFER_H
#define CCURL_TRANSFER_H

#include "CCurl.h"
#include "library.h"

struct ccurl_transfer {
    CURL *easy;
    struct curl_slist *headers;
    ccurl_receiver receiver;
    int64_t body_count;
    unsigned char *body;
    /// The number of body bytes that curl has read.
    size_t body_place;
    char failure[CURL_ERROR_SIZE];
};

#endif
