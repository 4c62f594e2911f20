#include "CSDBus.h"

#include "CDynamicLibrary.h"

#include <pthread.h>

static csdbus_library library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *const names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0", NULL};

static void load(void) {
#define ROW(name) {#name, &library.name}
    static const dynamic_function functions[] = {
        ROW(sd_bus_new),
        ROW(sd_bus_set_address),
        ROW(sd_bus_set_bus_client),
        ROW(sd_bus_start),
        ROW(sd_bus_close),
        ROW(sd_bus_unref),
        ROW(sd_bus_is_open),
        ROW(sd_bus_is_ready),
        ROW(sd_bus_process),
        ROW(sd_bus_wait),
        ROW(sd_bus_call),
        ROW(sd_bus_error_free),
        ROW(sd_bus_message_new_method_call),
        ROW(sd_bus_message_unref),
        ROW(sd_bus_message_append_basic),
        ROW(sd_bus_message_open_container),
        ROW(sd_bus_message_close_container),
        ROW(sd_bus_message_read_basic),
        {NULL, NULL},
    };
#undef ROW
    library.failure = dynamic_library_load(names, functions);
}

const csdbus_library *csdbus_load(void) {
    pthread_once(&once, load);
    return &library;
}
