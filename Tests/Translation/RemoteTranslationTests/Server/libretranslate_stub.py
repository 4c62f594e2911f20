"""LibreTranslate's own HTTP server with an engine that needs no models: a text T becomes `[es] T`.

A text that holds BOOM breaks the engine. Languages are en, es and de, from and to each other, and ja only to translate from.
It listens on a free port of loopback, prints the number, and ends when its standard input does. Needs the Python package
libretranslate; what is given as arguments goes to its server: `--char-limit 60 --batch-limit 3`.
"""
import os
import socket
import sys
import tempfile
import threading
import time

port_line = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
# The server writes into the folder in which it runs and below the home.
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
os.environ["HOME"] = folder.name

import argostranslate.translate as engine
import libretranslate.init


class Stub(engine.ITranslation):
    def __init__(self, source, target):
        self.from_lang, self.to_lang = source, target

    def hypotheses(self, text, num_hypotheses=1):
        if "BOOM" in text:
            raise RuntimeError("the engine broke")
        return [engine.Hypothesis(f"[{self.to_lang.code}] {text}" + (f" {rank}" if rank else ""), -rank)
                for rank in range(num_hypotheses)]


def languages():
    all = [engine.Language(code, name)
           for code, name in (("en", "English"), ("es", "Spanish"), ("de", "German"), ("ja", "Japanese"))]
    for source in all:
        for target in all:
            if source is not target and target.code != "ja":
                pair = Stub(source, target)
                source.translations_from.append(pair)
                target.translations_to.append(pair)
    return all


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def tell_when_ready(port):
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.1)
    print(port, file=port_line, flush=True)
    sys.stdin.buffer.read()
    folder.cleanup()
    os._exit(0)


installed = languages()
# Nothing is fetched from the network.
libretranslate.init.boot = lambda *ignored, **also_ignored: None
engine.get_installed_languages = lambda: installed

port = free_port()
sys.argv = ["libretranslate", "--host", "127.0.0.1", "--port", str(port), "--disable-web-ui"] + sys.argv[1:]
threading.Thread(target=tell_when_ready, args=(port,), daemon=True).start()
# Only now: it takes hold of what was put in place above.
from libretranslate import main

main()
