#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__APPLE__)
static int finish_pair(int ends[2]) {
    for (int index = 0; index < 2; index++) {
        if (fcntl(ends[index], F_SETFD, FD_CLOEXEC) != 0) {
            int error = errno;
            close(ends[0]);
            close(ends[1]);
            return error;
        }
    }
    return 0;
}
#endif

int cspawn_pipe(int ends[2]) {
    int saved = errno;
    int error = 0;
#if defined(__APPLE__)
    error = pipe(ends) == 0 ? finish_pair(ends) : errno;
#else
    if (pipe2(ends, O_CLOEXEC) != 0) error = errno;
#endif
    errno = saved;
    return error;
}

int cspawn_socket_pair(int ends[2]) {
    int saved = errno;
    int error = 0;
#if defined(__APPLE__)
    error = socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 ? finish_pair(ends) : errno;
    if (error == 0) {
        int on = 1;
        setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
        setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
    }
#else
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) error = errno;
#endif
    errno = saved;
    return error;
}

int cspawn_send(int descriptor, const void *bytes, size_t count, size_t *sent) {
#if defined(MSG_NOSIGNAL)
    int flags = MSG_NOSIGNAL;
#else
    int flags = 0;
#endif
    int saved = errno;
    ssize_t done;
    do {
        done = send(descriptor, bytes, count, flags);
    } while (done < 0 && errno == EINTR);
    int error = done < 0 ? errno : 0;
    *sent = done < 0 ? 0 : (size_t)done;
    errno = saved;
    return error;
}
