#include "CSpawn.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int cspawn_find_program(const char *name, const char *search_path, char *result, size_t capacity) {
    size_t name_length = strlen(name);
    if (name_length == 0 || strchr(name, '/') != NULL) return EINVAL;
    int saved = errno;
    int outcome = ENOENT;
    const char *entry = search_path;
    while (outcome == ENOENT) {
        size_t length = strcspn(entry, ":");
        if (entry[0] == '/' && length > 0) {
            if (length + 1 + name_length + 1 > capacity) {
                outcome = ENAMETOOLONG;
                break;
            }
            memcpy(result, entry, length);
            result[length] = '/';
            memcpy(result + length + 1, name, name_length + 1);
            struct stat status;
            if (stat(result, &status) == 0 && S_ISREG(status.st_mode) && access(result, X_OK) == 0) outcome = 0;
        }
        if (entry[length] == '\0') break;
        entry += length + 1;
    }
    errno = saved;
    return outcome;
}
