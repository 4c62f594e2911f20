#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>
#include <wchar.h>

// archive.h includes <sys/stat.h>, and with it this module would define `struct stat` a second time: in a target of which
// one file imports this module, Swift then misses this import in all others that use the structure. Under other names
// these declarations are in nobody's way; nothing of this module that is used here takes them.
#define stat archive_shim_stat
#define fstat archive_shim_fstat
#define lstat archive_shim_lstat
#define fstatat archive_shim_fstatat
#include <archive.h>
#include <archive_entry.h>
#undef stat
#undef fstat
#undef lstat
#undef fstatat
