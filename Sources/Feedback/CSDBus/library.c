#include "CSDBus.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static csdbus_library library;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure_text[256];

static const char *const names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};

static void load(void) {
    void *handle = NULL;
    for (size_t index = 0; handle == NULL && index < sizeof names / sizeof *names; index++) {
        handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        const char *reason = handle == NULL ? dlerror() : NULL;
        // The reason for the most common library is the one to tell.
        if (index == 0) snprintf(failure_text, sizeof failure_text, "%s", reason != NULL ? reason : names[0]);
    }
    if (handle == NULL) {
        library.failure = failure_text;
        return;
    }
#define RESOLVE(name)                                                                                                  \
    if ((*(void **)&library.name = dlsym(handle, #name)) == NULL) {                                                    \
        library.failure = "the installed library lacks " #name;                                                        \
        return;                                                                                                        \
    }
    RESOLVE(sd_bus_new)
    RESOLVE(sd_bus_set_address)
    RESOLVE(sd_bus_set_bus_client)
    RESOLVE(sd_bus_start)
    RESOLVE(sd_bus_close)
    RESOLVE(sd_bus_unref)
    RESOLVE(sd_bus_is_open)
    RESOLVE(sd_bus_is_ready)
    RESOLVE(sd_bus_process)
    RESOLVE(sd_bus_wait)
    RESOLVE(sd_bus_call)
    RESOLVE(sd_bus_error_free)
    RESOLVE(sd_bus_message_new_method_call)
    RESOLVE(sd_bus_message_unref)
    RESOLVE(sd_bus_message_append_basic)
    RESOLVE(sd_bus_message_open_container)
    RESOLVE(sd_bus_message_close_container)
    RESOLVE(sd_bus_message_read_basic)
#undef RESOLVE
}

const csdbus_library *csdbus_load(void) {
    pthread_once(&once, load);
    return &library;
}
