#include "CPulseSimple.h"
#include "library.h"

#include <time.h>

static int64_t now_microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

// Runs the loop until the server has let us in, refused, or used up the time.
static int wait_until_ready(const pulse_library *library, void *mainloop, void *context, int64_t deadline) {
    for (;;) {
        int state = library->context_get_state(context);
        if (state == PULSE_CONTEXT_READY) return 0;
        if (state == PULSE_CONTEXT_FAILED || state == PULSE_CONTEXT_TERMINATED) {
            int error = library->context_errno(context);
            return error > 0 ? error : PULSE_ERR_CONNECTIONREFUSED;
        }
        int64_t left = deadline - now_microseconds();
        if (left <= 0) return PULSE_ERR_TIMEOUT;
        if (left > 1000000) left = 1000000;
        if (library->mainloop_prepare(mainloop, (int)left) < 0 || library->mainloop_poll(mainloop) < 0
            || library->mainloop_dispatch(mainloop) < 0) {
            return PULSE_ERR_INTERNAL;
        }
    }
}

int cpulse_probe(const char *server, const char *application, uint32_t timeout_milliseconds) {
    const pulse_library *library = pulse_load();
    if (library->failure != NULL) return -1;
    int64_t deadline = now_microseconds() + (int64_t)timeout_milliseconds * 1000;
    void *mainloop = library->mainloop_new();
    if (mainloop == NULL) return PULSE_ERR_INTERNAL;
    int error = PULSE_ERR_INTERNAL;
    void *context = library->context_new(library->mainloop_get_api(mainloop), application);
    if (context != NULL) {
        if (library->context_connect(context, server, PULSE_CONTEXT_NOAUTOSPAWN, NULL) < 0) {
            error = library->context_errno(context);
            if (error <= 0) error = PULSE_ERR_CONNECTIONREFUSED;
        } else {
            error = wait_until_ready(library, mainloop, context, deadline);
        }
        library->context_disconnect(context);
        library->context_unref(context);
    }
    library->mainloop_free(mainloop);
    return error;
}
