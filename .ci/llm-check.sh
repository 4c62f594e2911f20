#!/bin/sh
# Asks llama.cpp's own server, with a language model of random weights, for translations. Needs Python 3.9 or later and, once,
# the Python package index. The argument is a folder for the virtual environment; without one it is made for this run and removed.
set -eu
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
    environment=$1
else
    environment=$(mktemp -d)
    trap 'rm -rf "$environment"' EXIT
fi
if [ ! -x "$environment/bin/python" ] || ! "$environment/bin/python" -c 'import gguf, numpy, xllamacpp' 2>/dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet xllamacpp gguf numpy
fi
PARLANCE_LLM_PYTHON="$environment/bin/python" swift test --filter ModelServerTests
