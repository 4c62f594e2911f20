#include "CPulseSimple.h"

#include "CDynamicLibrary.h"

#include <time.h>

// Declares the part of PulseAudio's stable client API that is used here, with its documented layout.

typedef struct {
    int format;
    uint32_t rate;
    uint8_t channels;
} pulse_sample_spec;

typedef struct {
    uint32_t maxlength;
    uint32_t tlength;
    uint32_t prebuf;
    uint32_t minreq;
    uint32_t fragsize;
} pulse_buffer_attr;

enum {
    PULSE_SAMPLE_S16LE = 3,
    PULSE_SAMPLE_S16BE = 4,
    PULSE_STREAM_PLAYBACK = 1,
    PULSE_CONTEXT_NOAUTOSPAWN = 1,
    PULSE_CONTEXT_READY = 4,
    PULSE_CONTEXT_FAILED = 5,
    PULSE_CONTEXT_TERMINATED = 6,
    PULSE_ERR_CONNECTIONREFUSED = 6,
    PULSE_ERR_TIMEOUT = 8,
    PULSE_ERR_INTERNAL = 10,
};

#define SIMPLE_FUNCTIONS(X)                                                                                            \
    X(void *, pa_simple_new,                                                                                           \
      (const char *server, const char *name, int direction, const char *device, const char *stream_name,               \
       const pulse_sample_spec *spec, const void *map, const pulse_buffer_attr *attributes, int *error))               \
    X(void, pa_simple_free, (void *simple))                                                                            \
    X(int, pa_simple_write, (void *simple, const void *data, size_t bytes, int *error))                                \
    X(int, pa_simple_drain, (void *simple, int *error))                                                                \
    X(int, pa_simple_flush, (void *simple, int *error))                                                                \
    X(uint64_t, pa_simple_get_latency, (void *simple, int *error))

#define CLIENT_FUNCTIONS(X)                                                                                            \
    X(const char *, pa_strerror, (int error))                                                                          \
    X(void *, pa_mainloop_new, (void))                                                                                 \
    X(void, pa_mainloop_free, (void *mainloop))                                                                        \
    X(void *, pa_mainloop_get_api, (void *mainloop))                                                                   \
    X(int, pa_mainloop_prepare, (void *mainloop, int microseconds))                                                    \
    X(int, pa_mainloop_poll, (void *mainloop))                                                                         \
    X(int, pa_mainloop_dispatch, (void *mainloop))                                                                     \
    X(void *, pa_context_new, (void *api, const char *name))                                                           \
    X(void, pa_context_unref, (void *context))                                                                         \
    X(int, pa_context_connect, (void *context, const char *server, int flags, const void *spawn_api))                  \
    X(void, pa_context_disconnect, (void *context))                                                                    \
    X(int, pa_context_get_state, (const void *context))                                                                \
    X(int, pa_context_errno, (const void *context))

DYNAMIC_LIBRARY(simple_library, SIMPLE_FUNCTIONS, "libpulse-simple.so.0")
DYNAMIC_LIBRARY(client_library, CLIENT_FUNCTIONS, "libpulse.so.0")

const char *cpulse_load_failure(void) {
#if defined(__linux__)
    const char *failure = dynamic_library_failure(&simple_library);
    return failure != NULL ? failure : dynamic_library_failure(&client_library);
#else
    return "PulseAudio is not used on this system";
#endif
}

static int64_t now_microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

// Runs the main loop until the server accepts or rejects the connection or the time limit is reached.
static int wait_until_ready(void *mainloop, void *context, int64_t deadline) {
    for (;;) {
        int state = pa_context_get_state(context);
        if (state == PULSE_CONTEXT_READY) return 0;
        if (state == PULSE_CONTEXT_FAILED || state == PULSE_CONTEXT_TERMINATED) {
            int error = pa_context_errno(context);
            return error > 0 ? error : PULSE_ERR_CONNECTIONREFUSED;
        }
        int64_t left = deadline - now_microseconds();
        if (left <= 0) return PULSE_ERR_TIMEOUT;
        if (left > 1000000) left = 1000000;
        if (pa_mainloop_prepare(mainloop, (int)left) < 0 || pa_mainloop_poll(mainloop) < 0
            || pa_mainloop_dispatch(mainloop) < 0) {
            return PULSE_ERR_INTERNAL;
        }
    }
}

int cpulse_probe(const char *server, const char *application, uint32_t timeout_milliseconds) {
    if (cpulse_load_failure() != NULL) return -1;
    int64_t deadline = now_microseconds() + (int64_t)timeout_milliseconds * 1000;
    void *mainloop = pa_mainloop_new();
    if (mainloop == NULL) return PULSE_ERR_INTERNAL;
    int error = PULSE_ERR_INTERNAL;
    void *context = pa_context_new(pa_mainloop_get_api(mainloop), application);
    if (context != NULL) {
        if (pa_context_connect(context, server, PULSE_CONTEXT_NOAUTOSPAWN, NULL) < 0) {
            error = pa_context_errno(context);
            if (error <= 0) error = PULSE_ERR_CONNECTIONREFUSED;
        } else {
            error = wait_until_ready(mainloop, context, deadline);
        }
        pa_context_disconnect(context);
        pa_context_unref(context);
    }
    pa_mainloop_free(mainloop);
    return error;
}

// A call that fails without an error code must not look like a success.
static int outcome(int result, int error) { return result >= 0 ? 0 : (error > 0 ? error : PULSE_ERR_INTERNAL); }

static uint32_t bytes_of(uint32_t milliseconds, const pulse_sample_spec *spec) {
    uint64_t frames = (uint64_t)spec->rate * milliseconds / 1000;
    uint64_t bytes = (frames > 0 ? frames : 1) * 2 * spec->channels;
    // UINT32_MAX means "the server's choice".
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

cpulse_stream *cpulse_open(const char *server, const char *application, const char *stream_name, uint32_t rate,
                           uint8_t channels, uint32_t latency_milliseconds, uint32_t start_milliseconds, int *error) {
    if (cpulse_load_failure() != NULL) {
        *error = -1;
        return NULL;
    }
    const uint16_t probe = 1;
    int is_little_endian = *(const uint8_t *)&probe == 1;
    pulse_sample_spec spec = {
        .format = is_little_endian ? PULSE_SAMPLE_S16LE : PULSE_SAMPLE_S16BE, .rate = rate, .channels = channels};
    pulse_buffer_attr attributes = {
        .maxlength = UINT32_MAX,
        .tlength = bytes_of(latency_milliseconds, &spec),
        .prebuf = bytes_of(start_milliseconds, &spec),
        .minreq = UINT32_MAX,
        .fragsize = UINT32_MAX,
    };
    int code = 0;
    // The library's handle is the stream; the opaque type only distinguishes it from other pointers.
    cpulse_stream *stream = pa_simple_new(
        server, application, PULSE_STREAM_PLAYBACK, NULL, stream_name, &spec, NULL, &attributes, &code);
    if (stream == NULL) *error = code > 0 ? code : PULSE_ERR_INTERNAL;
    return stream;
}

int cpulse_write(cpulse_stream *stream, const int16_t *samples, size_t count) {
    int error = 0;
    int result = pa_simple_write(stream, samples, count * sizeof *samples, &error);
    return outcome(result, error);
}

int cpulse_latency(cpulse_stream *stream, uint64_t *microseconds) {
    int error = 0;
    uint64_t latency = pa_simple_get_latency(stream, &error);
    *microseconds = latency == UINT64_MAX ? 0 : latency;
    return outcome(latency == UINT64_MAX ? -1 : 0, error);
}

int cpulse_drain(cpulse_stream *stream) {
    int error = 0;
    int result = pa_simple_drain(stream, &error);
    return outcome(result, error);
}

int cpulse_flush(cpulse_stream *stream) {
    int error = 0;
    int result = pa_simple_flush(stream, &error);
    return outcome(result, error);
}

void cpulse_close(cpulse_stream *stream) { pa_simple_free(stream); }

const char *cpulse_error_text(int error) {
    const char *failure = cpulse_load_failure();
    if (failure != NULL) return failure;
    const char *text = pa_strerror(error);
    return text != NULL ? text : "unknown error";
}
