#ifndef C_ESPEAK_WORKER_H
#define C_ESPEAK_WORKER_H

#include <stdint.h>
#include <sys/types.h>

/// A child process that speaks for this one.
///
/// libespeak-ng 1.51 crashes on some texts and on damaged data, starts a thread, changes the locale, and prints what it
/// likes. So it is used in a forked child only; when the child dies, the process that asked lives on and forks another.
///
/// The child first sets the library up and sends a struct espeak_worker_hello, and behind it the folder of the data, not
/// ended by NUL.
///
/// Then it answers requests one after the other, in their order; the next may be sent before the last is answered:
///
/// - a request is a struct espeak_worker_request, then the voice's identifier and the text, neither ended by NUL;
/// - an answer is a struct espeak_worker_answer, and behind one of kind ESPEAK_WORKER_SPOKEN its samples, signed 16 bit,
///   native byte order, then its events, then its IPA in UTF-8.
struct espeak_worker {
    /// The child.
    pid_t process;
    /// Our end of the sockets.
    int socket;
};

/// What the library says of itself.
struct espeak_worker_hello {
    /// The sample rate, in hertz; 0 or less when the library found no data.
    int32_t sample_rate;
    /// The length of the path of the data folder, in bytes.
    uint32_t folder_length;
};

/// What is to be spoken.
struct espeak_worker_request {
    /// The length of the voice's identifier, in bytes, 1 to 255.
    uint32_t voice_length;
    /// The length of the text, in UTF-8 bytes, at most ESPEAK_WORKER_LONGEST_TEXT.
    uint32_t text_length;
    /// The speed.
    int32_t words_per_minute;
    /// The pitch, 0 to 100; 50 is the voice's own.
    int32_t pitch;
    /// Flags for espeak_Synth.
    uint32_t flags;
    /// What is wanted: one of enum espeak_worker_wish.
    uint32_t wish;
    /// Whether the library is to be as it is in a fresh process, whatever it spoke before; true for all requests to a child
    /// or for none.
    uint32_t is_fresh;
};

enum espeak_worker_wish {
    /// Samples alone.
    ESPEAK_WORKER_AUDIO = 0,
    /// Samples, events and IPA.
    ESPEAK_WORKER_MARKS = 1,
    /// IPA alone: nothing is spoken.
    ESPEAK_WORKER_IPA = 2,
    /// The list of voices instead of IPA; voice and text do not matter. It has a line for each voice: the identifier, a
    /// tab, the name, a tab, and each language as `priority:tag` with a space before it. Making it takes longer than
    /// speaking a word, since the library reads all its voice files.
    ESPEAK_WORKER_VOICES = 3,
};

/// What the library says while it speaks.
struct espeak_worker_event {
    /// A word or a phoneme, as the library numbers them: espeakEVENT_WORD, espeakEVENT_PHONEME.
    uint32_t kind;
    /// The sample at which it begins, from the start of the text.
    uint32_t sample;
    /// Where it stands in the text, in Unicode scalars, from 1; not always right.
    uint32_t position;
    /// A phoneme's name in IPA, cut to 8 bytes; shorter ones are filled up with NUL.
    char name[8];
};

enum { ESPEAK_WORKER_MOST_EVENTS = 1 << 20, ESPEAK_WORKER_LONGEST_IPA = 1 << 22 };

/// Stands between two phonemes in the IPA of an answer; between two words stands a space, between two clauses a newline.
#define ESPEAK_WORKER_PHONEME_SEPARATOR '_'

enum { ESPEAK_WORKER_LONGEST_TEXT = 1 << 16 };

/// How long the child works on one text at the most, in seconds; then it ends itself.
enum { ESPEAK_WORKER_PATIENCE = 20 };

enum espeak_worker_answer_kind {
    /// `value` samples follow, then `events`, then `ipa_length` bytes.
    ESPEAK_WORKER_SPOKEN = 1,
    /// The voice is not there, or another was put in its place.
    ESPEAK_WORKER_NO_VOICE = 2,
    /// espeak-ng refused; `value` is its status.
    ESPEAK_WORKER_FAILED = 3,
};

/// What came of a request.
struct espeak_worker_answer {
    uint32_t kind;
    uint32_t value;
    uint32_t events;
    uint32_t ipa_length;
};

/// No text gives more samples than this; an answer that says so comes from a damaged child.
enum { ESPEAK_WORKER_MOST_SAMPLES = 1 << 26 };

/// Forks a worker.
///
/// `data_path` is the folder in which the library looks for its folder `espeak-ng-data`; NULL is where it was installed.
/// Returns 0, or the errno of what failed.
int espeak_worker_start(struct espeak_worker *worker, const char *data_path);

/// Writes all bytes; a dead worker is EPIPE, and never a signal. Returns 0 or an errno.
int espeak_worker_send(const struct espeak_worker *worker, const void *bytes, size_t count);

/// Reads exactly `count` bytes. Returns 0 or an errno; EPIPE when the worker has died, ETIMEDOUT when it says nothing for
/// longer than its patience.
int espeak_worker_receive(const struct espeak_worker *worker, void *bytes, size_t count);

/// Ends the worker at once. The caller must not have reaped it yet.
void espeak_worker_kill(const struct espeak_worker *worker);

/// Closes the socket, ends the worker and waits for it. Returns its wait status.
int espeak_worker_reap(const struct espeak_worker *worker);

#endif
