#include "library.h"

#if defined(__linux__)

#include "CDynamicLibrary.h"

#include <pthread.h>

static pulse_library library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *const simple_names[] = {"libpulse-simple.so.0", NULL};
static const char *const client_names[] = {"libpulse.so.0", NULL};

static void load(void) {
    static const dynamic_function simple[] = {
        {"pa_simple_new", &library.simple_new},
        {"pa_simple_free", &library.simple_free},
        {"pa_simple_write", &library.simple_write},
        {"pa_simple_drain", &library.simple_drain},
        {"pa_simple_flush", &library.simple_flush},
        {"pa_simple_get_latency", &library.simple_get_latency},
        {NULL, NULL},
    };
    static const dynamic_function client[] = {
        {"pa_strerror", &library.strerror},
        {"pa_mainloop_new", &library.mainloop_new},
        {"pa_mainloop_free", &library.mainloop_free},
        {"pa_mainloop_get_api", &library.mainloop_get_api},
        {"pa_mainloop_prepare", &library.mainloop_prepare},
        {"pa_mainloop_poll", &library.mainloop_poll},
        {"pa_mainloop_dispatch", &library.mainloop_dispatch},
        {"pa_context_new", &library.context_new},
        {"pa_context_unref", &library.context_unref},
        {"pa_context_connect", &library.context_connect},
        {"pa_context_disconnect", &library.context_disconnect},
        {"pa_context_get_state", &library.context_get_state},
        {"pa_context_errno", &library.context_errno},
        {NULL, NULL},
    };
    library.failure = dynamic_library_load(simple_names, simple);
    if (library.failure == NULL) library.failure = dynamic_library_load(client_names, client);
}

const pulse_library *pulse_load(void) {
    pthread_once(&once, load);
    return &library;
}

#else

static const pulse_library library = {.failure = "PulseAudio is not used on this system"};

const pulse_library *pulse_load(void) { return &library; }

#endif
