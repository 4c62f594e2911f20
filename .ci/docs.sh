#!/bin/sh
# Builds the documentation of every public library into ./build-docs; a warning is an error.
# The first argument names the folder of a build, so that nothing is built twice; the others are the flags of that build.
set -eu
docc=$(dirname "$(command -v swift)")/docc
[ -x "$docc" ] || { echo "docs: the toolchain has no docc" >&2; exit 69; }
scratch=${1:-.build}
[ $# -eq 0 ] || shift
mkdir -p .build-docs build-docs
swift package --scratch-path "$scratch" "$@" dump-symbol-graph >.build-docs/log 2>&1 ||
    { cat .build-docs/log >&2; exit 1; }
graphs=$(sed -n 's/^Files written to //p' .build-docs/log)
# The modules of all library products; a product may hold several.
libraries=$(sed -n '/products: \[/,/^    \],/p' Package.swift | tr '\n' ' ' | grep -o 'targets: \[[^]]*\]' |
    grep -o '"[A-Za-z]*"' | tr -d '"' | grep -v '^parlance$')
for library in $libraries; do
    rm -rf ".build-docs/$library"
    mkdir -p ".build-docs/$library"
    cp "$graphs/$library".symbols.json ".build-docs/$library/"
    "$docc" convert --fallback-display-name "$library" --fallback-bundle-identifier "parlance.$library" \
        --additional-symbol-graph-dir ".build-docs/$library" --warnings-as-errors \
        --transform-for-static-hosting --hosting-base-path "$library" --output-path "build-docs/$library" >.build-docs/log 2>&1 ||
        { cat .build-docs/log >&2; exit 1; }
done
echo "docs: build-docs"
