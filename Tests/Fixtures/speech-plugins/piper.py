"""Stands for the package piper-tts 1.3 and later, as far as the plug-in uses it: the same names, and tones instead of speech.

`.ci/piper-check.sh` tries the plug-in with the package itself.
"""

import array
import json
import os
import time
import types
from dataclasses import dataclass
from typing import Optional

RATE = 16000


@dataclass
class SynthesisConfig:
    speaker_id: Optional[int] = None
    length_scale: Optional[float] = None
    noise_scale: Optional[float] = None
    noise_w_scale: Optional[float] = None
    normalize_audio: bool = True
    volume: float = 1.0


class AudioChunk:
    def __init__(self, samples):
        self.sample_rate = RATE
        self.sample_width = 2
        self.sample_channels = 1
        self.audio_int16_array = array.array("h", samples)


class PiperVoice:
    def __init__(self, config):
        self.config = config

    @staticmethod
    def load(model_path, config_path=None, use_cuda=False):
        with open(model_path, "rb") as file:
            if file.read() != b"a model":
                raise RuntimeError("it is damaged")
        with open(str(model_path) + ".json", encoding="utf-8") as file:
            content = json.load(file)
        return PiperVoice(
            types.SimpleNamespace(sample_rate=content["audio"]["sample_rate"], length_scale=1.0, num_speakers=content["num_speakers"])
        )

    def synthesize(self, text, syn_config=None):
        assert len(text) <= 250 and "[[" not in text and "\0" not in text and "\n" not in text, repr(text)
        if text.endswith("Die."):
            os._exit(7)
        while text == "Warte." and not os.path.exists(os.environ["PIPER_GATE"]):
            time.sleep(0.05)
        # A sentence is a chunk, and one without a letter none at all.
        for sentence in text.split(". "):
            length = sum(character.isalnum() for character in sentence)
            if length:
                frames = int(160 * length * (syn_config.length_scale or self.config.length_scale))
                height = 4000 * (1 + (syn_config.speaker_id or 0))
                yield AudioChunk(height if frame // 40 % 2 else -height for frame in range(frames))
