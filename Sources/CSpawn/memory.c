#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSpawn.h"

#include <errno.h>
#include <sys/resource.h>

int cspawn_limit_memory(pid_t pid, uint64_t bytes) {
#if defined(__linux__)
    int saved = errno;
    int error = 0;
    struct rlimit limit;
    if (prlimit(pid, RLIMIT_DATA, NULL, &limit) != 0) {
        error = errno;
    } else {
        // No limit is a larger number than every limit.
        if (limit.rlim_cur > bytes) limit.rlim_cur = bytes;
        if (limit.rlim_max > bytes) limit.rlim_max = bytes;
        if (prlimit(pid, RLIMIT_DATA, &limit, NULL) != 0) error = errno;
    }
    errno = saved;
    return error;
#else
    (void)pid;
    (void)bytes;
    return ENOTSUP;
#endif
}
