#!/bin/sh
# Asks LibreTranslate's own server, with an engine that needs no models, for translations. The argument is a folder for Python's
# environment (some 600 MB), see python.sh.
set -eu
cd "$(dirname "$0")/.."
modules='libretranslate'
packages='libretranslate'
. .ci/python.sh
PARLANCE_LIBRETRANSLATE_PYTHON="$python" swift test --filter LibreTranslateServerTests
