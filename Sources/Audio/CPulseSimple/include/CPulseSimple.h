#ifndef CPULSESIMPLE_H
#define CPULSESIMPLE_H

// Playback through the PulseAudio client library, which PipeWire supports as well.
//
// The library is loaded by the first call to one of these functions, so building needs no PulseAudio headers, and
// programs without sound do not load the library. Every call may block on the sound server, so do not call these
// functions on a thread for which other threads wait. All functions are thread-safe, but a stream must be used by one
// thread at a time.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A connection to the server with one playback stream of signed 16-bit samples in native byte order.
typedef struct cpulse_stream cpulse_stream;

/// Loads the library.
///
/// Returns NULL on success, otherwise the reason for the failure. The string is never freed.
const char *_Nullable cpulse_load_failure(void);

/// Tests whether a server responds, without starting one and without opening a stream.
///
/// The simple client API starts a server if none is running and the user's configuration allows it. This function does
/// not, and it enforces a timeout, so call it first.
///
/// - server: the server's address; NULL uses the one in the user's environment or configuration.
/// - Returns 0 if the server responded, otherwise a PulseAudio error number; -1 if the library is missing.
int cpulse_probe(const char *_Nullable server, const char *application, uint32_t timeout_milliseconds);

/// Connects to the server and creates a playback stream.
///
/// - latency_milliseconds: how much sound the server buffers; a larger value bridges longer delays, a smaller one makes
///   stops faster.
/// - start_milliseconds: how much sound the server must have received before playback starts.
/// - error: set to a PulseAudio error number if the result is NULL; -1 if the library is missing.
cpulse_stream *_Nullable cpulse_open(const char *_Nullable server,
                                     const char *application,
                                     const char *stream_name,
                                     uint32_t rate,
                                     uint8_t channels,
                                     uint32_t latency_milliseconds,
                                     uint32_t start_milliseconds,
                                     int *error);

/// Writes samples; blocks while the buffer is full. `count` must be a multiple of the channel count. Returns 0 or an
/// error number.
int cpulse_write(cpulse_stream *stream, const int16_t *samples, size_t count);

/// The time until a sample that is written now is played. Returns 0 or an error number.
int cpulse_latency(cpulse_stream *stream, uint64_t *microseconds);

/// Waits until everything written has been played. Returns 0 or an error number.
int cpulse_drain(cpulse_stream *stream);

/// Discards samples that have not been played. Returns 0 or an error number.
int cpulse_flush(cpulse_stream *stream);

/// Closes the connection and frees the stream.
void cpulse_close(cpulse_stream *stream);

/// The library's message for an error number. The string is never freed.
const char *cpulse_error_text(int error);

#pragma clang assume_nonnull end

#endif
