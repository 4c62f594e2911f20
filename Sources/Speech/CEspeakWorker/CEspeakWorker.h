#ifndef C_ESPEAK_WORKER_H
#define C_ESPEAK_WORKER_H

// What `parlance-espeak` and the process that starts it say to each other, over a socket that is the program's standard
// input.
//
// libespeak-ng 1.51 crashes on some texts and on damaged data, starts a thread, changes the locale, and prints messages.
// So it runs in a program of its own: when that crashes, the process that asked lives on and starts another.
//
// The program has one optional argument: the folder in which the library looks for its folder `espeak-ng-data`; without it,
// that is where the library was installed.
//
// It first sets the library up and sends a struct espeak_worker_hello, and after it three texts without NUL: the folder of
// the data, the version of the library, and the file of the library.
//
// Then it answers requests one after the other, in their order; the next may be sent before the last is answered:
//
// - a request is a struct espeak_worker_request, then the voice's identifier and the text, neither ended by NUL;
// - an answer is a struct espeak_worker_answer, and after one of kind ESPEAK_WORKER_SPOKEN its samples, signed 16 bit,
//   native byte order, then its events, then its IPA in UTF-8.

#include <stdint.h>

/// The number of this protocol. It changes with every struct here.
enum { ESPEAK_WORKER_PROTOCOL = 1 };

/// What the library says of itself.
struct espeak_worker_hello {
    /// ESPEAK_WORKER_PROTOCOL.
    uint32_t protocol;
    /// The sample rate, in hertz; 0 or less when the library found no data.
    int32_t sample_rate;
    /// The length of the path of the data folder, in bytes.
    uint32_t folder_length;
    /// The length of the library's version, in bytes.
    uint32_t version_length;
    /// The length of the path of the library, in bytes; 0 when the system does not tell it.
    uint32_t library_length;
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
    /// How it is spoken: bits of enum espeak_worker_flags.
    uint32_t flags;
    /// What is wanted: one of enum espeak_worker_wish.
    uint32_t wish;
    /// Whether the library is to be as it is in a fresh process, whatever it spoke before; true for all requests to a child
    /// or for none.
    uint32_t is_fresh;
};

enum espeak_worker_flags {
    /// The pause after a sentence is a part of the audio.
    ESPEAK_WORKER_END_PAUSE = 1 << 0,
    /// Text between `[[` and `]]` is phonemes.
    ESPEAK_WORKER_READS_PHONEMES = 1 << 1,
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

enum espeak_worker_event_kind { ESPEAK_WORKER_WORD = 1, ESPEAK_WORKER_PHONEME = 2 };

/// What the library says while it speaks.
struct espeak_worker_event {
    /// What begins: one of enum espeak_worker_event_kind.
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

#endif
