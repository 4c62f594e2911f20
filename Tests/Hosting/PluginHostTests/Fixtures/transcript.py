"""Plays one side of a transcript of the plug-in protocol, and compares what the other side says.

    transcript.py plugin FILE VERDICT           is the plug-in; writes 'right', or what was wrong, into VERDICT
    transcript.py host FILE PROGRAM [ARG …]     is the host of a plug-in; exits with 0 when all was right
    transcript.py record FILE PROGRAM [ARG …]   is the host, and prints the transcript with what the plug-in said

In a transcript a line begins with '> ' (the host's frame), '< ' (the plug-in's), '= ' (the payload of the frame before, in
base64), or '#'.
"""

import base64
import json
import subprocess
import sys


def read(path):
    """The frames as (side, object, payload)."""
    frames = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("= "):
                frames[-1] = (*frames[-1][:2], base64.b64decode(line[2:]))
            elif line[:2] in ("> ", "< "):
                frames.append((line[0], json.loads(line[2:]), b""))
    return frames


def receive(stream):
    line = stream.readline()
    if not line:
        return None, b""
    frame = json.loads(line)
    return frame, stream.read(frame.get("bytes", 0))


def send(stream, frame, payload):
    stream.write(json.dumps(frame, ensure_ascii=False).encode() + b"\n" + payload)
    stream.flush()


def essential(frame):
    """A frame without the parts that differ from run to run."""
    frame = json.loads(json.dumps(frame))
    if frame.get("method") == "initialize":
        for name in ("host", "cacheDirectory"):
            frame["params"].pop(name, None)
    return frame


def play(frames, side, source, target, record=False):
    """Sends the frames of one side and compares the others; returns a message about a difference, or None."""
    for place, (who, frame, payload) in enumerate(frames):
        if who == side:
            send(target, frame, payload)
            if record:
                print("> " + json.dumps(frame, ensure_ascii=False, separators=(",", ":")), flush=True)
                while "id" in frame:
                    answer, bytes_ = receive(source)
                    print("< " + json.dumps(answer, ensure_ascii=False, separators=(",", ":")), flush=True)
                    if bytes_:
                        print("= " + base64.b64encode(bytes_).decode(), flush=True)
                    if "event" not in answer:
                        break
            continue
        found, bytes_ = receive(source)
        while found is not None and found.get("method") == "cancel" != frame.get("method"):
            # Whether the host still sends a cancellation for a request that is about to end depends on timing.
            found, bytes_ = receive(source)
        if found is None or essential(found) != essential(frame) or bytes_ != payload:
            return "frame %d: expected %r, got %r" % (place, frame, found)
    return None


def main():
    side, path, *rest = sys.argv[1:]
    frames = read(path)
    if side == "plugin":
        problem = play(frames, "<", sys.stdin.buffer, sys.stdout.buffer)
        with open(rest[0], "w", encoding="utf-8") as verdict:
            verdict.write(problem or "right")
        return
    plugin = subprocess.Popen(rest, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    problem = play([frame for frame in frames if side == "host" or frame[0] == ">"], ">", plugin.stdout, plugin.stdin, side == "record")
    plugin.stdin.close()
    status = plugin.wait(10)
    if problem or status:
        sys.exit(problem or "the plug-in ended with %d" % status)


main()
