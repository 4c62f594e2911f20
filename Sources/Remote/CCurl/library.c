#include "library.h"
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static ccurl_library library;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure_text[256];

#if defined(__APPLE__)
static const char *const names[] = {"/usr/lib/libcurl.4.dylib", "libcurl.4.dylib"};
#else
// The second is the name of the build with GnuTLS, which has the same interface.
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif

static int resolve(void *handle, const char *name, void *slot) {
    void *symbol = dlsym(handle, name);
    if (symbol == NULL) {
        snprintf(failure_text, sizeof failure_text, "the installed libcurl lacks %s", name);
        library.failure = failure_text;
        return 0;
    }
    *(void **)slot = symbol;
    return 1;
}

// The handle is kept for good: threads of the library that look up names may outlive any transfer.
static void load(void) {
    void *handle = NULL;
    for (size_t place = 0; handle == NULL && place < sizeof names / sizeof *names; place++) {
        handle = dlopen(names[place], RTLD_NOW | RTLD_LOCAL);
    }
    if (handle == NULL) {
        const char *reason = dlerror();
        snprintf(failure_text, sizeof failure_text, "%s", reason != NULL ? reason : names[0]);
        library.failure = failure_text;
        return;
    }
#define CCURL_RESOLVE(name) if (!resolve(handle, #name, &library.name)) return;
    CCURL_FUNCTIONS(CCURL_RESOLVE)
#undef CCURL_RESOLVE
    if (library.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        library.failure = "libcurl could not set itself up";
    }
}

const ccurl_library *ccurl_load(void) {
    pthread_once(&once, load);
    return &library;
}

const char *ccurl_load_failure(void) { return ccurl_load()->failure; }

const char *ccurl_version(void) {
    const ccurl_library *curl = ccurl_load();
    return curl->failure == NULL ? curl->curl_version() : "";
}
