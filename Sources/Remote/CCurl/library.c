#include "library.h"
#include "CCurl.h"
#include "CDynamicLibrary.h"

#include <pthread.h>

static ccurl_library library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#if defined(__APPLE__)
static const char *const names[] = {"/usr/lib/libcurl.4.dylib", "libcurl.4.dylib", NULL};
#else
// The second name belongs to the GnuTLS build, which has the same interface.
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
#endif

static void load(void) {
#define CCURL_ROW(name) {#name, &library.name},
    static const dynamic_function functions[] = {CCURL_FUNCTIONS(CCURL_ROW){NULL, NULL}};
#undef CCURL_ROW
    library.failure = dynamic_library_load(names, functions);
    if (library.failure == NULL && library.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        library.failure = "libcurl could not be initialised";
    }
}

const ccurl_library *ccurl_load(void) {
    pthread_once(&once, load);
    return &library;
}

const char *ccurl_load_failure(void) { return ccurl_load()->failure; }

