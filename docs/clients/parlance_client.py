"""Parlance from Python: one file that needs only the standard library and Python 3.9 or later.

Copy it next to your program. It starts `parlance serve --stdio` and uses version 1 of the plug-in protocol, which
docs/reference/plugin-protocol.md specifies. docs/how-to/serving.md shows examples.

    from parlance_client import Parlance, ParlanceError

    with Parlance() as parlance:                              # Parlance(["--config", "my.json"]), Parlance(command=[…])
        parlance.providers()                                  # a list of dicts: service, provider, rank, status, …
        parlance.voices("en-GB")                              # a list of dicts: id, name, languages, …
        wav = parlance.speak("Good morning", language="en-GB")          # a Speech: .wav(), .samples, .marks, .sample_rate
        for piece in parlance.speak_stream("A long text", marks=["word"]):
            ...                                               # Format, then bytes and Mark as they arrive
        parlance.translate(["dog", "house"], target="es")     # a dict with "text", or a ParlanceError, for each text
        parlance.sentences("book", language="en", count=3)    # a list of dicts; sentences_stream yields them one by one
        parlance.feedback("success")                          # returns when playback has ended
        parlance.use("speech", ["espeak"])                    # changes the providers of a service, or of one of its roles
        parlance.reload()                                     # reads the configuration again; on error, the old one is kept

Every method is thread-safe, and calls from several threads run concurrently. A stream that is closed or dropped is cancelled. A
stream that is neither read nor closed blocks all other calls after 8 MiB, about three minutes of audio. Every failure is a
`ParlanceError` with `code` (a protocol error code, or "pluginCrashed" if the program has exited), `message`, `remedy` and
`retry_after`. Every call has a `timeout`: the number of seconds to wait for the next piece of the answer.
"""

import collections
import io
import json
import os
import subprocess
import threading
import wave

__all__ = ["Parlance", "ParlanceError", "Speech", "Format", "Mark"]

LINE_LIMIT = 1 << 20
PAYLOAD_LIMIT = 1 << 24
HELD_LIMIT = 8 << 20

Format = collections.namedtuple("Format", "sample_rate channels")
Format.__doc__ = "The format of all following audio: 16-bit little-endian samples with interleaved channels."

Mark = collections.namedtuple("Mark", "kind offset length frame ipa")
Mark.__doc__ = "A sentence, word or phoneme: its range in the text, as Python counts characters, and its first audio frame."


def _texts(name, texts):
    """A list of texts. Rejects a single text, which Python would treat as a list of characters."""
    if isinstance(texts, (str, bytes)):
        raise ParlanceError("invalidRequest", "'%s' must be a list of texts, not a single text" % name)
    return list(texts)


class ParlanceError(Exception):
    """A failed call."""

    def __init__(self, code, message, remedy=None, retry_after=None, provider=None):
        super().__init__("%s; %s" % (message, remedy) if remedy else message)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.retry_after = retry_after
        self.provider = provider

    @classmethod
    def read(cls, error):
        return cls(
            error.get("code", "providerFailed"),
            error.get("message", "it failed"),
            error.get("remedy"),
            error.get("retryAfter"),
            error.get("provider"),
        )


class Speech:
    """The audio and the marks of a spoken text."""

    def __init__(self, sample_rate, channels, samples, marks):
        self.sample_rate = sample_rate
        self.channels = channels
        self.samples = samples
        self.marks = marks

    @property
    def seconds(self):
        return len(self.samples) / (2 * self.channels * self.sample_rate)

    def wav(self):
        """The audio as the bytes of a WAV file."""
        file = io.BytesIO()
        with wave.open(file, "wb") as out:
            out.setnchannels(self.channels)
            out.setsampwidth(2)
            out.setframerate(self.sample_rate)
            out.writeframes(self.samples)
        return file.getvalue()


class _Request:
    """The frames that have arrived for one request.

    When the buffer is full, the reader thread waits. This blocks the server, and with it all other requests.
    """

    def __init__(self, number):
        self.number = number
        self._pieces = collections.deque()
        self._held = 0
        self._is_over = False
        self._change = threading.Condition()

    def put(self, frame, payload):
        """Adds a frame when there is room for it. Discards it if the request has ended."""
        with self._change:
            self._change.wait_for(lambda: self._held <= HELD_LIMIT or self._is_over)
            if not self._is_over:
                self._pieces.append((frame, payload))
                self._held += len(payload) + 256
                self._change.notify_all()

    def get(self, timeout):
        """Returns the next frame and its payload, or None if the connection has ended. Raises TimeoutError."""
        with self._change:
            if not self._change.wait_for(lambda: self._pieces or self._is_over, timeout):
                raise TimeoutError
            if not self._pieces:
                return None
            frame, payload = self._pieces.popleft()
            self._held -= len(payload) + 256
            self._change.notify_all()
            return frame, payload

    def end(self, keeps=False):
        """Accepts no more frames, and discards the buffered ones unless `keeps` is true."""
        with self._change:
            self._is_over = True
            if not keeps:
                self._pieces.clear()
            self._change.notify_all()


class Parlance:
    """A Parlance process, which is ended together with this object."""

    def __init__(self, arguments=(), command=("parlance",), config=None, log=None, start_seconds=60):
        """Starts the process.

        arguments      arguments after `serve --stdio`, such as ["--config", "my.json"]
        command        the command, if `parlance` is not in PATH
        config         options of the connection; the only one is "role": {"role": "narration"}
        log            a file for its standard error; default: the standard error of this process
        start_seconds  the time limit for startup
        """
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._requests = {}
        self._next = 0
        self._failure = None
        try:
            self._process = subprocess.Popen(
                [*command, "serve", "--stdio", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                bufsize=0,
            )
        except OSError as error:
            raise ParlanceError("io", "cannot start %s: %s" % (command[0], error.strerror), "install it, or give its path")
        self._input = self._process.stdin.fileno()
        self._output = io.BufferedReader(self._process.stdout, 1 << 16)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            greeting = self._result(
                "initialize",
                {
                    "protocol": [1],
                    "host": {"name": "parlance_client.py", "version": "1", "pid": os.getpid()},
                    "provider": "front-end",
                    "config": config or {},
                },
                start_seconds,
            )
        except BaseException:
            self.close()
            raise
        self.version = greeting["plugin"]["version"]
        self.services = greeting["services"]
        self.features = greeting.get("features", [])

    # Requests

    def providers(self, service=None, timeout=60):
        """Lists the providers. `rank` is 1 for the first provider in the chain, and None for a provider that is not in use."""
        return self._result("registry.providers", {"service": service}, timeout)["providers"]

    def use(self, service, providers, role=None, timeout=60):
        """Uses these providers, in this order, starting with the next request."""
        params = {"service": service, "providers": _texts("providers", providers), "role": role}
        return self._result("registry.use", params, timeout)["providers"]

    def reload(self, timeout=60):
        """Reads the configuration files again. If they are invalid, raises an error and changes nothing."""
        self.services = self._result("registry.reload", {}, timeout)["services"]
        return self.services

    def voices(self, language=None, gender=None, role=None, timeout=60):
        """Lists the voices, best first."""
        return self._result("speech.voices", {"language": language, "gender": gender, "role": role}, timeout)["voices"]

    def speak(self, text, language=None, voice=None, timeout=60, **wishes):
        """Speaks a text. Options: rate, pitch, volume, wordGap, deterministic, pronunciations, marks, role."""
        form, samples, marks = Format(22050, 1), bytearray(), []
        for piece in self.speak_stream(text, language, voice, timeout, **wishes):
            if isinstance(piece, Format):
                form = piece
            elif isinstance(piece, Mark):
                marks.append(piece)
            else:
                samples += piece
        return Speech(form.sample_rate, form.channels, bytes(samples), marks)

    def speak_stream(self, text, language=None, voice=None, timeout=60, **wishes):
        """Speaks a text, and yields the audio as it is produced: a Format, then bytes and Mark."""
        params = {"text": text, "language": language, "voice": voice, **wishes}
        for frame, payload in self._events("speech.synthesize", params, timeout):
            if frame["event"] == "audio":
                yield payload
            elif frame["event"] == "mark":
                yield Mark(frame["kind"], frame["offset"], frame["length"], frame["frame"], frame.get("ipa"))
            elif frame["event"] == "format":
                yield Format(frame["sampleRate"], frame.get("channels", 1))

    def pairs(self, role=None, timeout=60):
        """Lists the supported directions, as (source, target)."""
        pairs = self._result("translation.pairs", {"role": role}, timeout)["pairs"]
        return [(pair["source"], pair["target"]) for pair in pairs]

    def translate(self, texts, target=None, source=None, timeout=60, **wishes):
        """Translates texts, each independently. Options: partOfSpeech, romanize, alternatives, role."""
        texts, answers = _texts("texts", texts), []
        offers = [service for service in self.services if service["service"] == "translation"]
        step = offers[0].get("textsPerRequest", 100) if offers else 100
        for start in range(0, len(texts), step):
            params = {"texts": texts[start : start + step], "source": source, "target": target, **wishes}
            for answer in self._result("translation.translate", params, timeout)["results"]:
                answers.append(ParlanceError.read(answer["error"]) if "error" in answer else answer)
        return answers

    def sentences(self, word, language=None, count=1, timeout=60, **wishes):
        """Returns example sentences. Options: partOfSpeech, sense, level, topic, words, seed, targetLanguage, romanize, avoiding, role."""
        return list(self.sentences_stream(word, language, count, timeout, **wishes))

    def sentences_stream(self, word, language=None, count=1, timeout=60, **wishes):
        """Yields example sentences as they arrive."""
        params = {"word": word, "language": language, "count": count, **wishes}
        for frame, _ in self._events("sentences.generate", params, timeout):
            if frame["event"] == "sentence":
                yield frame["sentence"]

    def feedback(self, event, progress=1, strength=None, role=None, timeout=60):
        """Plays feedback for an event, and returns when it has ended."""
        params = {"event": event, "progress": progress, "strength": strength, "role": role}
        self._result("feedback.play", params, timeout)

    def ping(self, timeout=60):
        """Returns when the process has answered."""
        self._result("ping", {}, timeout)

    # Exit

    def close(self):
        """Ends the process. Calls in progress fail. Closing again has no effect."""
        self._fail(ParlanceError("cancelled", "the connection was closed"))
        try:
            self._write({"method": "shutdown"})
        except ParlanceError:
            pass
        with self._writing:
            if not self._process.stdin.closed:
                try:
                    self._process.stdin.close()
                except OSError:
                    pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join(5)
        if not self._reader.is_alive():
            self._output.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Request handling

    def _result(self, method, params, timeout):
        """Returns the result of a request and ignores its events."""
        events = self._events(method, params, timeout)
        while True:
            try:
                next(events)
            except StopIteration as end:
                return end.value

    def _events(self, method, params, timeout):
        """Yields the events of a request with their payloads. The generator returns the result."""
        request = self._begin(method, {name: value for name, value in params.items() if value is not None})
        is_over = False
        try:
            while True:
                try:
                    piece = request.get(timeout)
                except TimeoutError:
                    raise ParlanceError("timedOut", "'%s' did not respond within %g s" % (method, timeout)) from None
                if piece is None:
                    is_over = True
                    raise self._failure
                frame, payload = piece
                if "error" in frame:
                    is_over = True
                    raise ParlanceError.read(frame["error"])
                if "result" in frame:
                    is_over = True
                    return frame["result"]
                yield frame, payload
        finally:
            if not is_over:
                self._drop(request)

    def _begin(self, method, params):
        with self._lock:
            if self._failure is not None:
                raise self._failure
            request = _Request(self._next)
            self._next += 1
            self._requests[request.number] = request
        try:
            self._write({"id": request.number, "method": method, "params": params})
        except BaseException:
            with self._lock:
                self._requests.pop(request.number, None)
            raise
        return request

    def _drop(self, request):
        """Cancels a request that the caller has abandoned."""
        request.end()
        try:
            self._write({"method": "cancel", "params": {"id": request.number}})
        except ParlanceError:
            pass

    def _write(self, frame):
        try:
            line = json.dumps(frame, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
        except (TypeError, ValueError, RecursionError) as error:
            raise ParlanceError("invalidRequest", "the request cannot be sent: %s" % error) from None
        if len(line) > LINE_LIMIT:
            raise ParlanceError("limitExceeded", "the request has more than %d bytes" % LINE_LIMIT, "split it")
        data = memoryview(line + b"\n")
        with self._writing:
            try:
                while data:
                    data = data[os.write(self._input, data) :]
            except (OSError, ValueError):
                raise self._failure or ParlanceError("pluginCrashed", "the process has exited")

    # Frames

    def _read(self):
        try:
            while True:
                line = self._output.readline(LINE_LIMIT + 2)
                if not line.endswith(b"\n"):
                    break
                frame = json.loads(line)
                payload = b""
                if "bytes" in frame:
                    if not 0 < frame["bytes"] <= PAYLOAD_LIMIT:
                        break
                    payload = self._output.read(frame["bytes"])
                    if len(payload) < frame["bytes"]:
                        break
                self._take(frame, payload)
        except (OSError, ValueError, TypeError):
            pass
        status = self._process.poll()
        if status is None:
            # The process has closed its output or violates the protocol; in both cases it is unusable.
            try:
                status = self._process.wait(2)
            except subprocess.TimeoutExpired:
                self._process.kill()
                status = self._process.wait()
        how = "by signal %d" % -status if status < 0 else "with status %d" % status
        self._fail(ParlanceError("pluginCrashed", "the process has exited %s" % how, "start a new one"))

    def _take(self, frame, payload):
        number = frame.get("id")
        is_final = "event" not in frame
        with self._lock:
            request = self._requests.pop(number, None) if is_final else self._requests.get(number)
        if request is not None:
            request.put(frame, payload)

    def _fail(self, failure):
        with self._lock:
            if self._failure is None:
                self._failure = failure
            requests = list(self._requests.values())
            self._requests = {}
        for request in requests:
            request.end(keeps=True)
