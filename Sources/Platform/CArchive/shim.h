#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>
#include <wchar.h>

// archive.h includes <sys/stat.h>, so this module would define `struct stat` a second time. In a target with one file
// that imports this module, Swift would then report a missing import in other files that use the structure. The renamed
// declarations avoid the conflict; nothing that is used from this module depends on them.
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
