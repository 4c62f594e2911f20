#ifndef C_ESPEAK_WORKER_H
#define C_ESPEAK_WORKER_H

// The protocol between `parlance-espeak` and the process that starts it. They communicate over a socket, which is the
// program's standard input.
//
// libespeak-ng 1.51 crashes on some texts and on damaged data. It also starts a thread, changes the locale and prints
// messages. It is therefore run in a separate program. If that program crashes, the parent process survives and starts
// it again.
//
// The program has one optional argument: the folder that contains the library's `espeak-ng-data`. The default is the
// installed data.
//
// The program first initialises the library and sends a struct espeak_worker_hello, followed by three strings without a
// terminating NUL: the path of the data folder, the version of the library, and the path of the library.
//
// It then answers requests in order. The next request may be sent before the previous one has been answered:
//
// - a request is a struct espeak_worker_request, followed by the voice's identifier and the text, neither terminated by
//   NUL;
// - an answer is a struct espeak_worker_answer. One of kind ESPEAK_WORKER_SPOKEN is followed by its samples (signed 16
//   bit, native byte order), its events and its IPA in UTF-8.

#include <stdint.h>

/// The version of this protocol. It changes whenever one of these structs changes.
enum { ESPEAK_WORKER_PROTOCOL = 1 };

/// The first message, which describes the library.
struct espeak_worker_hello {
    /// ESPEAK_WORKER_PROTOCOL.
    uint32_t protocol;
    /// The sample rate, in hertz; 0 or less if the library did not find its data.
    int32_t sample_rate;
    /// The length of the data folder's path, in bytes.
    uint32_t folder_length;
    /// The length of the library's version, in bytes.
    uint32_t version_length;
    /// The length of the library's path, in bytes; 0 if it is unknown.
    uint32_t library_length;
};

/// A request to speak a text.
struct espeak_worker_request {
    /// The length of the voice's identifier, in bytes, 1 to 255.
    uint32_t voice_length;
    /// The length of the text in UTF-8 bytes, at most ESPEAK_WORKER_MAX_TEXT_LENGTH.
    uint32_t text_length;
    /// The speed in words per minute.
    int32_t words_per_minute;
    /// The pitch, 0 to 100; 50 is the voice's default.
    int32_t pitch;
    /// Flags from enum espeak_worker_flags.
    uint32_t flags;
    /// The requested output: a value of enum espeak_worker_output.
    uint32_t output;
    /// Whether the library must be in its initial state, as in a new process. All requests to the same child must have
    /// the same value.
    uint32_t is_fresh;
};

enum espeak_worker_flags {
    /// Include the pause after a sentence in the audio.
    ESPEAK_WORKER_END_PAUSE = 1 << 0,
    /// Read text between `[[` and `]]` as phonemes.
    ESPEAK_WORKER_READS_PHONEMES = 1 << 1,
};

enum espeak_worker_output {
    /// Samples only.
    ESPEAK_WORKER_AUDIO = 0,
    /// Samples, events and IPA.
    ESPEAK_WORKER_MARKS = 1,
    /// IPA only; nothing is synthesised.
    ESPEAK_WORKER_IPA = 2,
    /// The list of voices, sent in place of IPA; the request's voice and text are ignored. It has one line per voice:
    /// the identifier, a tab, the name, a tab, and each language as `priority:tag` preceded by a space. Listing takes
    /// longer than speaking a word, because the library reads all its voice files.
    ESPEAK_WORKER_VOICES = 3,
};

enum espeak_worker_event_kind { ESPEAK_WORKER_WORD = 1, ESPEAK_WORKER_PHONEME = 2 };

/// An event that the library reports during synthesis.
struct espeak_worker_event {
    /// The kind: a value of enum espeak_worker_event_kind.
    uint32_t kind;
    /// The time of the event, in samples from the start of the text.
    uint32_t sample;
    /// The position in the text, in Unicode scalars from 1; not always correct.
    uint32_t position;
    /// The phoneme's name in IPA, truncated to 8 bytes and padded with NUL.
    char name[8];
};

enum { ESPEAK_WORKER_MAX_EVENTS = 1 << 20, ESPEAK_WORKER_MAX_IPA_LENGTH = 1 << 22 };

/// Separates phonemes in an answer's IPA; words are separated by a space, clauses by a newline.
#define ESPEAK_WORKER_PHONEME_SEPARATOR '_'

enum { ESPEAK_WORKER_MAX_TEXT_LENGTH = 1 << 16 };

/// The child's time limit for one text, in seconds. A child that exceeds it exits.
enum { ESPEAK_WORKER_TIMEOUT = 20 };

enum espeak_worker_answer_kind {
    /// `value` samples follow, then `events`, then `ipa_length` bytes.
    ESPEAK_WORKER_SPOKEN = 1,
    /// The voice does not exist, or the library selected another one.
    ESPEAK_WORKER_NO_VOICE = 2,
    /// espeak-ng failed; `value` is its status code.
    ESPEAK_WORKER_FAILED = 3,
};

/// The result of a request.
struct espeak_worker_answer {
    uint32_t kind;
    uint32_t value;
    uint32_t events;
    uint32_t ipa_length;
};

/// The maximum number of samples that any text produces; an answer with more samples comes from a corrupted child.
enum { ESPEAK_WORKER_MAX_SAMPLES = 1 << 26 };

#endif
