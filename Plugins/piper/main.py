"""Speech with Piper: neural voices from the Python package piper-tts.

A voice is a pair of files, NAME.onnx and NAME.onnx.json, which the user provides: this plug-in downloads nothing. At startup it
reads the description of each voice and loads the default voice. It loads other voices on first use.
"""

import collections
import json
import os
import re
import sys
import threading

sys.dont_write_bytecode = True

from parlance_plugin import Format, Mark, Plugin, PluginError, log
from speech_text import is_match, sentences

plugin = Plugin("piper", "1.0")

# Synthesis of a piece cannot be cancelled, so pieces are short. espeak-ng, which piper uses to read texts, has crashed on very
# long words.
LONGEST_PIECE = 250
LONGEST_WORD = 80

# The number of voices in memory; each takes about 100 MB.
MOST_LOADED = 2

LARGEST_DESCRIPTION = 4 << 20
MOST_VOICES = 1000
OPTIONS = ("voice", "voices", "speaker", "noiseScale", "noiseW")

# The phoneme types that need only the package itself. The others download several hundred megabytes of data.
READINGS = ("espeak", "text", "hebrew")
LANGUAGE = re.compile("([A-Za-z]{2,3})(?:[-_]([A-Za-z]{2}|[0-9]{3}))?(?![A-Za-z0-9])")
QUALITIES = {"x_low": "standard", "low": "standard", "medium": "enhanced", "high": "premium"}


class Description:
    """The description of a voice, from its .onnx.json file."""

    def __init__(self, model):
        self.model = model
        self.id = os.path.basename(model)[: -len(".onnx")]
        try:
            with open(model + ".json", "rb") as file:
                content = file.read(LARGEST_DESCRIPTION + 1)
            if len(content) > LARGEST_DESCRIPTION:
                raise ValueError("it is larger than %d bytes" % LARGEST_DESCRIPTION)
            config = json.loads(content.decode("utf-8"))
            if not isinstance(config, dict):
                raise ValueError("it is not a JSON object")
            reading = config.get("phoneme_type", "espeak")
            if reading not in READINGS:
                raise ValueError("its phoneme type is '%s', which needs data from the network" % reading)
            speakers = config.get("speaker_id_map") or {}
            self.speakers = {str(name): int(number) for name, number in speakers.items()}
            self.speaker_count = int(config.get("num_speakers") or 1)
            self.language = self._language(config)
            audio = config.get("audio") if isinstance(config.get("audio"), dict) else {}
            self.quality = QUALITIES.get(audio.get("quality"), "standard")
            dataset = config.get("dataset")
            self.name = dataset if isinstance(dataset, str) and dataset.strip() else self.id
        except OSError as error:
            raise PluginError(
                "configuration",
                "'%s.json' cannot be read: %s" % (model, error.strerror),
                remedy="each voice is a pair of files, NAME.onnx and NAME.onnx.json",
            )
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise PluginError("configuration", "'%s.json' does not describe a usable voice: %s" % (model, error))

    def _language(self, config):
        """The language as a tag: `en_GB` in newer descriptions, otherwise the espeak-ng voice that reads the text."""
        language = config.get("language")
        espeak = config.get("espeak")
        for text in (
            language.get("code") if isinstance(language, dict) else None,
            espeak.get("voice") if isinstance(espeak, dict) else None,
            self.id.partition("-")[0],
        ):
            found = LANGUAGE.match(text) if isinstance(text, str) else None
            if found:
                return found[1].lower() + ("-" + found[2].upper() if found[2] else "")
        raise ValueError("it does not state its language")

    def speaker(self, wanted):
        """The number of the speaker that the option selects."""
        if wanted is None or self.speaker_count <= 1:
            return None
        if isinstance(wanted, str) and wanted in self.speakers:
            return self.speakers[wanted]
        number = int(wanted) if isinstance(wanted, str) and re.fullmatch("[0-9]{1,6}", wanted) else wanted
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if type(number) is int and 0 <= number < self.speaker_count:
            return number
        raise PluginError(
            "configuration",
            "the voice '%s' has no speaker '%s'" % (self.id, wanted),
            remedy="use a number from 0 to %d, or a name from 'speaker_id_map' in '%s.json'"
            % (self.speaker_count - 1, self.model),
        )

    def entry(self):
        return {"id": self.id, "name": self.name, "languages": [self.language], "quality": self.quality}


class Engine:
    """The package, the available voices, and the loaded voices."""

    def __init__(self):
        self.voices = {}
        self.first = None
        self._loaded = collections.OrderedDict()

    def start(self):
        for option in plugin.config:
            if option not in OPTIONS:
                raise PluginError(
                    "configuration", "there is no option '%s'" % option, remedy="the options are %s" % ", ".join(OPTIONS)
                )
        self.find()
        try:
            with Starting("importing piper"):
                from piper import PiperVoice, SynthesisConfig
        except ImportError as error:
            raise PluginError(
                "unavailable",
                "the Python package piper-tts, 1.3 or later, is not installed for %s: %s" % (sys.executable or "python3", error),
                remedy="pip install piper-tts; put its environment first in PATH before 'parlance plugin add'",
            )
        self._load, self._settings = PiperVoice.load, SynthesisConfig
        self.loaded(self.first)

    def find(self):
        """Finds the voices given by the options 'voice' and 'voices', or else those in the default folder."""
        chosen, folder = self._path("voice"), self._path("voices")
        if chosen is not None:
            if not chosen.endswith(".onnx"):
                raise PluginError("configuration", "'voice' must be the path of a file NAME.onnx, not '%s'" % chosen)
            if not os.path.isfile(chosen):
                raise PluginError("configuration", "there is no voice '%s'" % chosen, remedy="download it, or correct the path")
            self._add(Description(chosen))
        if folder is None and chosen is None:
            data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
            folder = os.path.join(data, "piper-voices")
            if not os.path.isdir(folder):
                raise PluginError(
                    "configuration",
                    "no voice is configured, and there is no folder '%s'" % folder,
                    remedy="set the option 'voice' to the path of a file NAME.onnx, or 'voices' to a folder with such files",
                )
        if folder is not None:
            try:
                names = sorted(name for name in os.listdir(folder) if name.endswith(".onnx"))
            except OSError as error:
                raise PluginError("configuration", "the folder '%s' cannot be read: %s" % (folder, error.strerror))
            for name in names[:MOST_VOICES]:
                try:
                    self._add(Description(os.path.join(folder, name)))
                except PluginError as error:
                    log(error.message, "W")
        if not self.voices:
            raise PluginError(
                "configuration",
                "there is no voice in '%s'" % folder,
                remedy="a voice consists of the files NAME.onnx and NAME.onnx.json",
            )
        self.first.speaker(plugin.config.get("speaker"))

    def _path(self, option):
        value = plugin.config.get(option)
        if value is None:
            return None
        path = os.path.expanduser(value) if isinstance(value, str) else ""
        if not os.path.isabs(path) or "\0" in path:
            raise PluginError("configuration", "'%s' must be an absolute path, or a path that starts with ~" % option)
        return path

    def _add(self, description):
        self.first = self.first or description
        self.voices.setdefault(description.id, description)

    def voice(self, wanted, language):
        """The requested voice, or the first voice for the requested language."""
        for description in self.voices.values():
            if wanted is not None:
                if description.id == wanted:
                    return description
            elif language is None or is_match(description.language, language):
                return description
        if wanted is not None:
            raise PluginError("unsupported", "there is no voice '%s'" % wanted[:100])
        raise PluginError("unsupported", "there is no voice for '%s'" % language)

    def loaded(self, description):
        """Returns a voice from memory or from its file. Called by one thread at a time."""
        voice = self._loaded.pop(description.id, None)
        if voice is None:
            while len(self._loaded) >= MOST_LOADED:
                self._loaded.popitem(last=False)
            log("loading %s" % description.model)
            try:
                with Starting("loading the voice '%s'" % description.id):
                    voice = self._load(description.model)
            except Exception as error:
                raise PluginError(
                    "configuration",
                    "the voice '%s' cannot be loaded: %s: %s" % (description.model, type(error).__name__, error),
                    remedy="download both files of the voice again",
                )
        self._loaded[description.id] = voice
        return voice

    def settings(self, description, voice, rate):
        def number(option):
            value = plugin.config.get(option)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 5):
                raise PluginError("configuration", "'%s' must be a number from 0 to 5" % option)
            return value

        # None selects the value from the voice's description.
        return self._settings(
            speaker_id=description.speaker(plugin.config.get("speaker")),
            length_scale=None if rate is None else voice.config.length_scale / rate,
            noise_scale=number("noiseScale"),
            noise_w_scale=number("noiseW"),
        )


class Starting:
    """Reports to the host that startup continues for as long as a block runs."""

    def __init__(self, message):
        self._message = message
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def _tell(self):
        while True:
            plugin.starting(self._message)
            if self._is_over.wait(3):
                return

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *_):
        self._is_over.set()
        self._thread.join()


engine = Engine()


@plugin.start
def start(plugin):
    engine.start()


@plugin.voices
def voices(request):
    return [description.entry() for description in engine.voices.values()]


def languages():
    return sorted({description.language for description in engine.voices.values()})


@plugin.speech(languages=languages, features=["rate", "marks.sentence"])
def speak(request):
    description = engine.voice(request.voice, request.language)
    voice = engine.loaded(description)
    settings = engine.settings(description, voice, request.rate)
    sample_rate = voice.config.sample_rate
    wants_marks = "sentence" in (request.marks or [])
    frame = 0
    yield Format(sample_rate)
    for sentence in sentences(request.text, LONGEST_PIECE, LONGEST_WORD):
        if wants_marks:
            yield Mark("sentence", sentence.offset, sentence.length, frame)
        for piece in sentence.pieces:
            for chunk in voice.synthesize(plain(piece), settings):
                if chunk.sample_rate != sample_rate or chunk.sample_channels != 1:
                    raise PluginError("providerFailed", "the audio format of the voice changed")
                sound = samples(chunk)
                if sound:
                    yield sound
                    frame += len(sound) // 2
    if frame == 0:
        # The text contains nothing that this voice can speak.
        yield bytes(2 * (sample_rate // 5))


def plain(text):
    """The text without square brackets, because Piper reads text in double brackets as phonemes."""
    return text.replace("[", "(").replace("]", ")")


def samples(chunk):
    sound = chunk.audio_int16_array
    return (sound.byteswap() if sys.byteorder == "big" else sound).tobytes()


plugin.run()
