#include "CSpawn.h"
#include "groups.h"

#include <unistd.h>

// The shell reads from a pipe whose write end only the host has open, so the pipe closes when the host ends, however
// that happens. The group then has one second to exit on its own, since its members may have noticed the end of their
// input. The guard ignores the signals with which the host asks the group to exit. The kill is in the trap, so it works
// even if no more processes can be started, for example during a fork bomb.
static char script[] =
    "trap '' HUP INT QUIT PIPE ALRM TERM USR1 USR2 TSTP TTIN TTOU\n"
    "trap 'kill -KILL 0' EXIT\n"
    "read -r line\n"
    "sleep 1\n";

int cspawn_guard(pid_t group, pid_t *guard, int *lifeline) {
    int ends[2];
    int error = cspawn_pipe(ends);
    if (error != 0) return error;
    static char shell[] = "/bin/sh", option[] = "-c", name[] = "parlance-guard", path[] = "PATH=/usr/bin:/bin";
    char *const arguments[] = {shell, option, script, name, NULL};
    char *const environment[] = {path, NULL};
    const cspawn_request request = {
        .program = shell,
        .arguments = arguments,
        .environment = environment,
        .directory = "/",
        .standard_input = ends[0],
        .standard_output = CSPAWN_NULL,
        .standard_error = CSPAWN_NULL,
    };
    error = cspawn_start_in_group(&request, group, guard);
    close(ends[0]);
    if (error != 0) {
        close(ends[1]);
        return error;
    }
    *lifeline = ends[1];
    return 0;
}
