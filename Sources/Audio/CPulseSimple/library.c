#include "library.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pulse_library library;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure_text[256];

static int resolve(void *handle, const char *name, void *slot) {
    void *symbol = dlsym(handle, name);
    if (symbol == NULL) {
        snprintf(failure_text, sizeof failure_text, "the installed PulseAudio library lacks %s", name);
        library.failure = failure_text;
        return 0;
    }
    *(void **)slot = symbol;
    return 1;
}

static void *open_library(const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        snprintf(failure_text, sizeof failure_text, "%s", reason != NULL ? reason : name);
        library.failure = failure_text;
    }
    return handle;
}

// The handles are kept for good: the library's own threads may outlive any stream.
static void load(void) {
    void *simple = open_library("libpulse-simple.so.0");
    if (simple == NULL) return;
    void *client = open_library("libpulse.so.0");
    if (client == NULL) return;
    (void)(resolve(simple, "pa_simple_new", &library.simple_new)
           && resolve(simple, "pa_simple_free", &library.simple_free)
           && resolve(simple, "pa_simple_write", &library.simple_write)
           && resolve(simple, "pa_simple_drain", &library.simple_drain)
           && resolve(simple, "pa_simple_flush", &library.simple_flush)
           && resolve(simple, "pa_simple_get_latency", &library.simple_get_latency)
           && resolve(client, "pa_strerror", &library.strerror)
           && resolve(client, "pa_mainloop_new", &library.mainloop_new)
           && resolve(client, "pa_mainloop_free", &library.mainloop_free)
           && resolve(client, "pa_mainloop_get_api", &library.mainloop_get_api)
           && resolve(client, "pa_mainloop_prepare", &library.mainloop_prepare)
           && resolve(client, "pa_mainloop_poll", &library.mainloop_poll)
           && resolve(client, "pa_mainloop_dispatch", &library.mainloop_dispatch)
           && resolve(client, "pa_context_new", &library.context_new)
           && resolve(client, "pa_context_unref", &library.context_unref)
           && resolve(client, "pa_context_connect", &library.context_connect)
           && resolve(client, "pa_context_disconnect", &library.context_disconnect)
           && resolve(client, "pa_context_get_state", &library.context_get_state)
           && resolve(client, "pa_context_errno", &library.context_errno));
}

const pulse_library *pulse_load(void) {
    pthread_once(&once, load);
    return &library;
}

#else

static const pulse_library library = {.failure = "PulseAudio is not used on this system"};

const pulse_library *pulse_load(void) { return &library; }

#endif
