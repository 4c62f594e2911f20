"""What the plug-in for flite does with its program, seen from both sides. The argument is the plug-in's folder."""

import os
import stat
import sys
import tempfile
import time
import unittest

from plugin_host import Host

FOLDER = sys.argv.pop(1)

# A flite that writes down what it is told, and hands on a sound that is there, or waits until it is killed.
PROGRAM = """#!/bin/sh
if [ "$1" = -lv ]; then echo "Voices available: first second_time third "; exit 0; fi
echo "$*" >>"$RECORD/arguments"
for last in "$@"; do :; done
text=$(cat)
echo "$text" >>"$RECORD/texts"
case $text in
*forever*) echo $$ >"$RECORD/process"; exec sleep 600 ;;
*second*) while [ ! -e "$RECORD/go" ]; do sleep 0.05; done ;;
*broken*) exit 9 ;;
*nothing*) exit 0 ;;
esac
cat "$RECORD/sound.wav" >"$last"
"""


class FliteTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        program = self.path("flite")
        with open(program, "w", encoding="ascii") as file:
            file.write(PROGRAM)
        os.chmod(program, stat.S_IRWXU)
        frames = b"\x01\x02" * 100
        with open(self.path("sound.wav"), "wb") as file:
            file.write(b"RIFF" + (36 + len(frames)).to_bytes(4, "little") + b"WAVEfmt \x10\0\0\0\x01\0\x01\0")
            file.write((8000).to_bytes(4, "little") + (16000).to_bytes(4, "little") + b"\x02\0\x10\0data")
            file.write(len(frames).to_bytes(4, "little") + frames)
        self.environment = {"PATH": self.folder.name + ":" + os.environ["PATH"], "RECORD": self.folder.name}

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def lines(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read().splitlines()

    def host(self, config=None):
        return Host(FOLDER, self.environment, config)

    def test_voices_are_what_the_program_lists(self):
        with self.host() as host:
            host.request("speech.voices", {})
            voices = host.frames_to_end()[-1]["result"]["voices"]
        self.assertEqual([voice["id"] for voice in voices], ["first", "third"])

    def test_no_text_is_an_argument(self):
        texts = ["--help", "-o x", "$(touch x)", "a; b", "“quoted” 'words'"]
        with self.host() as host:
            for text in texts:
                host.request("speech.synthesize", {"text": text, "rate": 2, "voice": "third"})
                self.assertIn("result", host.frames_to_end()[-1])
        self.assertEqual(self.lines("texts"), ["--help", "-o x", "$(touch x)", "a; b", "\"quoted\" 'words'"])
        for line in self.lines("arguments"):
            self.assertRegex(line, "^-voice third --setf duration_stretch=0.500000 -f - -o /dev/fd/[0-9]+$")

    def test_sentences_are_heard_as_they_come(self):
        with self.host() as host:
            host.request("speech.synthesize", {"text": "The first. The second.", "marks": ["sentence"]})
            frames = [host.frame() for _ in range(3)]
            self.assertEqual([frame["event"] for frame in frames], ["format", "mark", "audio"])
            self.assertEqual((frames[0]["sampleRate"], frames[2]["payload"]), (8000, b"\x01\x02" * 100))
            # Only now is the second one ready.
            open(self.path("go"), "w", encoding="ascii").close()
            mark, audio, end = host.frames_to_end()
            self.assertEqual((mark["offset"], mark["length"], mark["frame"]), (11, 11, 100))
            self.assertEqual((audio["bytes"], end["result"]), (200, {}))

    def test_a_cancelled_request_kills_the_program(self):
        with self.host() as host:
            number = host.request("speech.synthesize", {"text": "It goes on forever."})
            while not os.path.exists(self.path("process")) or not self.lines("process"):
                time.sleep(0.05)
            host.send({"method": "cancel", "params": {"id": number}})
            self.assertEqual(host.frames_to_end()[-1]["error"]["code"], "cancelled")
            with self.assertRaises(ProcessLookupError):
                os.kill(int(self.lines("process")[0]), 0)
            # The plug-in itself is there, and works.
            host.request("speech.synthesize", {"text": "Again."})
            self.assertIn("result", host.frames_to_end()[-1])

    def test_a_program_that_fails(self):
        with self.host() as host:
            for text, message in (("It is broken.", "exit status 9"), ("It says nothing.", "wrote no sound")):
                host.request("speech.synthesize", {"text": text})
                error = host.frames_to_end()[-1]["error"]
                self.assertEqual(error["code"], "providerFailed")
                self.assertIn(message, error["message"])

    def test_a_wrong_voice_in_the_options(self):
        for voice in ("nobody", 7, ["first"]):
            with self.host({"voice": voice}) as host:
                self.assertEqual(host.start[-1]["error"]["code"], "configuration")


unittest.main()
