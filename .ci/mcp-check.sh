#!/bin/sh
# Drives `parlance serve --mcp` with the official client for Python: once as a client that begins with `initialize`, once as one
# that says its version in each request. The argument is a folder for Python's environment, see python.sh.
set -eu
cd "$(dirname "$0")/.."
modules='mcp'
packages='mcp'
. .ci/python.sh
swift build --product parlance
"$python" .ci/mcp-check.py "$(swift build --show-bin-path)/parlance"
