#!/bin/sh
# Checks the spelling of documentation, help and sources with codespell. spelling-words.txt lists words of other languages and
# mistakes made on purpose. The grammars of other languages and the bodies of tests consist of such words and are left out.
set -eu
cd "$(dirname "$0")/.."
command -v codespell >/dev/null 2>&1 || { echo "spelling: codespell is not installed; run: apt-get install codespell" >&2; exit 69; }
git ls-files -z -- '*.md' '*.swift' '*.c' '*.h' '*.py' '*.sh' '*.json' Makefile .ci/run Tests/Programs/parlanceTests/Snapshots |
    grep -zv -e '^Tests/.*\.swift$' -e '/Fixtures/' -e '^Sources/Language/.*/\(Inflection\|Romanization\)/' -e '^Voices/.*\.txt$' |
    xargs -0 codespell --ignore-words=.ci/spelling-words.txt
