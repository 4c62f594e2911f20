"""Speech with flite, a small synthesiser of English from Carnegie Mellon University.

The program runs once per piece of text and receives it on standard input, so its arguments never contain user input. A piece
is played while the next one is synthesised.
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

# The time that flite takes grows with the square of a word's length: a word of 10,000 letters takes a minute.
LONGEST_PIECE = 400
LONGEST_WORD = 60

# The voices that come with flite, best first: name, languages, gender. The Scottish speaker uses an American dictionary, so
# requests for American or British English must not select him.
KNOWN = {
    "slt": ("Slt", ["en-US"], "female"),
    "rms": ("Rms", ["en-US"], "male"),
    "kal16": ("Kal", ["en-US"], "male"),
    "awb": ("Awb (Scottish speaker, American dictionary)", ["en"], "male"),
    "kal": ("Kal (8 kHz)", ["en-US"], "male"),
}

# Replacements for letters and signs without a compatibility decomposition in Unicode.
LETTERS = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‐": "-", "‑": "-",
        "‒": "-", "–": "-", "—": " - ", "―": " - ", "−": "-", "⁄": "/", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe",
        "Œ": "Oe", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L",
        "ı": "i",
    }
)  # fmt: skip


class Engine:
    """The program and its voices."""

    def __init__(self):
        self.program = None
        self.voices = []

    def find(self):
        found = shutil.which("flite")
        self.program = found and os.path.abspath(found)
        if self.program is None:
            raise PluginError("unavailable", "the program 'flite' is not installed", remedy="sudo apt-get install flite")
        try:
            answer = subprocess.run(
                [self.program, "-lv"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=20, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PluginError("unavailable", "'flite' cannot be run: %s" % error, remedy="sudo apt-get install --reinstall flite")
        listed = answer.stdout.decode("utf-8", "replace").partition(":")[2].split()
        # Skips the voice that only tells the time.
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
        """The requested voice, or the first voice for the requested language."""
        own = plugin.config.get("voice")
        if wanted is None and own is not None and self.suits(own, language):
            wanted = own
        for voice in self.voices:
            if wanted is not None and voice["id"] == wanted or wanted is None and self.suits(voice["id"], language):
                return voice["id"]
        if wanted is not None:
            raise PluginError("unsupported", "flite has no voice '%s'" % wanted[:100], remedy="'flite -lv' lists its voices")
        raise PluginError("unsupported", "flite has no voice for '%s'" % language, remedy="flite speaks American English: en-US")

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
            "the option 'voice' is '%s', but flite has no such voice" % own,
            remedy="use one of %s" % ", ".join(voice["id"] for voice in engine.voices),
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
            # flite produces a short silence for a piece without words, and no sound for an empty one.
            rate, sound = run(request, voice, folded(piece) or ".")
            if sample_rate is None:
                sample_rate = rate
                yield Format(rate)
            if rate != sample_rate:
                raise PluginError("providerFailed", "the sample rate of flite changed from %d to %d Hz" % (sample_rate, rate))
            if number == 0 and wants_marks:
                yield Mark("sentence", sentence.offset, sentence.length, frame)
            yield sound
            frame += len(sound) // 2
    if sample_rate is None:
        # The text contains nothing to speak.
        rate, sound = run(request, voice, ".")
        yield Format(rate)
        yield sound


def check(text):
    """Rejects a text that flite would skip completely, so that another provider is called."""
    unsaid = sum(
        (character.isalpha() or unicodedata.category(character) == "So") and not folded(character) for character in text
    )
    if not unsaid:
        return
    if not any(character.isalnum() for character in folded(text)):
        raise PluginError("unsupported", "flite reads only Latin letters and digits, but the text contains none")
    log("skipped %d characters that flite does not support" % unsaid, "W")


def folded(text):
    """The text in ASCII, the only encoding that flite reads."""
    plain = unicodedata.normalize("NFKD", text.translate(LETTERS)).translate(LETTERS)
    return "".join(
        character if character < "\x7f" else " " for character in plain if unicodedata.category(character) != "Mn"
    ).strip()


def run(request, voice, text):
    """Returns the sample rate and the samples of a piece."""
    # An unnamed file, which is removed even if this program crashes.
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
            raise PluginError("providerFailed", "flite failed with exit status %d" % process.returncode)
        sound.seek(0)
        try:
            with wave.open(sound, "rb") as reader:
                if (reader.getnchannels(), reader.getsampwidth()) != (1, 2):
                    raise PluginError("providerFailed", "flite wrote audio that is not 16-bit mono")
                return reader.getframerate(), reader.readframes(reader.getnframes())
        except (wave.Error, EOFError) as error:
            raise PluginError("providerFailed", "flite wrote no sound: %s" % error)


plugin.run()
