"""What the plug-in for Piper sends, and when. The argument is the plug-in's folder, with the module piper.py in it; the second one a
folder with the voice de_DE-duo-low.
"""

import os
import sys
import tempfile
import unittest

from plugin_host import Host

VOICES = sys.argv.pop(2)
FOLDER = sys.argv.pop(1)


class PiperTests(unittest.TestCase):
    def host(self, environment=None):
        return Host(FOLDER, environment, {"voices": VOICES})

    def test_the_start_says_that_it_goes_on(self):
        with self.host() as host:
            *events, end = host.start
            self.assertEqual(end["result"]["services"][0]["languages"], ["de-DE", "en-US"])
            messages = [event["message"] for event in events if event["event"] == "starting"]
            self.assertIn("importing piper", messages)
            self.assertIn("loading the voice 'de_DE-duo-low'", messages)

    def test_sentences_are_heard_as_they_come(self):
        with tempfile.TemporaryDirectory() as folder:
            gate = os.path.join(folder, "go")
            with self.host({"PIPER_GATE": gate}) as host:
                host.request("speech.synthesize", {"text": "Eins. Warte.", "voice": "de_DE-duo-low", "marks": ["sentence"]})
                frames = [host.frame() for _ in range(4)]
                self.assertEqual([frame["event"] for frame in frames], ["format", "mark", "audio", "mark"])
                self.assertEqual((frames[3]["offset"], frames[3]["length"], frames[3]["frame"]), (6, 6, 4 * 160))
                open(gate, "w", encoding="ascii").close()
                audio, end = host.frames_to_end()
                self.assertEqual((audio["bytes"], end["result"]), (2 * 5 * 160, {}))

    def test_a_cancelled_request_ends_between_two_pieces(self):
        with self.host() as host:
            number = host.request("speech.synthesize", {"text": "Ein Satz. " * 5000, "voice": "de_DE-duo-low"})
            while host.frame()["event"] != "audio":
                pass
            host.send({"method": "cancel", "params": {"id": number}})
            self.assertEqual(host.frames_to_end()[-1]["error"]["code"], "cancelled")

    def test_a_voice_of_another_language_is_loaded_when_it_is_asked_for(self):
        with self.host() as host:
            for language in ("en", "de-DE", "en-US"):
                host.request("speech.synthesize", {"text": "One", "language": language})
                self.assertIn("result", host.frames_to_end()[-1])
            for wish in ({"language": "en-GB"}, {"language": "fr"}, {"voice": "../x"}):
                host.request("speech.synthesize", {"text": "One", **wish})
                self.assertEqual(host.frames_to_end()[-1]["error"]["code"], "unsupported")


unittest.main()
