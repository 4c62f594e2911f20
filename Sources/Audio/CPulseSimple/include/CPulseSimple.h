#ifndef CPULSESIMPLE_H
#define CPULSESIMPLE_H

// Playing through the PulseAudio client library, which PipeWire serves as well.
//
// The library is loaded when the first of these functions is called: building needs no PulseAudio headers, and a program
// that makes no sound does not pay for it. Every call may block on the sound server, so none belongs on a thread that
// others wait for. All functions are safe to call from several threads at once, but one stream belongs to one thread at
// a time.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A connection to the server with one playback stream of signed 16-bit samples in native byte order.
typedef struct cpulse_stream cpulse_stream;

/// Loads the library.
///
/// Returns NULL when it is there, and otherwise a text that says why not. The text lives as long as the process.
const char *_Nullable cpulse_load_failure(void);

/// Asks whether a server answers, without starting one and without opening a stream.
///
/// The simple client API starts a server when there is none and the user's configuration allows it; this function does
/// not, and it keeps its time limit, so it is the one to call first.
///
/// - server: the server's address, or NULL for the one that the user's environment and configuration name.
/// - Returns 0 when the server answered, or a PulseAudio error number; -1 when the library is not there.
int cpulse_probe(const char *_Nullable server, const char *application, uint32_t timeout_milliseconds);

/// Connects to the server and makes a playback stream.
///
/// - latency_milliseconds: how much sound the server may hold; more survives a busy machine, less stops sooner.
/// - start_milliseconds: how much sound must have arrived before it is heard.
/// - error: set to a PulseAudio error number when the result is NULL; -1 when the library is not there.
cpulse_stream *_Nullable cpulse_open(const char *_Nullable server,
                                     const char *application,
                                     const char *stream_name,
                                     uint32_t rate,
                                     uint8_t channels,
                                     uint32_t latency_milliseconds,
                                     uint32_t start_milliseconds,
                                     int *error);

/// Hands samples over; waits for room. `count` must be a multiple of the channels. Returns 0 or an error number.
int cpulse_write(cpulse_stream *stream, const int16_t *samples, size_t count);

/// How long it will be until a sample written now is heard. Returns 0 or an error number.
int cpulse_latency(cpulse_stream *stream, uint64_t *microseconds);

/// Waits until everything handed over has been played. Returns 0 or an error number.
int cpulse_drain(cpulse_stream *stream);

/// Discards what has been handed over and not been played. Returns 0 or an error number.
int cpulse_flush(cpulse_stream *stream);

/// Closes the connection; the stream may not be used afterwards.
void cpulse_close(cpulse_stream *stream);

/// The server library's text for an error number. The text lives as long as the process.
const char *cpulse_error_text(int error);

#pragma clang assume_nonnull end

#endif
