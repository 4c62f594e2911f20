#ifndef CSPAWN_H
#define CSPAWN_H

// Starting child processes without a shell, and the few descriptor calls that Swift cannot make itself.
//
// Every function returns 0 for success or an errno value; none of them reads or changes `errno` for its caller.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A standard stream that is /dev/null in the child.
#define CSPAWN_NULL (-1)

/// A standard stream that the child shares with this process; /dev/null when this process has it closed.
#define CSPAWN_INHERIT (-2)

/// What to start.
typedef struct cspawn_request {
    /// The program's file. It must contain a slash: nothing is looked up in PATH, see `cspawn_find_program`. With a
    /// `directory`, use an absolute path, for a relative one counts from there.
    const char *program;
    /// The argument list, with the program's own name first and NULL last. No shell reads it.
    char *const _Nullable *_Nonnull arguments;
    /// The environment as `NAME=value` strings with NULL last; NULL passes this process's environment on.
    char *const _Nullable *_Nullable environment;
    /// The child's working directory; NULL keeps that of this process.
    const char *_Nullable directory;
    /// Each standard stream: a descriptor of this process, which stays open here, or CSPAWN_NULL or CSPAWN_INHERIT.
    int standard_input;
    int standard_output;
    int standard_error;
} cspawn_request;

/// Starts a child process with posix_spawn.
///
/// The child leads a process group of its own (so that `kill(-pid, …)` reaches its children too, and the terminal's
/// Ctrl-C does not), has every signal at its default action and none blocked, whatever this process ignores or blocks,
/// and has no descriptors but the three standard streams. (On systems without `addclosefrom_np` or
/// `POSIX_SPAWN_CLOEXEC_DEFAULT`, descriptors that were opened without O_CLOEXEC by others still leak.)
///
/// Returns 0 and sets `pid`; or EINVAL for a program without a slash, ENOTSUP for a directory on a system that cannot
/// set one, or the error of the system (ENOENT, EACCES, EMFILE, …).
int cspawn_start(const cspawn_request *request, pid_t *pid);

/// Starts a guard over the process group of a child that was started: a process that kills the group a second after this
/// process is gone, however it went.
///
/// It joins the group, so that the group's number stays taken as long as it is needed, and so that whoever kills the group
/// takes the guard with it. It ignores the signals that ask for an end. The child must not have been reaped yet.
///
/// Returns 0 and sets `guard` to its process, which is to be reaped, and `lifeline` to the descriptor whose closing, by
/// `close` or by the end of this process, is what it waits for; or the error of the system.
int cspawn_guard(pid_t group, pid_t *guard, int *lifeline);

/// Limits the memory of its own, in bytes, that a child and each process that it starts from now on can have: what it
/// allocates and could write to, not the files that it maps. More is refused to it.
///
/// A limit that is lower already stays. Returns 0, ENOTSUP on a system that knows no such limit of another process and in a
/// build with a sanitizer, or the error of the system.
int cspawn_limit_memory(pid_t pid, uint64_t bytes);

/// Whether `cspawn_limit_memory` can work in this build, on this system: 1 or 0.
int cspawn_limits_memory(void);

/// Looks a program's name up in a search path.
///
/// `search_path` has the form of PATH. Empty and relative entries are passed over, so that a file in the working
/// directory is never found. Only regular files that this user may execute count.
///
/// Returns 0 and writes the absolute path to `result`; or ENOENT when there is none, EINVAL for an empty name or one
/// with a slash, ENAMETOOLONG when `capacity` is too small.
int cspawn_find_program(const char *name, const char *search_path, char *result, size_t capacity);

/// Makes a pipe; both ends are close-on-exec. `ends[0]` is for reading, `ends[1]` for writing.
int cspawn_pipe(int ends[_Nonnull 2]);

/// Makes a pair of connected stream sockets; both are close-on-exec. A socket, unlike a pipe, can be written to without
/// the danger of SIGPIPE, see `cspawn_send`.
int cspawn_socket_pair(int ends[_Nonnull 2]);

/// Sends bytes to a socket of `cspawn_socket_pair` without ever raising SIGPIPE.
///
/// Returns 0 and sets `sent`, which may be less than `count`; or EPIPE when the other end is closed, EAGAIN, ….
/// EINTR is handled inside.
int cspawn_send(int descriptor, const void *bytes, size_t count, size_t *sent);

#pragma clang assume_nonnull end

#endif
