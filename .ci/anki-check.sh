#!/bin/sh
# Lets Anki itself judge the packages that we write. Needs Python 3.9 or later and, once, the Python package index.
# The argument is a folder for the virtual environment; without one it is made for this run and removed.
set -eu
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
    environment=$1
else
    environment=$(mktemp -d)
    trap 'rm -rf "$environment"' EXIT
fi
if [ ! -x "$environment/bin/python" ] || ! "$environment/bin/python" -c 'import anki, genanki' 2>/dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet anki genanki
fi
PARLANCE_ANKI_PYTHON="$environment/bin/python" swift test --filter "AnkiJudgeTests|AnkiSpeechTests"
