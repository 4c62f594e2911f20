"""Makes voices for Piper that weigh nothing: the same inputs and the same output as a real one, and tones instead of speech.

    piper-voice.py FOLDER

Needs the Python packages onnx and piper-tts. Each phoneme is heard as a tone of its own for 200 samples, longer or shorter by the
scale that stands for the speed.
"""

import json
import os
import sys

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from piper.phoneme_ids import DEFAULT_PHONEME_ID_MAP

RATE = 16000
SAMPLES = 200.0


def model(speakers):
    constants = {
        "one": numpy.array(1, numpy.int64),
        "zero": numpy.array(0.0, numpy.float32),
        "step": numpy.array(1.0, numpy.float32),
        "samples": numpy.array(SAMPLES, numpy.float32),
        "lowest": numpy.array(200.0, numpy.float32),
        "apart": numpy.array(5.0, numpy.float32),
        "angle": numpy.array(2 * numpy.pi / RATE, numpy.float32),
        "loudness": numpy.array(0.5, numpy.float32),
        "last": numpy.array(-1.0, numpy.float32),
        "form": numpy.array([1, 1, -1], numpy.int64),
        "flat": numpy.array([-1], numpy.int64),
    }
    nodes = [
        helper.make_node("Reshape", ["input", "flat"], ["phonemes"]),
        helper.make_node("Size", ["phonemes"], ["count"]),
        helper.make_node("Cast", ["count"], ["countAsFloat"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["scales", "one"], ["slowness"]),
        helper.make_node("Mul", ["slowness", "samples"], ["samplesOfEach"]),
        helper.make_node("Mul", ["samplesOfEach", "countAsFloat"], ["length"]),
        helper.make_node("Range", ["zero", "length", "step"], ["time"]),
        helper.make_node("Div", ["time", "samplesOfEach"], ["place"]),
        helper.make_node("Floor", ["place"], ["wholePlace"]),
        helper.make_node("Add", ["countAsFloat", "last"], ["lastPlace"]),
        helper.make_node("Min", ["wholePlace", "lastPlace"], ["boundPlace"]),
        helper.make_node("Cast", ["boundPlace"], ["index"], to=TensorProto.INT64),
        helper.make_node("Gather", ["phonemes", "index"], ["phoneme"]),
        helper.make_node("Cast", ["phoneme"], ["number"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["number", "apart"], ["higher"]),
        helper.make_node("Add", ["higher", "lowest"], ["frequency"]),
    ]
    frequency = "frequency"
    inputs = [
        helper.make_tensor_value_info("input", TensorProto.INT64, [1, "phonemes"]),
        helper.make_tensor_value_info("input_lengths", TensorProto.INT64, [1]),
        helper.make_tensor_value_info("scales", TensorProto.FLOAT, [3]),
    ]
    if speakers > 1:
        inputs.append(helper.make_tensor_value_info("sid", TensorProto.INT64, [1]))
        constants["octave"] = numpy.array(100.0, numpy.float32)
        nodes += [
            helper.make_node("Cast", ["sid"], ["speaker"], to=TensorProto.FLOAT),
            helper.make_node("Mul", ["speaker", "octave"], ["voiceHigher"]),
            helper.make_node("Add", ["frequency", "voiceHigher"], ["voiceFrequency"]),
        ]
        frequency = "voiceFrequency"
    nodes += [
        helper.make_node("Mul", ["time", "angle"], ["turn"]),
        helper.make_node("Mul", ["turn", frequency], ["phase"]),
        helper.make_node("Sin", ["phase"], ["tone"]),
        helper.make_node("Mul", ["tone", "loudness"], ["quieter"]),
        helper.make_node("Reshape", ["quieter", "form"], ["output"]),
    ]
    graph = helper.make_graph(
        nodes,
        "tones",
        inputs,
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 1, "time"])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)
    onnx.checker.check_model(made)
    return made


def write(folder, name, language, espeak, speakers=1):
    path = os.path.join(folder, name + ".onnx")
    onnx.save(model(speakers), path)
    description = {
        "audio": {"sample_rate": RATE, "quality": "low"},
        "espeak": {"voice": espeak},
        "language": {"code": language},
        "dataset": name.split("-")[1],
        "phoneme_type": "espeak",
        "phoneme_id_map": DEFAULT_PHONEME_ID_MAP,
        "num_symbols": 256,
        "num_speakers": speakers,
        "speaker_id_map": {"low": 0, "high": 1} if speakers > 1 else {},
        "inference": {"noise_scale": 0.667, "length_scale": 1, "noise_w": 0.8},
        "piper_version": "1.0.0",
    }
    with open(path + ".json", "w", encoding="utf-8") as file:
        json.dump(description, file, ensure_ascii=False)


os.makedirs(sys.argv[1], exist_ok=True)
write(sys.argv[1], "en_US-tones-low", "en_US", "en-us")
write(sys.argv[1], "de_DE-duo-low", "de_DE", "de", speakers=2)
