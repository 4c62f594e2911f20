// The program that runs libespeak-ng; CEspeakWorker.h documents its protocol.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "../CEspeakWorker/CEspeakWorker.h"

#include <dlfcn.h>
#include <errno.h>
#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/// The socket to the parent process.
enum { SOCKET = STDIN_FILENO };

static void child_send(const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        ssize_t sent = write(SOCKET, next, count);
        // The parent process has ended.
        if (sent < 0 && errno != EINTR) _exit(0);
        if (sent > 0) {
            next += sent;
            count -= (size_t)sent;
        }
    }
}

/// The answer: its header, followed by the samples so far. The buffer is never freed, because the next text reuses it.
static struct espeak_worker_answer *child_answer;
static size_t child_count;
static size_t child_capacity;

static void child_reserve(size_t count) {
    if (count > ESPEAK_WORKER_MAX_SAMPLES) _exit(1);
    if (child_answer != NULL && count <= child_capacity) return;
    size_t capacity = count * 2;
    void *larger = realloc(child_answer, sizeof *child_answer + capacity * sizeof(short));
    if (larger == NULL) _exit(1);
    child_answer = larger;
    child_capacity = capacity;
}

/// The events so far, if requested.
static struct espeak_worker_event *child_events;
static size_t child_event_count;
static size_t child_event_capacity;
static uint32_t child_wish;

static void child_note(const espeak_EVENT *event) {
    if (child_event_count == child_event_capacity) {
        if (child_event_count >= ESPEAK_WORKER_MAX_EVENTS) return;
        size_t capacity = child_event_capacity > 0 ? child_event_capacity * 2 : 256;
        void *larger = realloc(child_events, capacity * sizeof *child_events);
        if (larger == NULL) _exit(1);
        child_events = larger;
        child_event_capacity = capacity;
    }
    struct espeak_worker_event *note = &child_events[child_event_count++];
    memset(note, 0, sizeof *note);
    note->kind = event->type == espeakEVENT_WORD ? ESPEAK_WORKER_WORD : ESPEAK_WORKER_PHONEME;
    note->sample = (uint32_t)event->sample;
    note->position = (uint32_t)event->text_position;
    if (event->type == espeakEVENT_PHONEME) strncpy(note->name, event->id.string, sizeof note->name);
}

static int child_audio(short *samples, int count, espeak_EVENT *events) {
    if (child_wish == ESPEAK_WORKER_MARKS && events != NULL) {
        for (; events->type != espeakEVENT_LIST_TERMINATED; events++) {
            if (events->type == espeakEVENT_WORD || events->type == espeakEVENT_PHONEME) child_note(events);
        }
    }
    if (samples == NULL || count <= 0) return 0;
    child_reserve(child_count + (size_t)count);
    memcpy((short *)(child_answer + 1) + child_count, samples, (size_t)count * sizeof *samples);
    child_count += (size_t)count;
    return 0;
}

/// Input that has been received but not yet processed: requests may arrive before they can be answered.
static char child_input[1 << 17];
static size_t child_input_start;
static size_t child_input_end;

_Static_assert(sizeof child_input > ESPEAK_WORKER_MAX_TEXT_LENGTH + 256, "a text and a voice must fit into the buffer");

/// The next `count` bytes of input, which are valid until the next call.
static const char *child_read(size_t count) {
    if (child_input_start + count > sizeof child_input) {
        child_input_end -= child_input_start;
        memmove(child_input, child_input + child_input_start, child_input_end);
        child_input_start = 0;
    }
    while (child_input_end - child_input_start < count) {
        ssize_t received = read(SOCKET, child_input + child_input_end, sizeof child_input - child_input_end);
        // The parent process has ended.
        if (received == 0 || (received < 0 && errno != EINTR)) _exit(0);
        if (received > 0) child_input_end += (size_t)received;
    }
    const char *bytes = child_input + child_input_start;
    child_input_start += count;
    return bytes;
}

/// Selects a voice and verifies the selection, because the library silently falls back to another voice.
///
/// If a text changes the language, leftover phonemes would appear at the start of the next transcription. The voice is
/// therefore selected again before each transcription.
static int child_select(const char *voice, int is_anew) {
    static char selected[256];
    if (!is_anew && strcmp(selected, voice) == 0) return 1;
    selected[0] = 0;
    if (espeak_SetVoiceByName(voice) != EE_OK) return 0;
    const espeak_VOICE *current = espeak_GetCurrentVoice();
    if (current == NULL || current->identifier == NULL || strcmp(current->identifier, voice) != 0) return 0;
    strcpy(selected, voice);
    return 1;
}

/// The phonemes of the text, which the library writes during synthesis.
static FILE *child_trace;
static char *child_ipa;
static size_t child_ipa_length;

static const int child_ipa_mode = espeakPHONEMES_IPA | ESPEAK_WORKER_PHONEME_SEPARATOR << 8;

static espeak_ERROR child_synthesize(const char *text, const struct espeak_worker_request *request) {
    // A voice may set the speed and other parameters, so set them again for every text.
    espeak_ERROR status = espeak_SetParameter(espeakRATE, request->words_per_minute, 0);
    if (status == EE_OK) status = espeak_SetParameter(espeakPITCH, request->pitch, 0);
    if (status != EE_OK) return status;
    if (request->output == ESPEAK_WORKER_MARKS) espeak_SetPhonemeTrace(child_ipa_mode, child_trace);
    unsigned int flags = espeakCHARS_UTF8;
    if (request->flags & ESPEAK_WORKER_END_PAUSE) flags |= espeakENDPAUSE;
    if (request->flags & ESPEAK_WORKER_READS_PHONEMES) flags |= espeakPHONEMES;
    // In synchronous mode, the text is read up to its NUL byte, and the size is ignored.
    status = espeak_Synth(text, request->text_length + 1, 0, POS_CHARACTER, 0, flags, NULL, NULL);
    if (request->output == ESPEAK_WORKER_MARKS) espeak_SetPhonemeTrace(0, child_trace);
    return status;
}

static void child_transcribe(const char *text) {
    const void *rest = text;
    while (rest != NULL) {
        const char *clause = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, child_ipa_mode);
        if (clause != NULL) fprintf(child_trace, "%s\n", clause);
    }
}

/// Writes one line per voice; see the header.
static void child_list_voices(void) {
    const espeak_VOICE **voices = espeak_ListVoices(NULL);
    for (; voices != NULL && *voices != NULL; voices++) {
        const espeak_VOICE *voice = *voices;
        if (voice->identifier == NULL) continue;
        fprintf(child_trace, "%s\t%s\t", voice->identifier, voice->name != NULL ? voice->name : voice->identifier);
        // Each language is a priority byte, a tag and a NUL; a zero byte ends the list.
        for (const char *language = voice->languages; language != NULL && *language != 0;
             language += strlen(language + 1) + 2) {
            fprintf(child_trace, " %d:%s", language[0], language + 1);
        }
        fputc('\n', child_trace);
    }
}

static void child_speak(const char *voice, const char *text, const struct espeak_worker_request *request) {
    struct espeak_worker_answer answer = {ESPEAK_WORKER_NO_VOICE, 0, 0, 0};
    child_wish = request->output;
    child_count = 0;
    child_event_count = 0;
    child_reserve(1);
    if (child_wish != ESPEAK_WORKER_AUDIO) {
        child_trace = open_memstream(&child_ipa, &child_ipa_length);
        if (child_trace == NULL) _exit(1);
    }
    if (child_wish == ESPEAK_WORKER_VOICES) {
        child_list_voices();
        answer.kind = ESPEAK_WORKER_SPOKEN;
    } else if (child_select(voice, child_wish == ESPEAK_WORKER_IPA)) {
        espeak_ERROR status = EE_OK;
        if (child_wish == ESPEAK_WORKER_IPA) child_transcribe(text); else status = child_synthesize(text, request);
        answer.kind = status == EE_OK ? ESPEAK_WORKER_SPOKEN : ESPEAK_WORKER_FAILED;
        answer.value = status == EE_OK ? (uint32_t)child_count : (uint32_t)status;
    }
    if (child_trace != NULL) fclose(child_trace);
    child_trace = NULL;
    if (answer.kind == ESPEAK_WORKER_SPOKEN) {
        answer.events = (uint32_t)child_event_count;
        if (child_wish != ESPEAK_WORKER_AUDIO && child_ipa_length <= ESPEAK_WORKER_MAX_IPA_LENGTH) {
            answer.ipa_length = (uint32_t)child_ipa_length;
        }
    } else {
        child_count = 0;
    }
    *child_answer = answer;
}

static void child_send_answer(void) {
    // An answer without events and IPA, the most frequent kind, is sent in one call.
    child_send(child_answer, sizeof *child_answer + child_count * sizeof(short));
    if (child_answer->events > 0) child_send(child_events, child_answer->events * sizeof *child_events);
    if (child_answer->ipa_length > 0) child_send(child_ipa, child_answer->ipa_length);
    if (child_wish != ESPEAK_WORKER_AUDIO) free(child_ipa);
    child_ipa = NULL;
}

/// The path of the library, with symbolic links resolved; empty if unknown.
static const char *child_library(void) {
    static char path[PATH_MAX];
    Dl_info found;
    if (dladdr((const void *)espeak_Info, &found) == 0 || realpath(found.dli_fname, path) == NULL) return "";
    return path;
}

/// Initialises the library and sends its description.
static void child_hello(const char *data_path) {
    // The buffer must have room for at least one word. Its size also determines the length of the library's event list.
    const int options = espeakINITIALIZE_DONT_EXIT | espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA;
    struct espeak_worker_hello hello = {.protocol = ESPEAK_WORKER_PROTOCOL};
    hello.sample_rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 1000, data_path, options);
    espeak_SetSynthCallback(child_audio);
    const char *folder = NULL;
    const char *version = espeak_Info(&folder);
    const char *texts[] = {folder, version, child_library()};
    uint32_t *lengths[] = {&hello.folder_length, &hello.version_length, &hello.library_length};
    for (int index = 0; index < 3; index++) {
        if (texts[index] != NULL) *lengths[index] = (uint32_t)strlen(texts[index]);
    }
    child_send(&hello, sizeof hello);
    for (int index = 0; index < 3; index++) child_send(texts[index], *lengths[index]);
    if (hello.sample_rate <= 0) _exit(1);
}

static void child_serve(const char *voice, const char *text, const struct espeak_worker_request *request) {
    alarm(ESPEAK_WORKER_TIMEOUT);
    child_speak(voice, text, request);
    alarm(0);
    child_send_answer();
}

/// Forks a child that answers the request. This process never speaks, so the library is in its initial state for every
/// text, and the same text always sounds the same.
static void child_delegate(const char *voice, const char *text, const struct espeak_worker_request *request) {
    pid_t own = getpid();
    pid_t process = fork();
    if (process == 0) {
#ifdef __linux__
        // The child exits when its parent is killed.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != own) _exit(0);
#endif
        child_serve(voice, text, request);
        _exit(0);
    }
    (void)own;
    int status = 0;
    if (process < 0) _exit(1);
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) _exit(1);
    }
    // It is not known how much of the answer has been sent.
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) _exit(1);
}

int main(int count, char **arguments) {
    int type = 0;
    socklen_t length = sizeof type;
    if (getsockopt(SOCKET, SOL_SOCKET, SO_TYPE, &type, &length) != 0) {
        fputs("parlance-espeak: this program is started by parlance and by applications that use its library\n", stderr);
        return 64;
    }
    // If a text crashes the library, no core file must be left behind.
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGPIPE, SIG_IGN);
    alarm(ESPEAK_WORKER_TIMEOUT);
    child_hello(count > 1 ? arguments[1] : NULL);
    alarm(0);
    char *text = malloc(ESPEAK_WORKER_MAX_TEXT_LENGTH + 1);
    if (text == NULL) _exit(1);
    for (;;) {
        struct espeak_worker_request request;
        char voice[256];
        memcpy(&request, child_read(sizeof request), sizeof request);
        if (request.voice_length >= sizeof voice || request.text_length > ESPEAK_WORKER_MAX_TEXT_LENGTH) _exit(1);
        memcpy(voice, child_read(request.voice_length), request.voice_length);
        memcpy(text, child_read(request.text_length), request.text_length);
        voice[request.voice_length] = 0;
        text[request.text_length] = 0;
        if (request.is_fresh) child_delegate(voice, text, &request); else child_serve(voice, text, &request);
    }
}
