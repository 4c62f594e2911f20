#!/bin/sh
# Builds and runs all tests, and says at the end what failed: among thousands of lines nobody finds it.
set -eu
# What a test writes must not be writable by others: no plug-in is started that is.
umask 022

# What 'make check' has built is not built a second time.
if [ -d .build-check ]; then set -- --scratch-path .build-check -Xswiftc -warnings-as-errors "$@"; fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
    code=0
    swift test "$@" 2>&1 || code=$?
    echo "$code" >"$folder/code"
} | tee "$folder/log"
code=$(cat "$folder/code")
if [ "$code" -ne 0 ]; then
    echo "test: failed with exit code $code; what failed:"
    grep -aE '^✘ |recorded an issue|: error: |Fatal error|unexpected signal' "$folder/log" | cut -c1-600 | tail -n 60 || true
fi
exit "$code"
