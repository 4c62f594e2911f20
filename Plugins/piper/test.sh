#!/bin/sh
# Tests this plug-in against every rule of its service. PARLANCE names the program; by default it is found in PATH.
set -eu
exec "${PARLANCE:-parlance}" plugin test "$(dirname "$0")"
