"""Misbehaving plug-ins. The argument selects the behaviour: zoo.py WAY."""

import json
import os
import signal
import subprocess
import sys
import time

way = sys.argv[1]
source, target = sys.stdin.buffer, sys.stdout.buffer


def send(frame, payload=b""):
    if payload:
        frame = dict(frame, bytes=len(payload))
    raw(json.dumps(frame).encode() + b"\n" + payload)


def raw(data):
    target.write(data)
    target.flush()


def receive():
    line = source.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def greet(frame, **more):
    service = {"service": frame["params"].get("service", "translation"), "concurrency": 4}
    service.update(more)
    send({"id": frame["id"], "result": {"protocol": 1, "plugin": {"name": "zoo", "version": "1"}, "services": [service]}})


def results(frame):
    return {"id": frame["id"], "result": {"results": [{"text": text.upper()} for text in frame["params"]["texts"]]}}


def fill_memory():
    """Allocates memory without limit. Where nothing prevents that, it stops before the machine is affected."""
    taken = []
    for _ in range(128):
        taken.append(b"x" * (8 << 20))


if way == "exit-early":
    sys.exit(0)
if way == "exit-early-with-words":
    sys.stderr.write("I! hello\nE! there is no model\n")
    sys.exit(3)
first = receive()
if way == "hang-at-start":
    time.sleep(3600)
if way == "no-end-of-starting":
    while True:
        send({"event": "starting", "message": "soon"})
        time.sleep(0.05)
if way == "slow-start":
    for _ in range(4):
        send({"event": "starting", "message": "loading"})
        time.sleep(0.3)
if way == "banner":
    raw(b"Welcome to the engine!\n[INFO] ready\n17\n")
if way == "endless-banner":
    for _ in range(200):
        raw(b"hello\n")
    time.sleep(3600)
if way == "refuses":
    send({"id": 0, "error": {"code": "configuration", "message": "there is no model\nat all", "remedy": "name one"}})
    sys.exit(1)
if way == "wrong-version":
    send({"id": 0, "result": {"protocol": 2, "plugin": {"name": "zoo", "version": "1"}, "services": []}})
if way == "no-service":
    send({"id": 0, "result": {"protocol": 1, "plugin": {"name": "zoo", "version": "1"}, "services": []}})
if way == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if way == "grandchild":
    subprocess.Popen(["sleep", "3600"])
if way == "fork-loop":
    for _ in range(10):
        subprocess.Popen(["sleep", "3600"])
if way not in ("wrong-version", "no-service"):
    greet(first)

while True:
    frame = receive()
    if frame["method"] in ("cancel",):
        continue
    if frame["method"] == "shutdown" and way not in ("stubborn",):
        sys.exit(0)
    number = frame.get("id")
    if way == "never-answers" or way == "stubborn":
        while True:
            try:
                time.sleep(3600)
            except BaseException:
                pass
    elif way == "long-line":
        raw(b'{"id":%d,"result":{"results":[{"text":"' % number + b"x" * (2 << 20) + b'"}]}}\n')
    elif way == "endless-line":
        while True:
            raw(b"x" * 65536)
    elif way == "truncated-payload":
        raw(b'{"id":%d,"event":"audio","bytes":1000}\nabc' % number)
        sys.exit(0)
    elif way == "wrong-length":
        raw(b'{"id":%d,"event":"audio","bytes":4}\nabcdefgh{"id":%d,"result":{}}\n' % (number, number))
    elif way == "huge-payload":
        raw(b'{"id":%d,"event":"audio","bytes":99999999}\n' % number)
    elif way == "two-finals":
        send(results(frame))
        send(results(frame))
    elif way == "wrong-id":
        send({"id": 4711, "result": {}})
    elif way == "no-id":
        send({"result": {}})
    elif way == "not-a-frame":
        raw(b"Traceback (most recent call last):\n")
    elif way == "comments":
        raw(b'{"id":%d,"result":{}} // done\n' % number)
    elif way == "repeated-key":
        raw(b'{"id":%d,"id":%d,"result":{}}\n' % (number, number))
    elif way == "half-a-pair":
        raw(b'{"id":%d,"result":{"results":[{"text":"\\ud800"}]}}\n' % number)
    elif way == "invalid-utf8":
        raw(b'{"id":%d,"result":{"results":[{"text":"\xff\xfe"}]}}\n' % number)
    elif way == "deep":
        raw(b'{"id":%d,"result":' % number + b"[" * 100000 + b"]" * 100000 + b"}\n")
    elif way == "stderr-flood":
        for _ in range(64):
            os.write(2, b"E! flood\n" * 8192)
        send(results(frame))
    elif way == "crash":
        os.write(2, b"E! segfault\x1b[31m follows\n")
        os.kill(os.getpid(), signal.SIGSEGV)
    elif way == "says-it-was-cancelled":
        send({"id": number, "error": {"code": "cancelled", "message": "never mind"}})
    elif way == "same-sentence-for-ever":
        sentence = {"text": "The dog sleeps in the garden.", "ranges": [[4, 7]]}
        while True:
            send({"id": number, "event": "sentence", "sentence": sentence})
    elif way == "answers-and-exits":
        send(results(frame))
        sys.exit(0)
    elif way == "crash-mid-stream":
        send({"id": number, "event": "format", "sampleRate": 8000, "channels": 1})
        send({"id": number, "event": "audio"}, b"\1\0" * 1000)
        os.kill(os.getpid(), signal.SIGKILL)
    elif way == "memory-hog":
        fill_memory()
        send(results(frame))
    elif way == "memory-hog-family":
        children = []
        for _ in range(3):
            child = os.fork()
            if child == 0:
                fill_memory()
                os._exit(0)
            children.append(child)
        if any(os.waitpid(child, 0)[1] == 0 for child in children):
            send(results(frame))
        sys.exit("MemoryError in all children")
    elif way == "closes-output":
        os.close(1)
        time.sleep(3600)
    elif way == "wrong-count":
        send({"id": number, "result": {"results": []}})
    elif way == "event-flood":
        line = json.dumps({"id": number, "event": "filler", "text": "y" * 1000}).encode() + b"\n"
        while True:
            raw(line * 64)
    else:
        send(results(frame))
