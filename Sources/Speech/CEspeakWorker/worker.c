#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CEspeakWorker.h"

#include <CSpawn.h>

#include <errno.h>
#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

static int send_all(int socket, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        size_t sent = 0;
        int failure = cspawn_send(socket, next, count, &sent);
        if (failure != 0) return failure == ECONNRESET ? EPIPE : failure;
        next += sent;
        count -= sent;
    }
    return 0;
}

static int receive_all(int socket, void *bytes, size_t count) {
    char *next = bytes;
    while (count > 0) {
        ssize_t received = recv(socket, next, count, 0);
        if (received == 0) return EPIPE;
        if (received < 0) {
            if (errno == EINTR) continue;
            if (errno == EWOULDBLOCK) return ETIMEDOUT;
            return errno == ECONNRESET ? EPIPE : errno;
        }
        next += received;
        count -= (size_t)received;
    }
    return 0;
}

// What follows runs in the child, which has one thread and talks to nobody but its parent. ------------------------

static int child_socket;

static void child_send(const void *bytes, size_t count) {
    // Nobody is left to speak for.
    if (send_all(child_socket, bytes, count) != 0) _exit(0);
}

/// An answer: its head, and behind it what has been spoken of the text so far. Freed never, since the next text needs it.
static struct espeak_worker_answer *child_answer;
static size_t child_count;
static size_t child_capacity;

static void child_reserve(size_t count) {
    if (count > ESPEAK_WORKER_MOST_SAMPLES) _exit(1);
    if (child_answer != NULL && count <= child_capacity) return;
    size_t capacity = count * 2;
    void *larger = realloc(child_answer, sizeof *child_answer + capacity * sizeof(short));
    if (larger == NULL) _exit(1);
    child_answer = larger;
    child_capacity = capacity;
}

/// What the library has said of the text so far, when that is wanted.
static struct espeak_worker_event *child_events;
static size_t child_event_count;
static size_t child_event_capacity;
static uint32_t child_wish;

static void child_note(const espeak_EVENT *event) {
    if (child_event_count == child_event_capacity) {
        if (child_event_count >= ESPEAK_WORKER_MOST_EVENTS) return;
        size_t capacity = child_event_capacity > 0 ? child_event_capacity * 2 : 256;
        void *larger = realloc(child_events, capacity * sizeof *child_events);
        if (larger == NULL) _exit(1);
        child_events = larger;
        child_event_capacity = capacity;
    }
    struct espeak_worker_event *note = &child_events[child_event_count++];
    memset(note, 0, sizeof *note);
    note->kind = (uint32_t)event->type;
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

/// What has been received and not yet read: requests come faster than they are answered.
static char child_input[1 << 17];
static size_t child_input_start;
static size_t child_input_end;

_Static_assert(sizeof child_input > ESPEAK_WORKER_LONGEST_TEXT + 256, "a text and a voice fit in");

/// The next `count` bytes of input, which stay where they are until the next call.
static const char *child_read(size_t count) {
    if (child_input_start + count > sizeof child_input) {
        child_input_end -= child_input_start;
        memmove(child_input, child_input + child_input_start, child_input_end);
        child_input_start = 0;
    }
    while (child_input_end - child_input_start < count) {
        ssize_t received = recv(child_socket, child_input + child_input_end, sizeof child_input - child_input_end, 0);
        // Nobody is left to speak for.
        if (received == 0 || (received < 0 && errno != EINTR)) _exit(0);
        if (received > 0) child_input_end += (size_t)received;
    }
    const char *bytes = child_input + child_input_start;
    child_input_start += count;
    return bytes;
}

/// Selects a voice and makes sure that it is the one: the library puts another in its place without a word.
///
/// A text that changes the language leaves its phonemes behind, and a transcription begins with what is there; so the voice
/// is selected anew for it.
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

/// The phonemes of the text, as the library writes them while it speaks.
static FILE *child_trace;
static char *child_ipa;
static size_t child_ipa_length;

static const int child_ipa_mode = espeakPHONEMES_IPA | ESPEAK_WORKER_PHONEME_SEPARATOR << 8;

static espeak_ERROR child_synthesize(const char *text, const struct espeak_worker_request *request) {
    // A voice may bring a speed and more of its own, so they are set every time.
    espeak_ERROR status = espeak_SetParameter(espeakRATE, request->words_per_minute, 0);
    if (status == EE_OK) status = espeak_SetParameter(espeakPITCH, request->pitch, 0);
    if (status != EE_OK) return status;
    if (request->wish == ESPEAK_WORKER_MARKS) espeak_SetPhonemeTrace(child_ipa_mode, child_trace);
    // In synchronous mode the text is read up to its NUL byte, and the size is only a formality.
    status = espeak_Synth(text, request->text_length + 1, 0, POS_CHARACTER, 0, request->flags, NULL, NULL);
    if (request->wish == ESPEAK_WORKER_MARKS) espeak_SetPhonemeTrace(0, child_trace);
    return status;
}

static void child_transcribe(const char *text) {
    const void *rest = text;
    while (rest != NULL) {
        const char *clause = espeak_TextToPhonemes(&rest, espeakCHARS_UTF8, child_ipa_mode);
        if (clause != NULL) fprintf(child_trace, "%s\n", clause);
    }
}

/// Writes a line for each voice; see the header.
static void child_list_voices(void) {
    const espeak_VOICE **voices = espeak_ListVoices(NULL);
    for (; voices != NULL && *voices != NULL; voices++) {
        const espeak_VOICE *voice = *voices;
        if (voice->identifier == NULL) continue;
        fprintf(child_trace, "%s\t%s\t", voice->identifier, voice->name != NULL ? voice->name : voice->identifier);
        // Each language is a priority byte, a tag and a NUL; a zero ends them.
        for (const char *language = voice->languages; language != NULL && *language != 0;
             language += strlen(language + 1) + 2) {
            fprintf(child_trace, " %d:%s", language[0], language + 1);
        }
        fputc('\n', child_trace);
    }
}

static void child_speak(const char *voice, const char *text, const struct espeak_worker_request *request) {
    struct espeak_worker_answer answer = {ESPEAK_WORKER_NO_VOICE, 0, 0, 0};
    child_wish = request->wish;
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
        if (child_wish != ESPEAK_WORKER_AUDIO && child_ipa_length <= ESPEAK_WORKER_LONGEST_IPA) {
            answer.ipa_length = (uint32_t)child_ipa_length;
        }
    } else {
        child_count = 0;
    }
    *child_answer = answer;
}

static void child_send_answer(void) {
    // Small answers, which most are, go in one piece.
    child_send(child_answer, sizeof *child_answer + child_count * sizeof(short));
    if (child_answer->events > 0) child_send(child_events, child_answer->events * sizeof *child_events);
    if (child_answer->ipa_length > 0) child_send(child_ipa, child_answer->ipa_length);
    if (child_wish != ESPEAK_WORKER_AUDIO) free(child_ipa);
    child_ipa = NULL;
}

static void child_isolate(void) {
    // A crash here is expected and is nobody's business: no handler of the parent's, no message, no core file.
    // An interrupt from the keyboard is for the parent, which ends the child when it wants to.
    for (int number = 1; number < NSIG; number++) signal(number, number == SIGINT ? SIG_IGN : SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);

#ifdef __linux__
    // What process lists show; without it the child bears the name of whatever thread forked it.
    prctl(PR_SET_NAME, "parlance-espeak");
#endif

    // Out of the way of the standard streams, which may have been closed.
    child_socket = fcntl(child_socket, F_DUPFD, 4);
    int nothing = open("/dev/null", O_RDWR);
    if (child_socket < 0 || nothing < 0) _exit(1);
    for (int descriptor = 0; descriptor < 3; descriptor++) dup2(nothing, descriptor);
    // The parent's files, and with them the other ends of other workers' sockets, are not for this process.
    if (dup2(child_socket, 3) != 3) _exit(1);
    child_socket = 3;
#if defined(__linux__) && defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    closefrom(4);
#else
    long limit = sysconf(_SC_OPEN_MAX);
    for (int descriptor = 4; descriptor < (limit > 0 && limit < 65536 ? limit : 65536); descriptor++) close(descriptor);
#endif
}

/// Sets the library up, and tells what it is.
static void child_hello(const char *data_path) {
    // The buffer is long enough for a word, and for the library's event list, whose length depends on it.
    const int options = espeakINITIALIZE_DONT_EXIT | espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA;
    int rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 1000, data_path, options);
    struct espeak_worker_hello hello = {rate, 0};
    if (rate <= 0) {
        child_send(&hello, sizeof hello);
        _exit(1);
    }
    espeak_SetSynthCallback(child_audio);
    const char *folder = NULL;
    espeak_Info(&folder);
    if (folder == NULL) folder = "";
    hello.folder_length = (uint32_t)strlen(folder);
    child_send(&hello, sizeof hello);
    child_send(folder, hello.folder_length);
}

static void child_serve(const char *voice, const char *text, const struct espeak_worker_request *request) {
    alarm(ESPEAK_WORKER_PATIENCE);
    child_speak(voice, text, request);
    alarm(0);
    child_send_answer();
}

/// Lets a child of this child answer. This one never speaks, so every text finds the library as it was at the start, and
/// sounds the same every time.
static void child_delegate(const char *voice, const char *text, const struct espeak_worker_request *request) {
    pid_t own = getpid();
    pid_t process = fork();
    if (process == 0) {
#ifdef __linux__
        // Who is killed takes with him who works for him.
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
    // Nobody knows how much of an answer has been sent.
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) _exit(1);
}

static void child_main(const char *data_path) {
    child_isolate();
    alarm(ESPEAK_WORKER_PATIENCE);
    child_hello(data_path);
    alarm(0);
    char *text = malloc(ESPEAK_WORKER_LONGEST_TEXT + 1);
    if (text == NULL) _exit(1);
    for (;;) {
        struct espeak_worker_request request;
        char voice[256];
        memcpy(&request, child_read(sizeof request), sizeof request);
        if (request.voice_length >= sizeof voice || request.text_length > ESPEAK_WORKER_LONGEST_TEXT) _exit(1);
        memcpy(voice, child_read(request.voice_length), request.voice_length);
        memcpy(text, child_read(request.text_length), request.text_length);
        voice[request.voice_length] = 0;
        text[request.text_length] = 0;
        if (request.is_fresh) child_delegate(voice, text, &request); else child_serve(voice, text, &request);
    }
}

// The parent's side. -----------------------------------------------------------------------------------------------

/// A child that is forked by another thread between these steps would hold the other end of our socket for a while, and
/// a dead child would not be known to be dead so long.
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static int start(struct espeak_worker *worker, const char *data_path) {
    int sockets[2];
    int failure = cspawn_socket_pair(sockets);
    if (failure != 0) return failure;
    // The child ends itself when a text takes too long; this is for a child that is stopped and cannot.
    struct timeval patience = {ESPEAK_WORKER_PATIENCE + 5, 0};
    setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(sockets[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);

    // Nothing may interrupt the child before it has its own signal handlers.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t process = fork();
    failure = errno;
    if (process == 0) {
        close(sockets[0]);
        child_socket = sockets[1];
        child_main(data_path);
        _exit(0);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    close(sockets[1]);
    if (process < 0) {
        close(sockets[0]);
        return failure;
    }
    worker->process = process;
    worker->socket = sockets[0];
    return 0;
}

int espeak_worker_start(struct espeak_worker *worker, const char *data_path) {
    pthread_mutex_lock(&starting);
    int failure = start(worker, data_path);
    pthread_mutex_unlock(&starting);
    return failure;
}

int espeak_worker_send(const struct espeak_worker *worker, const void *bytes, size_t count) {
    return send_all(worker->socket, bytes, count);
}

int espeak_worker_receive(const struct espeak_worker *worker, void *bytes, size_t count) {
    return receive_all(worker->socket, bytes, count);
}

void espeak_worker_kill(const struct espeak_worker *worker) {
    kill(worker->process, SIGKILL);
}

int espeak_worker_reap(const struct espeak_worker *worker) {
    int status = 0;
    close(worker->socket);
    // Not reaped yet, so the number is still the child's; a child that is stopped would not see the socket close.
    kill(worker->process, SIGKILL);
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}
