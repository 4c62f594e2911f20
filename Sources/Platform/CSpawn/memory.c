#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSpawn.h"

#include <errno.h>
#include <sys/resource.h>

// A program built with a sanitizer maps terabytes of memory for the sanitizer, which count towards the limit. If this
// program is built with a sanitizer, its children may come from the same build.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__linux__) && !defined(IS_SANITIZED)
#define LIMITS_MEMORY 1
#endif

int cspawn_limits_memory(void) {
#if defined(LIMITS_MEMORY)
    return 1;
#else
    return 0;
#endif
}

int cspawn_limit_memory(pid_t pid, uint64_t bytes) {
#if defined(LIMITS_MEMORY)
    int saved = errno;
    int error = 0;
    struct rlimit limit;
    if (prlimit(pid, RLIMIT_DATA, NULL, &limit) != 0) {
        error = errno;
    } else {
        // "No limit" is represented by a number larger than any limit.
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
