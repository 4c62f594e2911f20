#include "CPulseSimple.h"
#include "library.h"

// The library's own handle is the stream; the opaque type only keeps it apart from other pointers.
static void *simple_of(cpulse_stream *stream) { return (void *)stream; }

// A failing call that names no error must not look like success.
static int outcome(int result, int error) { return result >= 0 ? 0 : (error > 0 ? error : PULSE_ERR_INTERNAL); }

const char *cpulse_load_failure(void) { return pulse_load()->failure; }

static uint32_t bytes_of(uint32_t milliseconds, const pulse_sample_spec *spec) {
    uint64_t frames = (uint64_t)spec->rate * milliseconds / 1000;
    uint64_t bytes = (frames > 0 ? frames : 1) * 2 * spec->channels;
    // The largest value means "the server's choice".
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

cpulse_stream *cpulse_open(const char *server, const char *application, const char *stream_name, uint32_t rate,
                           uint8_t channels, uint32_t latency_milliseconds, uint32_t start_milliseconds, int *error) {
    const pulse_library *library = pulse_load();
    if (library->failure != NULL) {
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
    void *simple = library->simple_new(server, application, PULSE_STREAM_PLAYBACK, NULL, stream_name, &spec, NULL,
                                       &attributes, &code);
    if (simple == NULL) *error = code > 0 ? code : PULSE_ERR_INTERNAL;
    return (cpulse_stream *)simple;
}

int cpulse_write(cpulse_stream *stream, const int16_t *samples, size_t count) {
    int error = 0;
    int result = pulse_load()->simple_write(simple_of(stream), samples, count * sizeof *samples, &error);
    return outcome(result, error);
}

int cpulse_latency(cpulse_stream *stream, uint64_t *microseconds) {
    int error = 0;
    uint64_t latency = pulse_load()->simple_get_latency(simple_of(stream), &error);
    *microseconds = latency == UINT64_MAX ? 0 : latency;
    return outcome(latency == UINT64_MAX ? -1 : 0, error);
}

int cpulse_drain(cpulse_stream *stream) {
    int error = 0;
    int result = pulse_load()->simple_drain(simple_of(stream), &error);
    return outcome(result, error);
}

int cpulse_flush(cpulse_stream *stream) {
    int error = 0;
    int result = pulse_load()->simple_flush(simple_of(stream), &error);
    return outcome(result, error);
}

void cpulse_close(cpulse_stream *stream) { pulse_load()->simple_free(simple_of(stream)); }

const char *cpulse_error_text(int error) {
    const pulse_library *library = pulse_load();
    if (library->failure != NULL) return library->failure;
    const char *text = library->strerror(error);
    return text != NULL ? text : "unknown error";
}
