#!/bin/sh
# Speaks "Hello" and ten words into ./demo, lists what was written, and plays it where there is a sound server.
set -eu
parlance=$1
"$parlance" speak "Hello" --accent en-GB --output-dir demo
"$parlance" speak --file Dictionaries/en/first-words.txt --accent en-GB --output-dir demo
if "$parlance" speak "Hello" --accent en-GB 2>/dev/null; then
    "$parlance" speak --file Dictionaries/en/first-words.txt --accent en-GB
    echo "demo: played through the sound server"
else
    echo "demo: no sound server answers, so nothing was played; the files are in ./demo"
fi
