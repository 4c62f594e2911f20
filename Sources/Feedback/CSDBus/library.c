#include "CSDBus.h"

#include "CDynamicLibrary.h"

#include <pthread.h>

static csdbus_library library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *const names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0", NULL};

static void load(void) {
#define ROW(result, name, parameters) {#name, &library.name},
    static const dynamic_function functions[] = {CSDBUS_FUNCTIONS(ROW){NULL, NULL}};
#undef ROW
    library.failure = dynamic_library_load(names, functions);
}

const csdbus_library *csdbus_load(void) {
    pthread_once(&once, load);
    return &library;
}
