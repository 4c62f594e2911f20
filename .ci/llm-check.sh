#!/bin/sh
# Asks llama.cpp's own server, with a language model of random weights, for translations and
# sentences. The argument is a folder for Python's
# environment, see python.sh.
set -eu
cd "$(dirname "$0")/.."
modules='gguf, numpy, xllamacpp'
packages='xllamacpp gguf numpy'
. .ci/python.sh
PARLANCE_LLM_PYTHON="$python" swift test --filter ModelServerTests
