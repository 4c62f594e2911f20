"""Tests the Python client with the real program: drive.py CLIENTS PROGRAM SCENARIO. Prints 'right' if the scenario passes."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from parlance_client import Format, Mark, Parlance, ParlanceError  # noqa: E402

PROGRAM = [sys.argv[2]]
PATIENCE = 90


def started(**more):
    return Parlance(["--config", "config.json"], command=PROGRAM, **more)


def refused(code, call):
    try:
        call()
    except ParlanceError as error:
        assert error.code == code, (error.code, error.message)
        return error
    raise AssertionError("nothing was refused")


def eventually(condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def children(parent):
    """The running child processes of a process."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name) as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == parent and fields[0] not in "ZX":
                found.append(int(name))
    return found


def is_running(process):
    try:
        with open("/proc/%d/stat" % process) as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def everything():
    with started() as parlance:
        assert {offer["service"] for offer in parlance.services} == {"speech", "translation", "sentences", "feedback"}
        assert parlance.features == ["registry", "roles", "reports"]
        parlance.ping()
        ranks = {entry["provider"]: entry["rank"] for entry in parlance.providers("speech")}
        assert ranks == {"espeak": 1, "second": None}, ranks
        assert any(voice["languages"] == ["en-IE"] for voice in parlance.voices("en-IE"))
        text = "Where’s the café? 🦊 Here."
        speech = parlance.speak(text, language="en-GB", marks=["word"])
        assert speech.wav()[:4] == b"RIFF" and 0.3 < speech.seconds < 10
        words = [text[mark.offset : mark.offset + mark.length] for mark in speech.marks]
        assert words[:3] == ["Where’s", "the", "café"] and words[-1] == "Here", words
        assert parlance.speak(text, language="en-GB", rate=0.5).seconds > 1.3 * speech.seconds
        pieces = list(parlance.speak_stream("One. Two.", language="en-US"))
        assert isinstance(pieces[0], Format) and all(isinstance(piece, bytes) for piece in pieces[1:])
        answers = parlance.translate(["dog", "qxzvkw"] + ["house"] * 150, target="es", source="en")
        assert answers[0]["text"] == "perro" and answers[1].code == "notFound" and len(answers) == 152
        assert ("en", "es") in parlance.pairs()
        for sentence in parlance.sentences("went", language="en", count=3):
            start, end = sentence["ranges"][0]
            assert sentence["lemma"] == "go" and sentence["text"][start:end].lower() in ("go", "goes", "went", "going", "gone"), sentence
        parlance.feedback("success")
        refused("unsupported", lambda: parlance.speak("hello", language="qaa"))
        refused("invalidRequest", lambda: parlance.speak("hello", rate=9))
        refused("invalidRequest", lambda: parlance.speak(5))
        refused("limitExceeded", lambda: parlance.speak("x" * (1 << 20)))
        for nasty in ["$(touch broken)", "; rm -rf /", "--help", '{"id":1}\n{"method":"shutdown"}\n', "a\0b", "\u2028"]:
            try:
                parlance.speak(nasty, language="en-US")
            except ParlanceError as error:
                assert error.code in ("invalidRequest", "unsupported"), error
        assert not os.path.exists("broken")
        for wrong in [
            lambda: parlance.speak("\ud800"), lambda: parlance.speak("x", rate=float("nan")), lambda: parlance.speak(b"x"),
            lambda: parlance.translate("dog", target="es"), lambda: parlance.use("speech", "espeak"),
        ]:
            refused("invalidRequest", wrong)
        assert not parlance._requests
    refused("cancelled", parlance.ping)


def cancel():
    with started() as parlance:
        stream = parlance.speak_stream("This is a long text. " * 4000, language="en-US")
        assert isinstance(next(stream), Format) and next(stream)
        stream.close()
        # The cancelled request has ended, and nothing waits for it.
        assert eventually(lambda: not parlance._requests)
        assert parlance.speak("Still here", language="en-US").samples
        refused("timedOut", lambda: list(parlance.speak_stream("Slowly. " * 4000, language="en-US", timeout=0)))
        assert parlance.speak("Still here", language="en-US").samples


def at_once():
    with started() as parlance:
        # Three streams, one of them read slowly, with small requests in between.
        texts = ["First of three. " * 40, "The second one. " * 40, "And the third. " * 40]
        alone = [parlance.speak(text, language="en-US", deterministic=True).samples for text in texts]
        heard = [None, None, None]

        def listen(number):
            samples = b""
            for piece in parlance.speak_stream(texts[number], language="en-US", deterministic=True):
                if isinstance(piece, bytes):
                    samples += piece
                    if number == 0:
                        time.sleep(0.01)
            heard[number] = samples

        threads = [threading.Thread(target=listen, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        assert parlance.translate(["dog"], target="es", source="en")[0]["text"] == "perro"
        for thread in threads:
            thread.join(PATIENCE)
        assert heard == alone, [len(samples or b"") for samples in heard + alone]


def swap():
    with started() as parlance:
        def who(**more):
            return parlance._result("speech.synthesize", {"text": "hello", "language": "en-US", **more}, PATIENCE)["provider"]

        assert who() == "espeak"
        stream = parlance.speak_stream("This goes on with the old one. " * 50, language="en-US")
        assert isinstance(next(stream), Format)
        assert parlance.use("speech", ["second"]) == ["second"]
        assert who() == "second" and sum(len(piece) for piece in stream) > 100000
        assert refused("notFound", lambda: parlance.use("speech", ["secnd"])).remedy
        assert parlance.use("speech", ["espeak", "second"], role="story") == ["espeak", "second"]
        assert who(role="story") == "espeak" and who() == "second"


def reload():
    with open("config.json") as file:
        config = json.load(file)
    with started() as parlance:
        stream = parlance.speak_stream("This goes on meanwhile. " * 50, language="en-US")
        assert isinstance(next(stream), Format)
        with open("config.json", "w") as file:
            file.write('{ "version": 1,\n  "speach": {} }')
        error = refused("configuration", parlance.reload)
        assert "config.json:2:3" in error.message, error.message
        assert parlance.speak("Still here", language="en-US").samples
        config["speech"]["use"] = ["second"]
        with open("config.json", "w") as file:
            json.dump(config, file)
        assert any(offer["service"] == "speech" for offer in parlance.reload())
        ranks = {entry["provider"]: entry["rank"] for entry in parlance.providers("speech")}
        assert ranks["second"] == 1 and ranks.get("espeak") is None, ranks
        assert parlance.speak("With the new one", language="en-US").samples
        assert sum(len(piece) for piece in stream) > 100000


def killed_server():
    parlance = started()
    stream = parlance.speak_stream("This breaks off. " * 4000, language="en-US")
    assert isinstance(next(stream), Format)
    workers = children(parlance._process.pid)
    os.kill(parlance._process.pid, signal.SIGKILL)
    error = refused("pluginCrashed", lambda: list(stream))
    assert "signal 9" in error.message, error.message
    refused("pluginCrashed", parlance.ping)
    parlance.close()
    parlance.close()
    assert workers and eventually(lambda: not any(is_running(worker) for worker in workers))
    refused("io", lambda: Parlance(command=["./no-such-program"]))


def killed_client():
    """Starts a client that is killed, once while it reads and once while it does not."""
    for way in ("reading", "stuck"):
        client = subprocess.Popen([sys.executable, "-B", *sys.argv[:3], "victim-" + way], stdout=subprocess.PIPE)
        server, *workers = map(int, client.stdout.readline().split())
        assert is_running(server)
        client.kill()
        client.wait()
        assert eventually(lambda: not any(is_running(process) for process in [server, *workers])), way


def victim(way):
    parlance = started()
    stream = parlance.speak_stream("This goes on and on. " * 4000, language="en-US")
    assert isinstance(next(stream), Format) and next(stream)
    workers = children(parlance._process.pid)
    print(parlance._process.pid, *workers, flush=True)
    if way == "stuck":
        time.sleep(600)
    while True:
        for _ in parlance.speak_stream("This goes on and on. " * 4000, language="en-US"):
            pass


scenario = sys.argv[3]
if scenario.startswith("victim-"):
    victim(scenario[7:])
else:
    {
        "everything": everything,
        "cancel": cancel,
        "at-once": at_once,
        "swap": swap,
        "reload": reload,
        "killed-server": killed_server,
        "killed-client": killed_client,
    }[scenario]()
    print("right")
