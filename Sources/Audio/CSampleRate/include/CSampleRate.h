#ifndef CSAMPLERATE_H
#define CSAMPLERATE_H

// Sample rate conversion with libsamplerate.
//
// The library is loaded by the first call to one of these functions, so building needs none of its headers, and
// programs that convert nothing do not load it. A converter must be used by one thread at a time.

#pragma clang assume_nonnull begin

/// Loads the library.
///
/// Returns NULL on success, otherwise the reason for the failure. The string is never freed.
const char *_Nullable csamplerate_load_failure(void);

/// A converter with libsamplerate's best sinc filter.
typedef struct csamplerate_converter csamplerate_converter;

/// Creates a converter. Returns NULL if the library is missing, if memory is exhausted, or for a ratio outside
/// 1/256...256.
///
/// - ratio: the output rate divided by the input rate.
csamplerate_converter *_Nullable csamplerate_create(int channels, double ratio);

void csamplerate_destroy(csamplerate_converter *converter);

/// Converts frames of interleaved samples.
///
/// - input_frames: the number of frames in `input`; set to the number read.
/// - output_frames: the capacity of `output` in frames; set to the number written.
/// - is_end: nonzero when no input follows.
///
/// Returns 0, or nonzero on failure.
int csamplerate_process(
    csamplerate_converter *converter, const float *input, long *input_frames, float *output, long *output_frames, int is_end);

#pragma clang assume_nonnull end

#endif
