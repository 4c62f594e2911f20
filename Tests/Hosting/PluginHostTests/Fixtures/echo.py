"""A plug-in that returns its requests and logs them in its cache folder."""

import array
import json
import os

from parlance_plugin import Format, Plugin

plugin = Plugin("echo", "1")


def record(request):
    with open(os.path.join(plugin.cache_directory, "asked.jsonl"), "a", encoding="utf-8") as file:
        file.write(json.dumps(request.params) + "\n")


@plugin.translation()
def translate(request):
    record(request)
    return request.texts


@plugin.speech()
def speak(request):
    record(request)
    yield Format(8000)
    yield array.array("h", list(request.text.encode()))


@plugin.sentences()
def write(request):
    record(request)
    yield "I gave her a %s yesterday." % request.word


@plugin.feedback()
def play(request):
    record(request)
    yield


plugin.run()
