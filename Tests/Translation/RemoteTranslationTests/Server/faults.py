"""How service answers arrive or fail: everything between a service and the wire."""
import gzip
import json
import socket
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, unquote, urlsplit

log = {}
lock = threading.Lock()


class Fault(Exception):
    """The response of a service in place of a translation."""

    def __init__(self, status, body, headers=()):
        self.status, self.body, self.headers = status, body, headers


BODIES = {
    "insufficient": {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}},
    "rate": {"error": {"message": "Slow down", "code": "rate_limit_exceeded"}},
    "daily": {"error": {"message": "Daily Limit Exceeded", "errors": [{"reason": "dailyLimitExceeded"}]}},
    "user": {"error": {"message": "User Rate Limit", "errors": [{"reason": "userRateLimitExceeded"}]}},
    "free": {"error": {"code": 403001, "message": "The operation isn't allowed because of the free quota."}},
    "ban": {"error": "Too many request limits violations"},
    "apikey": {"error": {"message": "API key not valid.", "details": [{"reason": "API_KEY_INVALID"}]}},
    "lines": {"message": "first\r\nsecond \u001b[31mred\u0000 " + "long " * 100},
    "model": {"error": {"message": "The model 'x' does not exist", "code": "model_not_found"}},
    "overflow": {"error": {"message": "the request exceeds the available context size", "type": "exceed_context_size_error"}},
}


def handler(services):
    return type("ServiceHandler", (Handler,), {"services": services})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *ignored):
        pass

    def handle(self):
        try:
            super().handle()
        except OSError:
            # The client has disconnected, which many tests rely on.
            self.close_connection = True

    def answer(self, status, body, headers=(), length=None, kind="application/json"):
        if not isinstance(body, (str, bytes)):
            body = json.dumps(body, ensure_ascii=False)
        elif isinstance(body, str) and body.startswith("<"):
            kind = "text/html; charset=utf-8"
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status, "X")
        for name, value in [("Content-Type", kind), ("Content-Length", len(data) if length is None else length), *headers]:
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(data)

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
                return self.answer(200, log.get(unquote(rest), []))
        first = unquote(first)
        with lock:
            entries = log.setdefault(first, [])
            entries.append({"method": method, "target": self.path[len(first) + 1:], "body": body.decode("utf-8", "replace"),
                            "port": self.client_address[1],
                            "headers": {name.lower(): value for name, value in self.headers.items()}})
            number = len(entries)
        how = dict(part.partition("=")[::2] for part in first.split(","))
        # A fault may begin or end after a number of requests.
        if "after" in how and number <= int(how["after"]) or "until" in how and number > int(how["until"]):
            how = {name: value for name, value in how.items() if name == "service"}
        try:
            self.respond(path, query, body, how, number)
        except Fault as fault:
            self.answer(fault.status, fault.body, fault.headers)

    def respond(self, path, query, body, how, number):
        if "ms" in how:
            time.sleep(float(how["ms"]) / 1000)
        if "status" in how:
            return self.refuse(how, body)
        if "redirect" in how:
            place = how["redirect"].replace("|", "/")
            # Redirect to the same path again, endlessly, if none is named.
            return self.answer(int(how.get("by", "307")), "", [("Location", place or self.path)])
        if "html" in how:
            return self.answer(int(how["html"] or 200), "<html><body>Welcome to nginx!</body></html>")
        if "drop" in how:
            self.close_connection = True
            return
        if "nohttp" in how:
            self.wfile.write(b"\x00\x01 this is not HTTP\r\n\r\n")
            self.close_connection = True
            return
        found = self.services[how["service"]](path, query, body, how, number)
        wants = json.loads(body) if how["service"] == "openai" and body else {}
        if isinstance(found, tuple):
            # The service has already written its answer.
            data, kind = found
        elif wants.get("stream") and "whole" not in how:
            data, kind = events(found, how), "text/event-stream"
        else:
            data, kind = json.dumps(found, ensure_ascii=False).encode(), "application/json"
        if "mislabelled" in how:
            kind = "application/json"
        if "garbage" in how:
            data = b"data: \x00\xff garbage\n\n" if kind == "text/event-stream" else b"\x00\xff garbage"
        if "truncated" in how:
            data = data[:len(data) // 2]
        if "other" in how:
            data, kind = b'{"something": "else"}', "application/json"
        self.send_data(data, kind, how)

    def refuse(self, how, body):
        headers = [("Retry-After", how["retry"])] if "retry" in how else []
        if "retryms" in how:
            headers.append(("Retry-After-Ms", how["retryms"]))
        if "retrydate" in how:
            # Relative to the clock of this server, which is wrong by a day.
            now = time.time() + 86_400
            headers += [("Retry-After", formatdate(now + float(how["retrydate"]), usegmt=True))]
            self.date_time_string = lambda timestamp=None: formatdate(now, usegmt=True)
        if how["status"] == "401":
            headers.append(("WWW-Authenticate", 'Bearer realm="x", error="invalid_token"'))
        words = BODIES.get(how.get("body", ""), how.get("body", ""))
        if how.get("body") == "key":
            shown = str(self.headers) + self.path
            words = {"error": {"message": "Incorrect key: " + shown + body.decode()}, "message": shown}
        return self.answer(int(how["status"]), words, headers)

    def send_data(self, data, kind, how):
        """Sends a successful answer in the way that a test requests."""
        if "cut" in how:
            self.answer(200, data[:5], length=len(data), kind=kind)
            self.close_connection = True
        elif "stall" in how:
            self.answer(200, data[:5], length=len(data), kind=kind)
            self.wfile.flush()
            time.sleep(30)
        elif "tooshort" in how:
            # Announces less than it sends.
            self.answer(200, data, length=len(data) // 2, kind=kind)
            self.close_connection = True
        elif "bomb" in how:
            packed = gzip.compress(b" " * (64 << 20))
            self.answer(200, packed, [("Content-Encoding", "gzip")], kind=kind)
        elif "trickle" in how:
            self.answer(200, b"", length=len(data), kind=kind)
            for place in range(len(data)):
                self.wfile.write(data[place:place + 1])
                time.sleep(float(how["trickle"]) / 1000)
        elif "pings" in how:
            self.send_events_head()
            while True:
                self.send_chunk(b": still at it\n\n")
                time.sleep(0.02)
        elif "slowly" in how:
            # One event at a time, and nothing after the last one, not even the end of the answer.
            self.send_events_head(kind)
            end = b"\n" if "ndjson" in kind else b"\n\n"
            for event in data.split(end)[:-1]:
                self.send_chunk(event + end)
                time.sleep(float(how["slowly"]) / 1000)
            if "open" in how:
                time.sleep(30)
            self.send_chunk(b"")
        elif "once" in how:
            # Announces a persistent connection and closes it, without a TLS close or a reset.
            self.answer(200, data, [("Connection", "keep-alive")], kind=kind)
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        else:
            self.answer(200, data, kind=kind)

    def send_events_head(self, kind="text/event-stream"):
        self.send_response(200, "X")
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def send_chunk(self, data):
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def events(answer, how):
    """A chat answer as server-sent events, as written by llama.cpp and others."""
    if "error" in answer:
        begun = {"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}, "finish_reason": None}]}
        return b"".join(event(part) for part in (begun, answer))
    choice = answer["choices"][0]
    content = choice["message"]["content"] or ""
    size = max(7, len(content) // 2000)
    parts = [{"role": "assistant", "content": None}]
    parts += [{"content": content[place:place + size]} for place in range(0, len(content), size)]
    if choice["message"].get("refusal"):
        parts.append({"refusal": choice["message"]["refusal"]})
    chunks = [{"choices": [{"index": 0, "delta": part, "finish_reason": None}]} for part in parts]
    if "half" in how:
        return b"".join(map(event, chunks[:len(chunks) // 2]))
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]})
    chunks.append({"choices": [], "usage": {"total_tokens": 7}})
    return b": hello\n\n" + b"".join(map(event, chunks)) + (b"" if "nodone" in how else b"data: [DONE]\n\n")


def event(value):
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"
