#!/bin/sh
# Lets Anki itself judge the packages that we write. The argument is a folder for Python's environment, see python.sh.
set -eu
cd "$(dirname "$0")/.."
modules='anki, genanki'
packages='anki genanki'
. .ci/python.sh
PARLANCE_ANKI_PYTHON="$python" swift test --filter "AnkiJudgeTests|AnkiSpeechTests"
