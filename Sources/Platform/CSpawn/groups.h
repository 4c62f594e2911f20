#ifndef CSPAWN_GROUPS_H
#define CSPAWN_GROUPS_H

#include "CSpawn.h"

/// Like `cspawn_start`, for a child that joins the process group `group`; 0 makes it the leader of a new group.
int cspawn_start_in_group(const cspawn_request *_Nonnull request, pid_t group, pid_t *_Nonnull pid);

#endif
