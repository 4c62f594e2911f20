// Starts children that speak by espeak-ng from a process whose threads are busy in libc.
//
//     fork-check COUNT LOADS linked|late|PROGRAM
//
// LOADS are the names, with commas between them, of what eight threads do meanwhile (see `loads`). `linked` forks with
// libespeak-ng loaded, `late` forks and loads it in the child, and PROGRAM, the path of parlance-espeak, is started by
// posix_spawn. A child that has not ended after a minute hangs: gdb prints its stack.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>

#include "../Sources/Speech/CEspeakWorker/CEspeakWorker.h"

enum { THREADS = 8, LONGEST_WAIT = 60, MOST_STACKS = 3 };

// What the threads do. ---------------------------------------------------------------------------------------------

static void do_malloc(unsigned *seed) {
    void *blocks[32];
    for (int index = 0; index < 32; index++) blocks[index] = malloc(16 + rand_r(seed) % 200000);
    for (int index = 0; index < 32; index++) free(blocks[index]);
}

static FILE *sink;
static void do_print(unsigned *seed) {
    for (int index = 0; index < 50; index++) {
        fprintf(sink, "%d %g\n", index, rand_r(seed) / 7.0);
        fprintf(stdout, "%u\n", *seed);
    }
    fflush(sink);
    FILE *file = fopen("/dev/null", "w");
    if (file != NULL) fclose(file);
}

static void do_resolve(unsigned *seed) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    if (rand_r(seed) % 2) hints.ai_flags = AI_NUMERICSERV;
    if (getaddrinfo("localhost", "80", &hints, &found) == 0) freeaddrinfo(found);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void do_lock(unsigned *seed) {
    for (int index = 0; index < 100; index++) {
        pthread_mutex_lock(&lock);
        *seed += 1;
        pthread_mutex_unlock(&lock);
    }
}

static void do_locale(unsigned *seed) {
    for (int index = 0; index < 20; index++) {
        locale_t locale = newlocale(LC_ALL_MASK, rand_r(seed) % 2 ? "C" : "C.UTF-8", (locale_t)0);
        if (locale != (locale_t)0) freelocale(locale);
    }
}

static void do_strerror(unsigned *seed) {
    char text[128];
    for (int index = 0; index < 50; index++) strerror_r(rand_r(seed) % 50 + 1, text, sizeof text);
}

static void do_random(unsigned *seed) {
    for (int index = 0; index < 200; index++) *seed ^= (unsigned)rand();
}

static void do_load(unsigned *seed) {
    (void)seed;
    void *handle = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle != NULL) dlclose(handle);
}

static void *nothing(void *context) { return context; }
static void do_thread(unsigned *seed) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, seed) == 0) pthread_join(thread, NULL);
}

static void do_time(unsigned *seed) {
    struct tm parts;
    time_t now = rand_r(seed);
    for (int index = 0; index < 50; index++) localtime_r(&now, &parts), mktime(&parts);
}

static const struct {
    const char *name;
    void (*run)(unsigned *);
} loads[] = {
    {"malloc", do_malloc}, {"print", do_print}, {"resolve", do_resolve}, {"lock", do_lock}, {"locale", do_locale},
    {"strerror", do_strerror}, {"random", do_random}, {"load", do_load}, {"thread", do_thread}, {"time", do_time},
};

static void (*chosen[16])(unsigned *);
static int chosen_count;

static void *work(void *context) {
    unsigned seed = (unsigned)(size_t)context;
    for (;;) chosen[(size_t)context % (size_t)chosen_count](&seed);
    return NULL;
}

// The child. -------------------------------------------------------------------------------------------------------

static int hear(short *samples, int count, espeak_EVENT *events) {
    (void)samples, (void)count, (void)events;
    return 0;
}

static void *find(void *handle, const char *name) {
    void *symbol = dlsym(handle, name);
    if (symbol == NULL) _exit(3);
    return symbol;
}

static void speak(void) {
    void *handle = dlopen("libespeak-ng.so.1", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) _exit(2);
    __typeof__(espeak_Initialize) *initialize = find(handle, "espeak_Initialize");
    __typeof__(espeak_SetSynthCallback) *set_callback = find(handle, "espeak_SetSynthCallback");
    __typeof__(espeak_SetVoiceByName) *set_voice = find(handle, "espeak_SetVoiceByName");
    __typeof__(espeak_Synth) *synth = find(handle, "espeak_Synth");
    char *text = NULL;
    size_t length = 0;
    FILE *trace = open_memstream(&text, &length);
    if (trace == NULL) _exit(4);
    if (initialize(AUDIO_OUTPUT_SYNCHRONOUS, 1000, NULL, espeakINITIALIZE_DONT_EXIT) <= 0) _exit(5);
    set_callback(hear);
    if (set_voice("gmw/en-US") != EE_OK) _exit(6);
    if (synth("she", 4, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL) != EE_OK) _exit(7);
    fprintf(trace, "%d\n", 1);
    fclose(trace);
    free(text);
    _exit(0);
}

// The program. -----------------------------------------------------------------------------------------------------

static void receive(int socket, void *bytes, size_t count) {
    if (count > 0) recv(socket, bytes, count, MSG_WAITALL);
}

/// Starts the program with an end of a socket, and sends it a text, whose answer finish() takes.
static pid_t start(const char *program, int *own) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
    char *arguments[] = {(char *)program, NULL};
    pid_t child = -1;
    if (posix_spawn(&child, program, &actions, NULL, arguments, environ) != 0) child = -1;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    struct {
        struct espeak_worker_request request;
        char texts[12];
    } message = {{.voice_length = 9, .text_length = 3, .words_per_minute = 175, .pitch = 50}, "gmw/en-USshe"};
    send(ends[0], &message, sizeof message, MSG_NOSIGNAL);
    // A child that hangs is found by the time that it takes to end.
    struct timeval limit = {LONGEST_WAIT, 0};
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    *own = ends[0];
    return child;
}

/// Takes what the program says, and lets it end. Returns whether it has spoken.
static int finish(int own) {
    static char rest[1 << 20];
    struct espeak_worker_hello hello = {0};
    struct espeak_worker_answer answer = {0};
    receive(own, &hello, sizeof hello);
    receive(own, rest, hello.folder_length + hello.version_length + hello.library_length);
    receive(own, &answer, sizeof answer);
    int has_spoken = answer.kind == ESPEAK_WORKER_SPOKEN && answer.value > 1000 && answer.value < sizeof rest / 2;
    if (has_spoken) receive(own, rest, answer.value * 2);
    shutdown(own, SHUT_RDWR);
    close(own);
    return has_spoken;
}

// The parent. ------------------------------------------------------------------------------------------------------

/// Waits for a child; nonzero when it hangs.
static int wait_for(pid_t child, int *status) {
    struct timespec limit = {LONGEST_WAIT, 0};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child) return 0;
        if (sigtimedwait(&set, NULL, &limit) < 0 && errno == EAGAIN) return waitpid(child, status, WNOHANG) != child;
    }
}

static void print_stack(pid_t child) {
    char command[256];
    snprintf(command, sizeof command,
             "gdb -p %d -batch -ex 'thread apply all bt 14' 2>/dev/null | grep -E '^(#|Thread)' >&2", child);
    pid_t shell = fork();
    if (shell == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    int status;
    waitpid(shell, &status, 0);
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    long forks = atol(arguments[1]);
    const char *how = arguments[3];
    int is_spawned = strchr(how, '/') != NULL;
    for (char *name = strtok(arguments[2], ","); name != NULL; name = strtok(NULL, ",")) {
        for (size_t index = 0; index < sizeof loads / sizeof *loads; index++) {
            if (strcmp(loads[index].name, name) == 0) chosen[chosen_count++] = loads[index].run;
        }
    }
    setlocale(LC_ALL, "");
    sink = fopen("/dev/null", "w");
    if (sink == NULL || freopen("/dev/null", "w", stdout) == NULL || chosen_count == 0) return 64;
    if (strcmp(how, "linked") == 0 && dlopen("libespeak-ng.so.1", RTLD_NOW | RTLD_LOCAL) == NULL) return 69;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (size_t index = 0; index < THREADS; index++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, (void *)index) != 0) return 71;
    }
    long hung = 0, failed = 0, done = 0;
    int last = 0;
    for (; done < forks && hung < MOST_STACKS + 17; done++) {
        int own = -1;
        pid_t child = is_spawned ? start(how, &own) : fork();
        if (child < 0) {
            perror("fork-check");
            return 71;
        }
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            speak();
        }
        int has_spoken = !is_spawned || finish(own);
        int status = 0;
        if (wait_for(child, &status)) {
            hung++;
            fprintf(stderr, "fork %ld: child %d hangs\n", done, child);
            if (hung <= MOST_STACKS) print_stack(child);
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
        } else if (status != 0 || !has_spoken) {
            failed++;
            last = status;
        }
    }
    fprintf(stderr, "%s: %ld started, %ld hung, %ld failed", is_spawned ? "spawned" : how, done, hung, failed);
    if (failed > 0) {
        if (WIFSIGNALED(last)) fprintf(stderr, " (last by signal %d)", WTERMSIG(last));
        else fprintf(stderr, " (last with exit code %d)", WEXITSTATUS(last));
    }
    fputc('\n', stderr);
    return hung > 0 || failed > 0;
}
