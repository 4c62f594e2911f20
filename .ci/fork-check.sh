#!/bin/sh
# Starts 20,000 children that speak, from processes whose threads are busy in libc: parlance-espeak by posix_spawn, from C
# and from a Swift program, none of which may hang. With "fork" it shows what a fork without exec does instead:
# docs/decisions/0002-processes-for-espeak-ng.md. Needs gdb, which prints the stack of a child that hangs.
#
#     .ci/fork-check.sh [COUNT] [fork]
set -eu
cd "$(dirname "$0")/.."
count=${1:-20000}
usual=malloc,print,resolve,lock
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cc -O1 -Wall -Wextra -o "$folder/fork-check" .ci/fork-check.c -lpthread

if [ "${2:-}" = fork ]; then
    for loads in $usual locale strerror random load thread time; do
        for how in linked late; do
            echo "fork-check: fork, $how, while threads do $loads"
            "$folder/fork-check" "$count" "$loads" "$how" || true
        done
    done
    exit 0
fi

swift build --product parlance-espeak
swift build --product speech-trial
bin=$(swift build --show-bin-path)
for loads in $usual locale,strerror,load,random "$usual,locale,strerror,load,random,thread,time"; do
    echo "fork-check: posix_spawn while threads do $loads"
    "$folder/fork-check" "$count" "$loads" "$bin/parlance-espeak"
done
echo "fork-check: EspeakSpeech from a Swift program"
"$bin/speech-trial" "$count"
