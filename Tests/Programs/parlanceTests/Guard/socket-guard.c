/* A preloaded library that ends any process that uses the network. Calls that only open local sockets (AF_UNIX, for the
   sound server) are allowed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Logs the call and ends the process. */
static void trip(const char *call) {
    const char *path = getenv("SOCKET_GUARD_LOG");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file >= 0) {
        if (write(file, call, strlen(call)) < 0 || write(file, "\n", 1) < 0) _exit(99);
        close(file);
    }
    abort();
}

static int is_network(int family) { return family == AF_INET || family == AF_INET6; }

int socket(int family, int type, int protocol) {
    if (is_network(family)) trip("socket");
    int (*real)(int, int, int) = (int (*)(int, int, int))dlsym(RTLD_NEXT, "socket");
    return real(family, type, protocol);
}

int connect(int file, const struct sockaddr *address, socklen_t size) {
    if (address && is_network(address->sa_family)) trip("connect");
    int (*real)(int, const struct sockaddr *, socklen_t) =
        (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
    return real(file, address, size);
}

ssize_t sendto(int file, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t size) {
    if (address && is_network(address->sa_family)) trip("sendto");
    ssize_t (*real)(int, const void *, size_t, int, const struct sockaddr *, socklen_t) =
        (ssize_t (*)(int, const void *, size_t, int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "sendto");
    return real(file, bytes, count, flags, address, size);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    (void)node; (void)service; (void)hints; (void)result;
    trip("getaddrinfo");
    return EAI_FAIL;
}
