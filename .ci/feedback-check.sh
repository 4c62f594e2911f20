#!/usr/bin/env bash
# Plays patterns on a controller that umockdev puts in place of a real one, and through a feedbackd that dbusmock does, and
# compares what arrives there with what should. Takes some seconds.
#
# Usage: .ci/feedback-check.sh [PROGRAM]     PROGRAM is .build/debug/parlance unless named.
set -euo pipefail
cd "$(dirname "$0")/.."
program="$(realpath "${1:-.build/debug/parlance}")"

missing=()
command -v umockdev-wrapper >/dev/null || missing+=(umockdev)
/usr/bin/python3 -c 'import gi; gi.require_version("UMockdev", "1.0")' 2>/dev/null || missing+=(gir1.2-umockdev-1.0 python3-gi)
/usr/bin/python3 -c 'import dbusmock' 2>/dev/null || missing+=(python3-dbusmock)
command -v dbus-run-session >/dev/null || missing+=(dbus)
if ((${#missing[@]})); then
    echo "feedback-check: install what is missing: apt-get install -y ${missing[*]}" >&2
    exit 69
fi

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
export HOME="$folder"
printf '{ "version": 1 }\n' >"$folder/empty.json"
export PARLANCE_CONFIG="$folder/empty.json"
mock=(timeout 60 umockdev-wrapper /usr/bin/python3 "$PWD/.ci/mock-controller.py")

# The first run warms the program up, so that the taps of the next ones are timed and not its start.
for name in warm taps; do
    "${mock[@]}" "$folder/$name" "$program" feedback play success --sink evdev
done
"${mock[@]}" --room 1 "$folder/full" "$program" feedback play success --sink evdev
"${mock[@]}" --unplug-at-play 1 "$folder/gone" "$program" feedback play success --sink evdev && exit 1
# In the foreground, since timeout would send the signal twice otherwise, and the second one ends a program at once.
"${mock[@]}" "$folder/stop" timeout --foreground -s INT 2 "$program" feedback play lesson-complete --sink evdev --repeat 50 && exit 1
"${mock[@]}" "$folder/gain" "$program" feedback play swipe-right --progress 0.8 --strength 0.5 --sink evdev

python3 - "$folder" <<'PYTHON'
import json, sys

def log(name):
    with open(f"{sys.argv[1]}/{name}", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]

def some(entries, action):
    return [entry for entry in entries if entry["action"] == action]

def check(truth, text):
    print("ok  " if truth else "FAIL", text)
    return truth

taps, full, gone, stop, gain = map(log, ["taps", "full", "gone", "stop", "gain"])
plays = some(taps, "play")
apart = plays[1]["milliseconds"] - plays[0]["milliseconds"]
results = [
    check(len(plays) == 2 and 95 <= apart <= 105, f"the taps of success are {apart:.1f} ms apart (100 ± 5)"),
    check([e["strong"] for e in some(taps, "upload")] == [65535, 32112], "with the design's intensities, squared"),
    check([e["weak"] for e in some(taps, "upload")] == [45874, 16056], "and its sharpness on the small motor"),
    check(some(taps, "ended")[0]["left"] == [], "nothing is left on the device"),
    check(len(some(full, "refused")) == 1 and len(some(full, "play")) == 2, "a device with room for one effect plays both"),
    check(len({e["id"] for e in some(full, "play")}) == 1, "as one effect, merged"),
    check(some(gone, "ended")[0]["status"] == 69, "a device that is pulled out ends the program with 69"),
    check(some(stop, "ended")[0]["left"] == [] and some(stop, "stop") != [], "Ctrl-C stops and erases"),
    check([e["value"] for e in some(gain, "gain")] == [32768], "the strength is the gain"),
    check([e["strong"] for e in some(gain, "upload")] == [20552], "a swipe at 0.8 has (0.7 × 0.8)²"),
]
sys.exit(0 if all(results) else 1)
PYTHON

dbus-run-session -- bash -euo pipefail -s "$program" "$folder" <<'SESSION'
program="$1" folder="$2"
/usr/bin/python3 -m dbusmock --session org.sigxcpu.Feedback /org/sigxcpu/Feedback org.sigxcpu.Feedback >/dev/null 2>&1 &
mock=$!
trap 'kill $mock' EXIT
call() { gdbus call --session --dest org.sigxcpu.Feedback --object-path /org/sigxcpu/Feedback --method "$@"; }
for _ in $(seq 50); do call org.freedesktop.DBus.Peer.Ping >/dev/null 2>&1 && break; sleep 0.1; done
call org.freedesktop.DBus.Mock.AddMethod org.sigxcpu.Feedback TriggerFeedback 'ssa{sv}i' u 'ret = 7' >/dev/null
call org.freedesktop.DBus.Mock.AddMethod org.sigxcpu.Feedback EndFeedback u '' '' >/dev/null
"$program" feedback play success --sink feedbackd
call org.freedesktop.DBus.Mock.GetCalls >"$folder/impact"
call org.freedesktop.DBus.Mock.AddMethod org.sigxcpu.Feedback.Haptic Vibrate 'sa(du)' b 'ret = True' >/dev/null
"$program" feedback play success --sink feedbackd
call org.freedesktop.DBus.Mock.GetCalls >"$folder/pattern"
SESSION
python3 - "$folder" <<'PYTHON'
import sys

def text(name):
    with open(f"{sys.argv[1]}/{name}", encoding="utf-8") as file:
        return file.read()

impact, pattern = text("impact"), text("pattern")
results = {
    "an old feedbackd plays an event in place of the impact": "'TriggerFeedback'" in impact and "bell-terminal" in impact,
    "a newer one plays the pattern": "'Vibrate'" in pattern
    and "[(1.0, uint32 30), (0.0, 70), (0.484375, 30)]" in pattern.replace("<", "").replace(">", ""),
}
for name, truth in results.items():
    print("ok  " if truth else "FAIL", name)
if not all(results.values()):
    print(impact, pattern)
    sys.exit(1)
PYTHON
