#ifndef CPULSESIMPLE_LIBRARY_H
#define CPULSESIMPLE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

// The part of PulseAudio's stable client interface that is used here, declared by its documented layout.

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

typedef struct {
    // Why the library cannot be used; NULL when it can.
    const char *failure;

    void *(*simple_new)(const char *server, const char *name, int direction, const char *device,
                        const char *stream_name, const pulse_sample_spec *spec, const void *map,
                        const pulse_buffer_attr *attributes, int *error);
    void (*simple_free)(void *simple);
    int (*simple_write)(void *simple, const void *data, size_t bytes, int *error);
    int (*simple_drain)(void *simple, int *error);
    int (*simple_flush)(void *simple, int *error);
    uint64_t (*simple_get_latency)(void *simple, int *error);
    const char *(*strerror)(int error);

    void *(*mainloop_new)(void);
    void (*mainloop_free)(void *mainloop);
    void *(*mainloop_get_api)(void *mainloop);
    int (*mainloop_prepare)(void *mainloop, int microseconds);
    int (*mainloop_poll)(void *mainloop);
    int (*mainloop_dispatch)(void *mainloop);
    void *(*context_new)(void *api, const char *name);
    void (*context_unref)(void *context);
    int (*context_connect)(void *context, const char *server, int flags, const void *spawn_api);
    void (*context_disconnect)(void *context);
    int (*context_get_state)(const void *context);
    int (*context_errno)(const void *context);
} pulse_library;

// The library, loaded by the first call; never NULL, and never changed afterwards.
const pulse_library *pulse_load(void);

#endif
