"""Simulated speech services on loopback that speak every text as a tone, with the faults that tests request.

The first part of a path lists behaviours as `name=value`, separated by commas; it is followed by the path of the
service: `/status=429,retry=7/v1/audio/speech`. A text is spoken as a tone of 30 ms per character, at the requested speed.
`GET /log/PART` returns the requests received with that first part, and the number of audio responses that were sent
completely. The server listens on a free port, prints its number, and exits at the end of its standard input.
"""
import array
import base64
import functools
import json
import math
import os
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

VOICES = {"alloy": 300, "nova": 440, "onyx": 200, "af_heart": 440, "am_adam": 220, "bf_emma": 500, "bm_george": 180,
          "ff_siwis": 600, "en_AU-kim-high": 333}
log = {}
ended = {}
lock = threading.Lock()


class Fault(Exception):
    def __init__(self, status, body, headers=()):
        self.status, self.body, self.headers = status, body, headers


@functools.lru_cache(maxsize=200)
def second(frequency, rate, channels, bits):
    """A second of a tone as bytes. It can be repeated without a gap, because the frequency is a whole number."""
    wave = (0.5 * math.sin(2 * math.pi * frequency * index / rate) for index in range(rate))
    return coded([sample for sample in wave for _ in range(channels)], bits)


def tone(text, frequency, rate, speed, channels, bits):
    frames = int((0.05 + 0.03 * len(text)) / speed * rate)
    data = second(frequency, rate, channels, bits)
    size = len(data) // rate * frames
    return (data * (size // len(data) + 1))[:size]


def coded(samples, bits):
    if bits == "8":
        return bytes(int(sample * 127) + 128 for sample in samples)
    if bits == "24":
        return b"".join(struct.pack("<i", int(sample * 8388607))[:3] for sample in samples)
    if bits == "32":
        return struct.pack(f"<{len(samples)}i", *(int(sample * 2147483647) for sample in samples))
    if bits == "f32":
        return array.array("f", samples).tobytes()
    if bits == "f64":
        return array.array("d", samples).tobytes()
    return array.array("h", (int(sample * 32767) for sample in samples)).tobytes()


def wav(data, rate, channels, bits, size):
    """A WAV file whose header contains the actual size, or 0 or the maximum, as streaming programs write it."""
    width = {"8": 1, "24": 3, "32": 4, "f32": 4, "f64": 8}.get(bits, 2)
    told = {"0": 0, "max": 0xFFFFFFFF}.get(size, len(data))
    whole = 0xFFFFFFFF if told == 0xFFFFFFFF else told + 36 if told else 0
    extra = struct.pack("<4sI5s1s", b"junk", 5, b"hello", b"\0") if size == "junk" else b""
    head = struct.pack("<4sI4s4sIHHIIHH", b"RIFF", whole, b"WAVE", b"fmt ", 16, 3 if bits.startswith("f") else 1,
                       channels, rate, rate * channels * width, channels * width, width * 8)
    return head + extra + struct.pack("<4sI", b"data", told) + data


def sound(text, voice, form, speed, how):
    """The body and the content type of a response."""
    rate = int(how.get("rate", 24000))
    channels = int(how.get("channels", 1))
    bits = how.get("bits", "16")
    if "file" in how:
        with open(how["file"], "rb") as file:
            return file.read(), how.get("type", "audio/mpeg")
    data = b"" if "silent" in how else tone(text, VOICES.get(voice, 440), rate, speed, channels, bits)
    if form == "pcm":
        return data, how.get("type", "audio/pcm").replace("RATE", str(rate))
    if "concat" in how:
        half = len(data) // 4 * 2
        return (wav(data[:half], rate, channels, bits, "") + wav(data[half:], rate, channels, bits, "")), "audio/wav"
    if "truncated" in how:
        return wav(data, rate, channels, bits, "")[:-1001], "audio/wav"
    return wav(data, rate, channels, bits, how.get("size", "")), how.get("type", "audio/wav")


def listed(how):
    """The voice list of an OpenAI-compatible server, in the known formats."""
    kind = how.get("list", "plain")
    if kind == "none":
        raise Fault(404, {"detail": "Not Found"})
    if kind == "objects":
        return {"data": [{"id": "alloy", "name": "Alloy\u0007 the first", "language": "en-US", "gender": "Female"},
                         {"id": "nova", "languages": ["en-GB", "de"], "quality": "premium"}, {"no": "id"}, 7,
                         {"id": "../x\u0000"}, {"id": ".."}]}
    if kind == "bare":
        return ["alice", "bob"]
    return {"voices": list(VOICES)}


ELEVEN = {"voices": [
    {"voice_id": "alloy", "name": "Rachel", "category": "premade",
     "labels": {"accent": "american", "gender": "female"}},
    {"voice_id": "onyx", "name": "Daniel", "category": "premade",
     "labels": {"accent": "british", "gender": "male", "language": "en"}},
    {"voice_id": "nova", "name": "Carla", "category": "professional", "labels": {"gender": "female", "language": "es"},
     "verified_languages": [{"language": "es", "accent": "mexican", "locale": "es-MX"},
                            {"language": "en", "accent": "american", "locale": "en-US"}]},
]}


def openai(method, path, query, headers, body, how):
    if path == "/v1/audio/voices":
        return listed(how), None
    if path != "/v1/audio/speech" or method != "POST":
        raise Fault(404, {"error": {"message": "no such path"}})
    request = json.loads(body)
    if not request["input"].strip() or len(request["input"]) > int(how.get("limit", 4096)):
        raise Fault(400, {"error": {"message": "String too long", "code": "string_above_max_length"}})
    if request["voice"] not in VOICES:
        raise Fault(400, {"error": {"message": "Input should be 'alloy' or 'nova'", "param": "voice"}})
    return sound(request["input"], request["voice"], request["response_format"], request.get("speed", 1), how)


def elevenlabs(method, path, query, headers, body, how):
    if path == "/v1/voices":
        return ELEVEN, None
    voice = unquote(path.split("/")[3]) if path.startswith("/v1/text-to-speech/") else ""
    if voice not in VOICES or not path.endswith(("/stream", "/with-timestamps")):
        raise Fault(404, {"detail": {"status": "voice_not_found", "message": "A voice was not found."}})
    request = json.loads(body)
    speed = request.get("voice_settings", {}).get("speed", 1)
    form, rate = query["output_format"].split("_")[:2]
    data, kind = sound(request["text"], voice, form, speed, {"rate": rate, **how})
    if path.endswith("/stream"):
        return data, kind
    characters = list(request["text"] if "othertext" not in how else request["text"][1:])
    times = [round(index * 0.03 / speed, 6) * int(how.get("late", 1)) for index in range(len(characters))]
    if "words" in how.get("times", ""):
        times = ["soon"] * len(times)
    answer = {"audio_base64": base64.b64encode(data).decode() if "nobase" not in how else "=*=",
              "alignment": {"characters": characters, "character_start_times_seconds": times,
                            "character_end_times_seconds": times}}
    if "notimes" in how:
        del answer["alignment"]
    return answer, None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *ignored):
        pass

    def answer(self, status, body, headers=()):
        kind = "application/json"
        if not isinstance(body, (str, bytes)):
            body = json.dumps(body, ensure_ascii=False)
        elif isinstance(body, str) and body.startswith("<"):
            kind = "text/html; charset=utf-8"
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status, "X")
        for name, value in [("Content-Type", kind), ("Content-Length", len(data)), *headers]:
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, data, kind, how, first):
        """Sends audio in chunks."""
        self.send_response(200, "X")
        if kind:
            self.send_header("Content-Type", kind)
        if "ratehead" in how:
            self.send_header("X-Sample-Rate", how["ratehead"] or how["rate"])
        if "channelhead" in how:
            self.send_header("X-Channels", how["channelhead"])
        if "plain" in how:
            self.send_header("Content-Length", str(len(data)))
        elif "close" in how:
            self.send_header("Connection", "close")
            self.close_connection = True
        else:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        size = int(how.get("piece", 4096))
        stop = {"cut": len(data) // 2, "stall": len(data) // 2}
        for start in range(0, len(data), size):
            piece = data[start:start + size]
            for name, place in stop.items():
                if name in how and start >= place:
                    if name == "stall":
                        time.sleep(30)
                    self.close_connection = True
                    return
            self.wfile.write(piece if "plain" in how or "close" in how else b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
            if "pause" in how:
                time.sleep(float(how["pause"]) / 1000)
        if "plain" not in how and "close" not in how:
            self.wfile.write(b"0\r\n\r\n")
        with lock:
            ended[first] = ended.get(first, 0) + 1

    def do_GET(self):
        self.serve("GET")

    def do_POST(self):
        self.serve("POST")

    def serve(self, method):
        parts = urlsplit(self.path)
        first, _, rest = parts.path.lstrip("/").partition("/")
        path = "/" + rest
        query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if first == "log":
            with lock:
                name = unquote(rest)
                return self.answer(200, {"asked": log.get(name, []), "ended": ended.get(name, 0)})
        target = self.path[len(first) + 1:]
        first = unquote(first)
        with lock:
            entries = log.setdefault(first, [])
            entries.append({"method": method, "target": target, "body": body.decode("utf-8", "replace"),
                            "headers": {name.lower(): value for name, value in self.headers.items()}})
            number = sum(entry["method"] == "POST" for entry in entries)
        how = dict(part.partition("=")[::2] for part in first.split(","))
        try:
            self.respond(method, path, query, body, how, number, first)
        except Fault as fault:
            self.answer(fault.status, fault.body, fault.headers)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def respond(self, method, path, query, body, how, number, first):
        if "after" in how and number <= int(how["after"]):
            how = {name: value for name, value in how.items() if name in ("dialect", "after", "limit")}
        # Speech faults do not affect the list of voices, unless they apply to both.
        if method == "GET" and "both" not in how:
            how = {name: value for name, value in how.items() if name in ("dialect", "list", "needkey")}
        if "ms" in how:
            time.sleep(float(how["ms"]) / 1000)
        if "needkey" in how and how["needkey"] not in str(self.headers):
            raise Fault(401, {"detail": {"status": "invalid_api_key", "message": "Invalid API key " + str(self.headers)}})
        if "status" in how:
            headers = [("Retry-After", how["retry"])] if "retry" in how else []
            words = BODIES.get(how.get("body", ""), how.get("body", ""))
            if how.get("body") == "key":
                words = {"error": {"message": "Incorrect key: " + str(self.headers) + body.decode() + self.path}}
            return self.answer(int(how["status"]), words, headers)
        if "redirect" in how:
            return self.answer(307, "", [("Location", how["redirect"].replace("|", "/"))])
        if "html" in how:
            return self.answer(200, "<html><body>Welcome to nginx!</body></html>")
        if "json" in how:
            return self.answer(200, BODIES[how["json"]])
        if "words" in how:
            return self.stream(b"these are words and no sound", how["words"].replace("|", "/"), how, first)
        service = elevenlabs if how.get("dialect") == "elevenlabs" else openai
        data, kind = service(method, path, query, self.headers, body, how)
        if kind is None:
            return self.answer(200, data)
        if "odd" in how:
            data = data[:-1]
        self.stream(data, kind.replace("|", "/"), how, first)


BODIES = {
    "insufficient": {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}},
    "rate": {"error": {"message": "Slow down", "code": "rate_limit_exceeded"}},
    "late": {"error": {"message": "upstream is gone", "code": 502}},
    "other": {"something": "else"},
    "failed": {"error": {"message": "the voice engine broke"}},
    "model": {"error": {"message": "The model 'x' does not exist", "code": "model_not_found"}},
    "checked": {"detail": [{"loc": ["body", "speed"], "msg": "Input should be less than 4"}]},
    "quota": {"detail": {"status": "quota_exceeded", "message": "This request exceeds your quota of 10000."}},
    "voice": {"detail": {"status": "voice_not_found", "message": "A voice with the voice_id x was not found."}},
    "long": {"detail": {"status": "max_character_limit_exceeded", "message": "A maximum of 10 characters is allowed."}},
    "busy": {"detail": {"status": "system_busy", "message": "The system is busy."}},
    "plan": {"detail": {"status": "output_format_not_allowed", "message": "Your plan does not allow it."}},
    "lines": {"message": "first\r\nsecond \u001b[31mred\u0000 " + "long " * 100},
}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.buffer.read()
os._exit(0)
