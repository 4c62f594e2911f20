"""A plug-in that follows the protocol, with minimal versions of all four services."""

import array
import math
import os
import sys
import time

from parlance_plugin import Format, Mark, Plugin, PluginError, log

plugin = Plugin("good", "1.0")

WORDS = {"dog": "perro", "cat": "gato", "water": "agua"}
SENTENCES = [
    "I gave her a %s.",
    "The %s is on the table.",
    "She looks at the %s every day.",
    "We bought a %s yesterday.",
    "This %s is very good.",
    "They talk about the %s in the evening.",
]


@plugin.start
def start(plugin):
    log("started in " + os.getcwd())
    print("this goes to the log")


@plugin.translation(pairs=[("en", "es")], textsPerRequest=50, features=[])
def translate(request):
    if request.source not in (None, "en") or request.target != "es":
        raise PluginError("unsupported", "only from English to Spanish")
    results = []
    for text in request.texts:
        if text == "pid":
            results.append({"text": "%d" % os.getpid(), "alternatives": [plugin.config.get("model", "none")]})
        elif text == "die" and not os.path.exists(os.path.join(plugin.cache_directory, "died")):
            open(os.path.join(plugin.cache_directory, "died"), "w").close()
            os.kill(os.getpid(), 9)
        elif text in WORDS:
            results.append({"text": WORDS[text], "alternatives": ["el " + WORDS[text]], "partOfSpeech": "noun"})
        elif text == "qxzvkwjq":
            results.append(PluginError("notFound", "no such word"))
        else:
            results.append(text.upper())
    return results


@plugin.voices
def voices(request):
    return [
        {"id": "plain", "name": "Plain", "languages": ["en-US"], "gender": "neutral"},
        {"id": "fine", "name": "Fine", "languages": ["en-GB"], "quality": "premium"},
    ]


@plugin.speech(languages=["en-US", "en-GB"], features=["marks.word", "deterministic"], concurrency=4)
def speak(request):
    if request.voice is not None and request.voice not in ("plain", "fine"):
        raise PluginError("unsupported", "there is no such voice")
    if request.voice is None and request.language not in ("en-US", "en-GB", "en"):
        raise PluginError("unsupported", "it speaks no %s" % request.language)
    yield Format(8000)
    words, offset = [], 0
    for word in request.text.split(" "):
        if word:
            words.append((offset, len(word)))
        offset += len(word) + 1
    frame = 0
    for offset, length in words:
        if "word" in (request.marks or []):
            yield Mark("word", offset, length, frame)
        count = 200 * min(length, 40)
        yield array.array("h", [int(8000 * math.sin(0.3 * place)) for place in range(count)])
        frame += count


@plugin.sentences(languages=["en"])
def write(request):
    if len(request.word) > 40 or not request.word.isascii() or not request.word.isalpha():
        raise PluginError("notFound", "there is no such word")
    first = int(request.seed) % len(SENTENCES)
    yield "This one does not hold it."
    yield {"text": "It has a %s." % request.word, "ranges": [[700, 703]]}
    for place in range(len(SENTENCES)):
        text = SENTENCES[(first + place) % len(SENTENCES)] % request.word
        if text not in (request.avoiding or []):
            start = text.index(request.word)
            yield {"text": text, "ranges": [[start, start + len(request.word)]], "level": "A1", "lemma": request.word}


@plugin.feedback(concurrency=2)
def play(request):
    if request.event not in ("success", "long"):
        raise PluginError("unsupported", "there is no event '%s'" % request.event)
    yield
    for _ in range(1000 if request.event == "long" else 1):
        request.wait(0.01)


plugin.run()
