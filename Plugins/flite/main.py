"""Speech by flite, a small synthesizer of English from Carnegie Mellon University.

Each piece of a text is a run of the program, which gets it on its standard input: nothing that anybody has written stands in
its arguments. The pieces are heard while the next one is worked on.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import wave

sys.dont_write_bytecode = True

from parlance_plugin import Format, Mark, Plugin, PluginError, log
from speech_text import is_match, sentences

plugin = Plugin("flite", "1.0")

# flite takes the square of a word's length, and a minute for a word of 10,000 letters.
LONGEST_PIECE = 400
LONGEST_WORD = 60

# What is known of the voices that flite comes with, the best first: name, languages, gender. Whoever wants American English
# must not get the Scottish speaker, and he reads by an American dictionary, so who wants British English must not either.
KNOWN = {
    "slt": ("Slt", ["en-US"], "female"),
    "rms": ("Rms", ["en-US"], "male"),
    "kal16": ("Kal", ["en-US"], "male"),
    "awb": ("Awb (Scottish speaker, American dictionary)", ["en"], "male"),
    "kal": ("Kal (8 kHz)", ["en-US"], "male"),
}

# What stands for letters and signs that have no simpler form in Unicode.
LETTERS = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‐": "-", "‑": "-",
        "‒": "-", "–": "-", "—": " - ", "―": " - ", "−": "-", "⁄": "/", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe",
        "Œ": "Oe", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L",
        "ı": "i",
    }
)  # fmt: skip


class Engine:
    """The program, and the voices that it says it has."""

    def __init__(self):
        self.program = None
        self.voices = []

    def find(self):
        found = shutil.which("flite")
        self.program = found and os.path.abspath(found)
        if self.program is None:
            raise PluginError("unavailable", "the program 'flite' is not there", remedy="sudo apt-get install flite")
        try:
            answer = subprocess.run(
                [self.program, "-lv"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=20, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PluginError("unavailable", "'flite' cannot be run: %s" % error, remedy="sudo apt-get install --reinstall flite")
        listed = answer.stdout.decode("utf-8", "replace").partition(":")[2].split()
        # A voice that can tell nothing but the time comes with it.
        names = [name for name in dict.fromkeys(listed) if not name.endswith("_time")]
        if not names:
            raise PluginError("unavailable", "'flite -lv' lists no voices", remedy="sudo apt-get install --reinstall flite")
        order = list(KNOWN)
        names.sort(key=lambda name: order.index(name) if name in KNOWN else len(order))
        for name in names:
            title, languages, gender = KNOWN.get(name, (name, ["en"], None))
            voice = {"id": name, "name": title, "languages": languages}
            if gender is not None:
                voice["gender"] = gender
            self.voices.append(voice)

    def voice(self, wanted, language):
        """The voice for a request: the one that it names, or else the first of its language."""
        own = plugin.config.get("voice")
        if wanted is None and own is not None and self.suits(own, language):
            wanted = own
        for voice in self.voices:
            if wanted is not None and voice["id"] == wanted or wanted is None and self.suits(voice["id"], language):
                return voice["id"]
        if wanted is not None:
            raise PluginError("unsupported", "flite has no voice '%s'" % wanted[:100], remedy="'flite -lv' lists its voices")
        raise PluginError("unsupported", "flite has no voice for '%s'" % language, remedy="it speaks American English: en-US")

    def suits(self, name, language):
        return any(
            voice["id"] == name and (language is None or any(is_match(own, language) for own in voice["languages"]))
            for voice in self.voices
        )


engine = Engine()


@plugin.start
def start(plugin):
    engine.find()
    own = plugin.config.get("voice")
    if own is not None and own not in [voice["id"] for voice in engine.voices]:
        raise PluginError(
            "configuration",
            "flite has no voice '%s', which the option 'voice' names" % own,
            remedy="it has %s" % ", ".join(voice["id"] for voice in engine.voices),
        )


@plugin.voices
def voices(request):
    return engine.voices


@plugin.speech(languages=["en"], features=["rate", "marks.sentence", "deterministic"], concurrency=4)
def speak(request):
    voice = engine.voice(request.voice, request.language)
    check(request.text)
    wants_marks = "sentence" in (request.marks or [])
    sample_rate = None
    frame = 0
    for sentence in sentences(request.text, LONGEST_PIECE, LONGEST_WORD):
        for number, piece in enumerate(sentence.pieces):
            # Of a piece without a word it makes a little silence, of an empty one nothing.
            rate, sound = run(request, voice, folded(piece) or ".")
            if sample_rate is None:
                sample_rate = rate
                yield Format(rate)
            if rate != sample_rate:
                raise PluginError("providerFailed", "flite changed from %d to %d Hz" % (sample_rate, rate))
            if number == 0 and wants_marks:
                yield Mark("sentence", sentence.offset, sentence.length, frame)
            yield sound
            frame += len(sound) // 2
    if sample_rate is None:
        # Nothing but white space and characters that say nothing.
        rate, sound = run(request, voice, ".")
        yield Format(rate)
        yield sound


def check(text):
    """Refuses what flite would pass over as a whole, so that another provider is asked."""
    unsaid = sum(
        (character.isalpha() or unicodedata.category(character) == "So") and not folded(character) for character in text
    )
    if not unsaid:
        return
    if not any(character.isalnum() for character in folded(text)):
        raise PluginError("unsupported", "flite reads Latin letters and digits only, and there are none in the text")
    log("%d characters that flite does not know are passed over" % unsaid, "W")


def folded(text):
    """The text in ASCII, which is all that flite reads."""
    plain = unicodedata.normalize("NFKD", text.translate(LETTERS)).translate(LETTERS)
    return "".join(
        character if character < "\x7f" else " " for character in plain if unicodedata.category(character) != "Mn"
    ).strip()


def run(request, voice, text):
    """The sample rate and the samples of a piece."""
    # A file without a name, which nothing is left of however this program ends.
    with tempfile.TemporaryFile() as sound:
        command = [engine.program, "-voice", voice]
        if request.rate is not None:
            command += ["--setf", "duration_stretch=%.6f" % (1 / request.rate)]
        command += ["-f", "-", "-o", "/dev/fd/%d" % sound.fileno()]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, pass_fds=[sound.fileno()]
        ) as process:
            try:
                pending = (text + "\n").encode("ascii")
                while True:
                    try:
                        process.communicate(pending, timeout=0.1)
                        break
                    except subprocess.TimeoutExpired:
                        pending = None
                    if request.cancelled:
                        raise PluginError("cancelled", "the request was cancelled")
            finally:
                if process.poll() is None:
                    process.kill()
        if process.returncode != 0:
            raise PluginError("providerFailed", "flite ended with exit status %d" % process.returncode)
        sound.seek(0)
        try:
            with wave.open(sound, "rb") as reader:
                if (reader.getnchannels(), reader.getsampwidth()) != (1, 2):
                    raise PluginError("providerFailed", "flite wrote a sound of another form than 16 bits mono")
                return reader.getframerate(), reader.readframes(reader.getnframes())
        except (wave.Error, EOFError) as error:
            raise PluginError("providerFailed", "flite wrote no sound: %s" % error)


plugin.run()
