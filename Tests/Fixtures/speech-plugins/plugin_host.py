"""The host's side of the plug-in protocol, as far as tests need it to see what a plug-in does and when."""

import json
import os
import subprocess


class Host:
    def __init__(self, folder, environment=None, config=None):
        self.process = subprocess.Popen(
            ["python3", "-B", "main.py"],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.number = 0
        greeting = {"protocol": [1], "host": {"name": "test", "version": "1", "pid": os.getpid()}, "config": config or {}}
        self.request("initialize", greeting)
        self.start = self.frames_to_end()

    def send(self, frame):
        self.process.stdin.write(json.dumps(frame).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        number, self.number = self.number, self.number + 1
        self.send({"id": number, "method": method, "params": params})
        return number

    def frame(self):
        frame = json.loads(self.process.stdout.readline())
        if "bytes" in frame:
            frame["payload"] = self.process.stdout.read(frame["bytes"])
        return frame

    def frames_to_end(self):
        frames = [self.frame()]
        while "result" not in frames[-1] and "error" not in frames[-1]:
            frames.append(self.frame())
        return frames

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
