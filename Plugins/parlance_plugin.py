"""Plug-ins for Parlance in Python: one file that needs only the standard library and Python 3.9 or later.

Copy it next to your program, or add its folder to PYTHONPATH. It implements version 1 of the protocol that
docs/reference/plugin-protocol.md specifies, keeps standard output clean, answers in any order, and exits when Parlance exits.

    from parlance_plugin import Plugin, PluginError

    plugin = Plugin("upper", "1.0")

    @plugin.translation(languages=["en"])
    def translate(request):
        return [text.upper() for text in request.texts]

    plugin.run()

A function receives a `Request`. `request.params` contains the parameters, and each is also an attribute (None if it is
missing). The values that the function returns or yields are the answer:

    speech         yields Format(...), then bytes, array('h') or Mark(...); returns nothing
    translation    returns a list with a text, a dict with "text", or a PluginError for each text of the request
    sentences      yields or returns texts or dicts with "text"
    feedback       yields once when playback has started, then plays the feedback to its end

Raise a `PluginError` if the request cannot be answered. Any other exception is reported as `providerFailed`, with its traceback
in the log. A function that takes a long time should check `request.cancelled` regularly. If a request is cancelled, a generator
is closed at its next `yield`.
"""

import array
import inspect
import json
import os
import queue
import sys
import threading
import time
import traceback

__all__ = ["Plugin", "PluginError", "Request", "Format", "Mark", "log"]

PROTOCOL = 1
LINE_LIMIT = 1 << 20
PAYLOAD_LIMIT = 1 << 24
AUDIO_PIECE = 1 << 15

CODES = frozenset(
    "unsupported notFound invalidRequest limitExceeded unauthorized quotaExceeded rateLimited unavailable network timedOut "
    "configuration io providerFailed cancelled".split()
)


class PluginError(Exception):
    """A failure: a protocol error code, a one-line message for the user, and a remedy."""

    def __init__(self, code, message, remedy=None, retry_after=None):
        super().__init__(message)
        self.code = code if code in CODES else "providerFailed"
        self.message = " ".join(str(message).split()) or "it failed"
        self.remedy = remedy
        self.retry_after = retry_after

    def frame(self):
        error = {"code": self.code, "message": self.message}
        if self.remedy:
            error["remedy"] = " ".join(str(self.remedy).split())
        if self.retry_after is not None:
            error["retryAfter"] = self.retry_after
        return error


class Request:
    """A request from the host. Its parameters are attributes; a parameter that was not sent is None."""

    def __init__(self, number, method, params):
        self.id = number
        self.method = method
        self.params = params
        self._cancelled = threading.Event()

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self.params.get(name)

    @property
    def cancelled(self):
        """Whether the host has cancelled the request."""
        return self._cancelled.is_set()

    def wait(self, seconds):
        """Sleeps; raises a `PluginError` if the request is cancelled in the meantime."""
        if self._cancelled.wait(seconds):
            raise PluginError("cancelled", "the request was cancelled")


class Format:
    """The format of all following audio."""

    def __init__(self, sample_rate, channels=1):
        self.sample_rate = int(sample_rate)
        self.channels = int(channels)


class Mark:
    """Links a range of the text, in Unicode scalars (as Python counts), to a frame of the audio."""

    def __init__(self, kind, offset, length, frame, ipa=None):
        self.event = {"event": "mark", "kind": kind, "offset": offset, "length": length, "frame": frame}
        if ipa is not None:
            self.event["ipa"] = ipa


def log(message, level="I"):
    """Writes a line to the plug-in's log. Levels: E (error), W (warning), I (information), D (debugging)."""
    sys.stderr.write("".join(level[:1] + "! " + line + "\n" for line in str(message).splitlines() or [""]))
    sys.stderr.flush()


class Plugin:
    """A program that provides services to Parlance."""

    def __init__(self, name, version):
        self.name = name
        self.version = version
        self.config = {}
        self.cache_directory = None
        self._services = {}
        self._start = None
        self._voices = None
        self._pairs = None
        self._running = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._input, self._output = _take_streams()
        self._buffer = b""
        self._is_started = False

    # Decorators

    def start(self, function):
        """Decorates the function that runs before the first request. It may call `plugin.starting(message)`."""
        self._start = function
        return function

    def speech(self, **offer):
        """Decorates the function that speaks. `features`: rate, pitch, volume, wordGap, marks, …"""
        return self._service("speech", "speech.synthesize", offer)

    def voices(self, function):
        """Decorates the function that lists the voices, as dicts with `id`, `name` and `languages`."""
        self._voices = function
        return function

    def translation(self, **offer):
        """Decorates the function that translates a list of texts. `pairs`: a list of (source, target)."""
        self._pairs = offer.pop("pairs", None)
        return self._service("translation", "translation.translate", offer)

    def sentences(self, **offer):
        """Decorates the function that writes example sentences."""
        return self._service("sentences", "sentences.generate", offer)

    def feedback(self, **offer):
        """Decorates the function that plays feedback."""
        return self._service("feedback", "feedback.play", offer)

    def _service(self, service, method, offer):
        def decorate(function):
            self._services[method] = (service, function, dict(offer))
            return function

        return decorate

    def starting(self, message):
        """Tells the host that startup continues. Each call extends the time limit by ten seconds."""
        if not self._is_started:
            self._write({"event": "starting", "message": str(message)})

    # The loop

    def run(self):
        """Serves the host until the host exits. This method does not return."""
        if self._input is None:
            sys.stderr.write("%s is a plug-in, which must be started by Parlance\n" % self.name)
            sys.exit(64)
        try:
            self._serve()
        except _Broken as error:
            log("the host violated the protocol: %s" % error, "E")
            self._leave(1)
        except OSError as error:
            log("the host has exited: %s" % error, "D")
            self._leave(0)

    def _serve(self):
        frame, _ = self._read()
        if frame is None:
            self._leave(0)
        if frame.get("method") != "initialize" or "id" not in frame:
            raise _Broken("the first frame is not 'initialize'")
        self._initialize(frame["id"], frame.get("params") or {})
        while True:
            frame, _ = self._read()
            if frame is None:
                self._leave(0)
            method = frame.get("method")
            params = frame.get("params")
            params = params if isinstance(params, dict) else {}
            if "id" not in frame:
                if method == "shutdown":
                    self._leave(0)
                elif method == "cancel":
                    with self._lock:
                        request = self._running.get(params.get("id"))
                    if request is not None:
                        request._cancelled.set()
                continue
            self._accept(Request(frame["id"], method, params))

    def _initialize(self, number, params):
        if PROTOCOL not in (params.get("protocol") or []):
            self._fail(number, PluginError("unsupported", "this plug-in supports only version %d of the protocol" % PROTOCOL))
            self._leave(1)
        self.config = params.get("config") or {}
        self.cache_directory = params.get("cacheDirectory")
        self._watch((params.get("host") or {}).get("pid"))
        try:
            if self._start is not None:
                self._start(self)
            services = [self._described(*offer) for offer in self._services.values()]
        except BaseException as error:
            self._fail(number, self._error(error))
            self._leave(1)
        self._queues = {}
        for method, (_, _, offer) in self._services.items():
            self._queues[method] = queue.SimpleQueue()
            for _ in range(offer.get("concurrency", 1)):
                threading.Thread(target=self._work, args=(self._queues[method],), daemon=True).start()
        self._is_started = True
        self._write(
            {
                "id": number,
                "result": {
                    "protocol": PROTOCOL,
                    "plugin": {"name": self.name, "version": self.version},
                    "services": services,
                },
            }
        )

    @staticmethod
    def _described(service, function, offer):
        description = {"service": service}
        description.update((key, value() if callable(value) else value) for key, value in offer.items())
        if service == "sentences" and inspect.isgeneratorfunction(function):
            description["features"] = list(description.get("features", [])) + ["stream"]
        return description

    def _accept(self, request):
        if request.method == "ping":
            self._write({"id": request.id, "result": {}})
        elif request.method == "speech.voices" and "speech.synthesize" in self._services:
            self._answer(request, lambda: {"voices": list(self._voices(request) if self._voices else [])})
        elif request.method == "translation.pairs" and "translation.translate" in self._services:
            pairs = self._pairs() if callable(self._pairs) else self._pairs or []
            self._answer(request, lambda: {"pairs": [{"source": source, "target": target} for source, target in pairs]})
        elif request.method in self._services:
            with self._lock:
                self._running[request.id] = request
            self._queues[request.method].put(request)
        else:
            self._fail(request.id, PluginError("unsupported", "there is no method '%s'" % request.method))

    def _work(self, requests):
        while True:
            request = requests.get()
            _, function, _ = self._services[request.method]
            respond = getattr(self, "_" + request.method.split(".")[1])
            try:
                if request.cancelled:
                    raise PluginError("cancelled", "the request was cancelled")
                result = respond(request, function)
                with self._lock:
                    self._running.pop(request.id, None)
                self._write({"id": request.id, "result": result})
            except (BrokenPipeError, ConnectionError):
                self._leave(0)
            except BaseException as error:
                with self._lock:
                    self._running.pop(request.id, None)
                try:
                    self._fail(request.id, self._error(error))
                except OSError:
                    self._leave(0)

    def _answer(self, request, make):
        try:
            self._write({"id": request.id, "result": make()})
        except OSError:
            raise
        except Exception as error:
            self._fail(request.id, self._error(error))

    # Answers: one method per service

    def _synthesize(self, request, function):
        channels = None
        for piece in self._steps(request, function(request)):
            if isinstance(piece, Format):
                if channels is not None:
                    raise PluginError("providerFailed", "the audio format was given twice")
                channels = piece.channels
                self._event(request, {"event": "format", "sampleRate": piece.sample_rate, "channels": channels})
            elif isinstance(piece, Mark):
                self._event(request, piece.event)
            elif channels is None:
                raise PluginError("providerFailed", "audio was given before its format")
            else:
                for part in _audio(piece, channels):
                    if request.cancelled:
                        raise PluginError("cancelled", "the request was cancelled")
                    self._event(request, {"event": "audio"}, part)
        if channels is None:
            raise PluginError("providerFailed", "no audio format was given")
        return {}

    def _translate(self, request, function):
        results = list(function(request))
        if len(results) != len(request.texts or []):
            raise PluginError("providerFailed", "%d results for %d texts" % (len(results), len(request.texts or [])))
        return {"results": [_translated(result) for result in results]}

    def _generate(self, request, function):
        if not inspect.isgeneratorfunction(function):
            return {"sentences": [_sentence(sentence) for sentence in function(request)]}
        for sentence in self._steps(request, function(request)):
            self._event(request, {"event": "sentence", "sentence": _sentence(sentence)})
        return {}

    def _play(self, request, function):
        steps = function(request)
        has_begun = False
        for _ in self._steps(request, steps if inspect.isgenerator(steps) else iter(())):
            if not has_begun:
                self._event(request, {"event": "started"})
            has_begun = True
        if not has_begun:
            self._event(request, {"event": "started"})
        return {}

    @staticmethod
    def _steps(request, pieces):
        """The pieces of an answer until the request is cancelled. Always closes the generator."""
        try:
            for piece in pieces or ():
                if request.cancelled:
                    raise PluginError("cancelled", "the request was cancelled")
                yield piece
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()

    # Frames

    def _event(self, request, event, payload=None):
        self._write({"id": request.id, **event}, payload)

    def _fail(self, number, error):
        self._write({"id": number, "error": error.frame()})

    @staticmethod
    def _error(error):
        if isinstance(error, PluginError):
            return error
        log("".join(traceback.format_exception(type(error), error, error.__traceback__)), "E")
        return PluginError("providerFailed", "%s: %s" % (type(error).__name__, error))

    def _write(self, frame, payload=None):
        if payload is not None:
            frame["bytes"] = len(payload)
        line = json.dumps(frame, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
        if len(line) > LINE_LIMIT:
            raise PluginError("limitExceeded", "the answer exceeds the maximum line length of the protocol")
        data = memoryview(line + b"\n" + (payload or b""))
        with self._writing:
            while data:
                data = data[os.write(self._output, data) :]

    def _read(self):
        """The next frame and its payload, or None at the end of the input."""
        line = self._line()
        if line is None:
            return None, None
        try:
            frame = json.loads(line.decode("utf-8"), parse_constant=_refuse, object_pairs_hook=_members)
            if b"\\u" in line:
                # An escaped half of a surrogate pair results in a string that cannot be encoded.
                json.dumps(frame, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError) as error:
            raise _Broken("a line is not a frame: %s" % error)
        if not isinstance(frame, dict):
            raise _Broken("a line is not a JSON object")
        if "bytes" not in frame:
            return frame, None
        count = frame["bytes"]
        if type(count) is not int or not 1 <= count <= PAYLOAD_LIMIT:
            raise _Broken("a payload of %r bytes" % (count,))
        while len(self._buffer) < count:
            if not self._fill():
                raise _Broken("the input ends within a payload")
        payload, self._buffer = self._buffer[:count], self._buffer[count:]
        return frame, payload

    def _line(self):
        while True:
            end = self._buffer.find(b"\n")
            if end > LINE_LIMIT or (end < 0 and len(self._buffer) > LINE_LIMIT):
                raise _Broken("a line is longer than %d bytes" % LINE_LIMIT)
            if end >= 0:
                line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
                return line
            if not self._fill():
                if self._buffer:
                    raise _Broken("the input ends within a line")
                return None

    def _fill(self):
        piece = os.read(self._input, 1 << 16)
        self._buffer += piece
        return bool(piece)

    # Exit

    @staticmethod
    def _watch(host):
        """Exits when the host is no longer the parent, even if another process keeps the input open."""
        if host != os.getppid():
            return

        def watch():
            while os.getppid() == host:
                time.sleep(1)
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()

    @staticmethod
    def _leave(code):
        # Immediately: a thread that is still working must not delay the exit.
        try:
            sys.stderr.flush()
        finally:
            os._exit(code)


class _Broken(Exception):
    """The host has violated the protocol."""


def _take_streams():
    """Reserves the protocol's descriptors for this module.

    From now on, all output of this program and its child processes goes to the log, and standard input is empty.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        return None, None
    streams = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    if hasattr(sys.stdout, "reconfigure"):
        # Printed lines must reach the log immediately, not at exit.
        sys.stdout.reconfigure(line_buffering=True)
    return streams


def _refuse(name):
    raise ValueError("%s is not a JSON number" % name)


def _members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key is repeated")
    return members


def _audio(piece, channels):
    """Splits samples into little-endian pieces of whole frames."""
    if isinstance(piece, array.array):
        if piece.typecode != "h":
            raise PluginError("providerFailed", "samples must be an array of type 'h'")
        if sys.byteorder == "big":
            piece = array.array("h", piece)
            piece.byteswap()
        piece = piece.tobytes()
    data = bytes(piece)
    if len(data) % (2 * channels):
        raise PluginError("providerFailed", "a piece of audio ends in the middle of a frame")
    size = AUDIO_PIECE - AUDIO_PIECE % (2 * channels)
    for start in range(0, len(data), size):
        yield data[start : start + size]


def _translated(result):
    if isinstance(result, PluginError):
        return {"error": result.frame()}
    return {"text": result} if isinstance(result, str) else dict(result)


def _sentence(sentence):
    return {"text": sentence} if isinstance(sentence, str) else dict(sentence)
