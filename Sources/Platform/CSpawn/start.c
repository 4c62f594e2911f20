#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSpawn.h"
#include "groups.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <crt_externs.h>
static char **current_environment(void) { return *_NSGetEnviron(); }
#else
extern char **environ;
static char **current_environment(void) { return environ; }
#endif

#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
#define HAS_CLOSE_FROM 1
#endif
#if !__GLIBC_PREREQ(2, 29)
#define LACKS_DIRECTORY 1
#endif
#endif

// The requested descriptors are duplicated above the standard three first. Otherwise, a caller that passes descriptor 1
// as the child's 0 and descriptor 0 as its 1 would get one of them twice, and a descriptor that already has the right
// number would keep its close-on-exec flag.
static int duplicate_above(int requested, int target, int *copy) {
    int source = requested == CSPAWN_INHERIT ? target : requested;
    *copy = -1;
    if (source < 0) return requested == CSPAWN_NULL ? 0 : EBADF;
    *copy = fcntl(source, F_DUPFD_CLOEXEC, 3);
    if (*copy >= 0) return 0;
    return requested == CSPAWN_INHERIT && errno == EBADF ? 0 : errno;
}

static int add_stream(posix_spawn_file_actions_t *actions, int copy, int target) {
    if (copy >= 0) return posix_spawn_file_actions_adddup2(actions, copy, target);
    return posix_spawn_file_actions_addopen(actions, target, "/dev/null", target == 0 ? O_RDONLY : O_WRONLY, 0);
}

static int add_actions(posix_spawn_file_actions_t *actions, const cspawn_request *request, const int copies[3]) {
    int error = 0;
    for (int target = 0; target < 3 && error == 0; target++) error = add_stream(actions, copies[target], target);
#if defined(HAS_CLOSE_FROM)
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
    if (error == 0 && request->directory != NULL) {
#if defined(LACKS_DIRECTORY)
        error = ENOTSUP;
#else
        error = posix_spawn_file_actions_addchdir_np(actions, request->directory);
#endif
    }
    return error;
}

static int set_attributes(posix_spawnattr_t *attributes, pid_t group) {
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    sigset_t all, none;
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    sigemptyset(&none);
    int error = posix_spawnattr_setflags(attributes, flags);
    if (error == 0) error = posix_spawnattr_setpgroup(attributes, group);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    return error;
}

static int spawn(const cspawn_request *request, pid_t group, const int copies[3], pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = add_actions(&actions, request, copies);
        if (error == 0) error = set_attributes(&attributes, group);
        if (error == 0) {
            char *const *environment = request->environment != NULL ? request->environment : current_environment();
            error = posix_spawn(pid, request->program, &actions, &attributes, request->arguments, environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int cspawn_start(const cspawn_request *request, pid_t *pid) { return cspawn_start_in_group(request, 0, pid); }

int cspawn_start_in_group(const cspawn_request *request, pid_t group, pid_t *pid) {
    if (strchr(request->program, '/') == NULL) return EINVAL;
    int saved = errno;
    const int requested[3] = {request->standard_input, request->standard_output, request->standard_error};
    int copies[3] = {-1, -1, -1};
    int error = 0;
    for (int target = 0; target < 3 && error == 0; target++) {
        error = duplicate_above(requested[target], target, &copies[target]);
    }
    if (error == 0) error = spawn(request, group, copies, pid);
    for (int target = 0; target < 3; target++) {
        if (copies[target] >= 0) close(copies[target]);
    }
    errno = saved;
    return error;
}
