#ifndef CSPAWN_H
#define CSPAWN_H

// Starts child processes without a shell, and wraps a few descriptor calls that Swift cannot make itself.
//
// Every function returns 0 for success or an errno value; none of them communicates through `errno`.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A standard stream that is /dev/null in the child.
#define CSPAWN_NULL (-1)

/// A standard stream that the child inherits from this process; /dev/null if it is closed in this process.
#define CSPAWN_INHERIT (-2)

/// A program to start.
typedef struct cspawn_request {
    /// The program's path. It must contain a slash: PATH is not searched; see `cspawn_find_program`. If `directory` is
    /// set, use an absolute path, since a relative path is resolved in that directory.
    const char *program;
    /// The arguments, starting with the program's own name and ending with NULL. No shell interprets them.
    char *const _Nullable *_Nonnull arguments;
    /// The environment as `NAME=value` strings, ending with NULL; NULL inherits this process's environment.
    char *const _Nullable *_Nullable environment;
    /// The child's working directory; NULL inherits this process's directory.
    const char *_Nullable directory;
    /// Each standard stream is a descriptor of this process (which is not closed), CSPAWN_NULL or CSPAWN_INHERIT.
    int standard_input;
    int standard_output;
    int standard_error;
} cspawn_request;

/// Starts a child process with posix_spawn.
///
/// The child leads its own process group, so `kill(-pid, …)` reaches its children too, whereas Ctrl-C in the terminal
/// does not reach the group. All signals have their default action and none is blocked, regardless of this process's
/// settings. The child has no descriptors except the three standard streams. (On systems without `addclosefrom_np` or
/// `POSIX_SPAWN_CLOEXEC_DEFAULT`, descriptors that other code opened without O_CLOEXEC still leak.)
///
/// On success, returns 0 and sets `pid`. Otherwise returns EINVAL for a program without a slash, ENOTSUP for a
/// directory on a system that cannot set one, or a system error (ENOENT, EACCES, EMFILE, …).
int cspawn_start(const cspawn_request *request, pid_t *pid);

/// Starts a guard for the process group of a child: a process that kills the group one second after this process has
/// ended, regardless of the reason.
///
/// The guard joins the group, so the group id stays reserved while it is needed, and killing the group ends the guard
/// too. It ignores the signals that request termination. The child must not have been reaped yet.
///
/// On success, returns 0 and sets `guard` to the guard's process, which must be reaped, and `lifeline` to a descriptor.
/// The guard waits until the descriptor is closed, by `close` or because this process ends. On failure, returns a
/// system error.
int cspawn_guard(pid_t group, pid_t *guard, int *lifeline);

/// Limits the private memory, in bytes, of a child and of each process that it starts from now on. Private memory is
/// what a process allocates or can write to, but not the files that it maps. Allocations beyond the limit fail.
///
/// A lower limit that is already set stays in effect. Returns 0, ENOTSUP on a system that cannot limit another process
/// or in a build with a sanitizer, or a system error.
int cspawn_limit_memory(pid_t pid, uint64_t bytes);

/// Whether this build and system support `cspawn_limit_memory`: 1 or 0.
int cspawn_limits_memory(void);

/// Looks up a program name in a search path.
///
/// `search_path` has the format of PATH. Empty and relative entries are skipped, so a file in the working directory is
/// never found. Only regular files that this user may execute are found.
///
/// On success, returns 0 and writes the absolute path to `result`. Otherwise returns ENOENT if there is no such
/// program, EINVAL for an empty name or a name with a slash, or ENAMETOOLONG if `capacity` is too small.
int cspawn_find_program(const char *name, const char *search_path, char *result, size_t capacity);

/// Creates a pipe; both ends are close-on-exec (FD_CLOEXEC). `ends[0]` is for reading, `ends[1]` for writing.
int cspawn_pipe(int ends[_Nonnull 2]);

/// Creates a pair of connected stream sockets; both are close-on-exec. Unlike a pipe, a socket can be written to
/// without raising SIGPIPE; see `cspawn_send`.
int cspawn_socket_pair(int ends[_Nonnull 2]);

/// Sends bytes to a socket of `cspawn_socket_pair` without raising SIGPIPE.
///
/// On success, returns 0 and sets `sent`, which may be less than `count`. Otherwise returns a system error: EPIPE if
/// the other end is closed, EAGAIN, …. EINTR is handled internally.
int cspawn_send(int descriptor, const void *bytes, size_t count, size_t *sent);

#pragma clang assume_nonnull end

#endif
