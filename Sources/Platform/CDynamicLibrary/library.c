#include "CDynamicLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A copy of a string that is never freed.
static const char *kept(const char *text) {
    const char *copy = strdup(text);
    return copy != NULL ? copy : "out of memory";
}

const char *dynamic_library_load(const char *const *names, const dynamic_function *functions) {
    const char *reason = NULL;
    void *handle = NULL;
    for (const char *const *name = names; handle == NULL && *name != NULL; name++) {
        handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
        const char *error = handle == NULL ? dlerror() : NULL;
        if (reason == NULL && handle == NULL) reason = kept(error != NULL ? error : *name);
    }
    if (handle == NULL) return reason;
    for (const dynamic_function *function = functions; function->name != NULL; function++) {
        void *symbol = dlsym(handle, function->name);
        if (symbol == NULL) {
            char text[256];
            snprintf(text, sizeof text, "the installed library lacks %s", function->name);
            return kept(text);
        }
        // A function pointer and a data pointer have the same representation (POSIX, dlsym).
        memcpy(function->slot, &symbol, sizeof symbol);
    }
    return NULL;
}

const char *dynamic_library_failure(dynamic_library *library) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (!atomic_load(&library->is_tried)) {
        pthread_mutex_lock(&mutex);
        if (!atomic_load(&library->is_tried)) {
            library->failure = dynamic_library_load(library->names, library->functions);
            atomic_store(&library->is_tried, true);
        }
        pthread_mutex_unlock(&mutex);
    }
    return library->failure;
}
