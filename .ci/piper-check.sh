#!/bin/sh
# Lets the plug-in for Piper speak by the real package piper-tts, with voices that are made here and say tones. The argument is a
# folder for Python's environment, see python.sh.
set -eu
cd "$(dirname "$0")/.."
modules='piper, onnx'
packages='piper-tts onnx'
. .ci/python.sh
swift build --product parlance
PARLANCE="$(swift build --show-bin-path)/parlance"
export PARLANCE

home=$(mktemp -d)
trap 'rm -rf "$home"; [ $# -gt 0 ] || rm -rf "$environment"' EXIT
"$python" .ci/piper-voice.py "$home/piper-voices"
# The plug-in runs with the first python3 of PATH, and finds its voices by XDG_DATA_HOME.
export PATH="$environment/bin:$PATH" XDG_DATA_HOME="$home" XDG_CONFIG_HOME="$home" XDG_CACHE_HOME="$home/c" XDG_STATE_HOME="$home/s"
Plugins/piper/test.sh

"$PARLANCE" plugin add Plugins/piper >/dev/null
cat >"$home/config.json" <<'END'
{ "version": 1, "speech": { "use": ["piper"] },
  "providers": { "piper": { "kind": "plugin-speech", "plugin": "piper", "options": { "speaker": "high" } } } }
END
fail() { echo "piper-check: $1" >&2; exit 1; }
speak() { "$PARLANCE" speak --config "$home/config.json" "$@"; }
# Behind the samples of a file stands its text, so the first of them are compared.
same() { head -c 8000 "$home/$1" >"$home/first"; head -c 8000 "$home/$2" | cmp -s "$home/first"; }
size() { wc -c <"$home/$1"; }
speak --accent en-US -o "$home/plain.wav" "Hello there. This is another sentence."
speak --accent en-US -o "$home/slow.wav" --rate 0.5 "Hello there. This is another sentence."
[ "$(size slow.wav)" -gt "$(($(size plain.wav) * 19 / 10))" ] || fail "half the speed is not twice as long"
speak --accent de -o "$home/high.wav" "Guten Tag"
sed -i.old 's/"high"/"low"/' "$home/config.json"
speak --accent de -o "$home/low.wav" "Guten Tag"
if same high.wav low.wav; then fail "both speakers sound the same"; fi
# A text of brackets is read, and none of phonemes.
speak --accent en-US -o "$home/brackets.wav" "[[hEl'oU]]"
speak --accent en-US -o "$home/parentheses.wav" "((hEl'oU))"
same brackets.wav parentheses.wav || fail "brackets are taken for phonemes"
awk 'BEGIN { for (i = 0; i < 10000; i++) printf "a" }' >"$home/long.txt"
speak --accent en-US -o "$home/long.wav" -f "$home/long.txt"
for text in '--help' '$(touch broken)' '👍' '...' 'שלום'; do
    speak --accent en-US -o "$home/nasty.wav" -- "$text" >/dev/null || fail "'$text' was not spoken"
done
[ ! -e Plugins/piper/broken ] || fail "a text was run by a shell"
if speak --accent fr -o "$home/none.wav" "bonjour" 2>"$home/errors"; then fail "a German voice spoke French"; fi
grep -q "has no 'fr'" "$home/errors" || fail "$(cat "$home/errors")"
"$environment/bin/python" -c 'import importlib.metadata; print("piper-check: piper-tts", importlib.metadata.version("piper-tts"))'
