#!/bin/sh
# Builds the documentation of every public library into ./build-docs; a warning is an error.
set -eu
docc=$(dirname "$(command -v swift)")/docc
[ -x "$docc" ] || { echo "docs: the toolchain has no docc" >&2; exit 69; }
graphs=.build-docs/graphs
# Symbol graphs come with the compilation, so nothing may be left of an earlier one.
rm -rf .build-docs
mkdir -p "$graphs" build-docs
swift build --scratch-path .build-docs --product parlance \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$graphs"
swift build --scratch-path .build-docs --target LanguageServicesTesting \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$graphs"
for library in LanguageServices LanguageServicesTesting ServiceConfiguration StandardProviders EspeakSpeech Audio \
    DictionaryTranslation ApertiumTranslation RemoteService RemoteTranslation RemoteSpeech HTTPTransport ResponseCache \
    RequestQueue UsageKeeping Decks DeckSpeech; do
    rm -rf ".build-docs/$library"
    mkdir -p ".build-docs/$library"
    cp "$graphs/$library".symbols.json ".build-docs/$library/"
    "$docc" convert --fallback-display-name "$library" --fallback-bundle-identifier "parlance.$library" \
        --additional-symbol-graph-dir ".build-docs/$library" --warnings-as-errors \
        --transform-for-static-hosting --hosting-base-path "$library" --output-path "build-docs/$library" >.build-docs/log 2>&1 ||
        { cat .build-docs/log >&2; exit 1; }
done
echo "docs: build-docs"
