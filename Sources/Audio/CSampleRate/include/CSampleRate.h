#ifndef CSAMPLERATE_H
#define CSAMPLERATE_H

// Sample rate conversion by libsamplerate.
//
// The library is loaded when the first of these functions is called: building needs no headers of it, and a program that
// converts nothing does not pay for it. A converter belongs to one thread at a time.

#pragma clang assume_nonnull begin

/// Loads the library.
///
/// Returns NULL on success, and otherwise the reason for the failure. The text lives as long as the process.
const char *_Nullable csamplerate_load_failure(void);

/// A converter with libsamplerate's best sinc filter.
typedef struct csamplerate_converter csamplerate_converter;

/// Makes a converter. NULL without the library, without memory, or for a ratio outside 1/256...256.
///
/// - ratio: the output rate divided by the input rate.
csamplerate_converter *_Nullable csamplerate_create(int channels, double ratio);

void csamplerate_destroy(csamplerate_converter *converter);

/// Converts frames of interleaved samples.
///
/// - input_frames: how many frames `input` holds; set to how many were read.
/// - output_frames: how many frames `output` has room for; set to how many were written.
/// - is_end: nonzero when no input follows.
///
/// Returns 0, or nonzero on failure.
int csamplerate_process(
    csamplerate_converter *converter, const float *input, long *input_frames, float *output, long *output_frames, int is_end);

#pragma clang assume_nonnull end

#endif
