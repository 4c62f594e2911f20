#!/bin/sh
# Asks LibreTranslate's own server, with an engine that needs no models, for translations. Needs Python 3.9 or later and, once,
# the Python package index (some 600 MB). The argument is a folder for the virtual environment; without one it is made for this
# run and removed.
set -eu
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
    environment=$1
else
    environment=$(mktemp -d)
    trap 'rm -rf "$environment"' EXIT
fi
if [ ! -x "$environment/bin/python" ] || ! "$environment/bin/python" -c 'import libretranslate' 2>/dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet libretranslate
fi
PARLANCE_LIBRETRANSLATE_PYTHON="$environment/bin/python" swift test --filter LibreTranslateServerTests
