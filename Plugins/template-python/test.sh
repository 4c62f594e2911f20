#!/bin/sh
# Tests this plug-in against every rule of its service. PARLANCE is the path of the program; by default, it is found through PATH.
set -eu
exec "${PARLANCE:-parlance}" plugin test "$(dirname "$0")"
