#!/bin/sh
# Runs all tests with coverage and prints, per room, how many lines of Sources they execute. Fails below 80 %, and when a test
# fails.
set -eu
cd "$(dirname "$0")/.."
umask 022
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-4}
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH
folder=.build-coverage/debug/codecov
rm -rf "$folder"
code=0
swift test --enable-code-coverage --scratch-path .build-coverage >.build-coverage.log 2>&1 || code=$?
# What a child process writes that does not know where to.
rm -f default.profraw
# SwiftPM merges the counts only when all tests pass. The file of a process that was killed may be damaged.
bin=$(dirname "$(command -v swift)")
find "$folder" -name '*.profraw' >"$folder/raw"
"$bin/llvm-profdata" merge -failure-mode=all -sparse -f "$folder/raw" -o "$folder/all.profdata"
"$bin/llvm-cov" export -summary-only -instr-profile "$folder/all.profdata" \
    .build-coverage/debug/parlancePackageTests.xctest -object .build-coverage/debug/parlance >"$folder/summary.json"
python3 - "$folder/summary.json" <<'END'
import collections, json, os, sys

rooms = collections.defaultdict(lambda: [0, 0])
root = os.path.join(os.getcwd(), "Sources") + os.sep
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    if file["filename"].startswith(root):
        counts = file["summary"]["lines"]
        total = rooms[file["filename"][len(root):].split(os.sep)[0]]
        total[0] += counts["covered"]
        total[1] += counts["count"]
print(f"{'room':12} {'lines':>7} {'covered':>8}")
low = []
for room, (covered, count) in sorted(rooms.items()):
    share = 100 * covered / max(1, count)
    print(f"{room:12} {count:7} {share:7.1f}%")
    if share < 80:
        low.append(room)
if low:
    sys.exit("coverage: below 80 %: " + ", ".join(low))
END
if [ "$code" -ne 0 ]; then
    echo "coverage: the tests failed; see .build-coverage.log" >&2
    exit 1
fi
