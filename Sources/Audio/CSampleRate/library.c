#include "CSampleRate.h"

#include "CDynamicLibrary.h"

#include <stdlib.h>

// Declares the part of libsamplerate's stable API that is used here, with its documented layout.

typedef struct {
    const float *data_in;
    float *data_out;
    long input_frames;
    long output_frames;
    long input_frames_used;
    long output_frames_gen;
    int end_of_input;
    double src_ratio;
} SRC_DATA;

enum { SRC_SINC_BEST_QUALITY = 0 };

#define SAMPLERATE_FUNCTIONS(X)                                                                                        \
    X(void *, src_new, (int type, int channels, int *error))                                                           \
    X(void *, src_delete, (void *state))                                                                               \
    X(int, src_process, (void *state, SRC_DATA *data))                                                                 \
    X(int, src_is_valid_ratio, (double ratio))

DYNAMIC_LIBRARY(samplerate, SAMPLERATE_FUNCTIONS, DYNAMIC_LIBRARY_NAMES("libsamplerate.so.0", "libsamplerate.0"))

const char *csamplerate_load_failure(void) { return dynamic_library_failure(&samplerate); }

struct csamplerate_converter {
    void *state;
    double ratio;
};

csamplerate_converter *csamplerate_create(int channels, double ratio) {
    if (csamplerate_load_failure() != NULL || !src_is_valid_ratio(ratio)) return NULL;
    csamplerate_converter *converter = malloc(sizeof *converter);
    if (converter == NULL) return NULL;
    int error = 0;
    converter->ratio = ratio;
    converter->state = src_new(SRC_SINC_BEST_QUALITY, channels, &error);
    if (converter->state == NULL) {
        free(converter);
        return NULL;
    }
    return converter;
}

void csamplerate_destroy(csamplerate_converter *converter) {
    src_delete(converter->state);
    free(converter);
}

int csamplerate_process(
    csamplerate_converter *converter, const float *input, long *input_frames, float *output, long *output_frames, int is_end
) {
    SRC_DATA data = {
        .data_in = input,
        .data_out = output,
        .input_frames = *input_frames,
        .output_frames = *output_frames,
        .end_of_input = is_end,
        .src_ratio = converter->ratio,
    };
    int error = src_process(converter->state, &data);
    *input_frames = data.input_frames_used;
    *output_frames = data.output_frames_gen;
    return error;
}
