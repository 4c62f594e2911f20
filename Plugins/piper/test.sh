#!/bin/sh
# Tries this plug-in by every rule of its service. PARLANCE names the program; without it, it is looked for in PATH.
set -eu
exec "${PARLANCE:-parlance}" plugin test "$(dirname "$0")"
