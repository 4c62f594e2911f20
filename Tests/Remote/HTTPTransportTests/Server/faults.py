"""A server on loopback that answers well, badly, late, or not at all, as the path of a request says.

It listens on a free port, prints the number, and ends when its standard input does, so it never outlives a test.
"""
import asyncio
import gzip
import json
import sys
from urllib.parse import parse_qs, urlsplit

counts = {}
seen = []


def head(status, headers=(), reason="X"):
    lines = [f"HTTP/1.1 {status} {reason}"] + [f"{name}: {value}" for name, value in headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def answer(status, body=b"", headers=(), kind="text/plain"):
    return head(status, [("Content-Type", kind), ("Content-Length", len(body)), *headers]) + body


async def read_request(reader):
    line = await reader.readline()
    if not line:
        return None
    method, target, _ = line.decode("latin-1").split(" ", 2)
    headers = {}
    while True:
        line = await reader.readline()
        if line in (b"\r\n", b"\n", b""):
            break
        name, _, value = line.decode("utf-8", "replace").partition(":")
        headers[name.strip().lower()] = value.strip()
    body = b""
    if "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    return method, target, headers, body


async def serve(reader, writer):
    counts["connections"] = counts.get("connections", 0) + 1
    try:
        while True:
            request = await read_request(reader)
            if request is None:
                break
            if not await respond(request, writer):
                break
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError, ValueError, asyncio.CancelledError):
        pass
    finally:
        writer.close()


async def respond(request, writer):
    """Answers a request; False closes the connection."""
    method, target, headers, body = request
    parts = urlsplit(target)
    query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    name = parts.path.strip("/")
    counts[name] = counts.get(name, 0) + 1
    number = int(query.get("n", "0"))
    wait = float(query.get("ms", "0")) / 1000

    if name == "plain":
        writer.write(answer(200, b"plain"))
    elif name == "bytes":
        writer.write(answer(200, b"x" * number))
    elif name == "echo":
        text = json.dumps({"method": method, "target": target, "headers": headers, "body": body.decode("utf-8", "replace")})
        writer.write(answer(200, text.encode(), kind="application/json"))
    elif name == "counts":
        writer.write(answer(200, json.dumps(counts).encode(), kind="application/json"))
    elif name == "status":
        extra = [(key[2:], value) for key, value in query.items() if key.startswith("h-")]
        writer.write(answer(int(query["code"]), query.get("body", "").encode(), extra))
    elif name == "sleep":
        await asyncio.sleep(wait)
        writer.write(answer(200, b"awake"))
    elif name == "trickle":
        writer.write(head(200, [("Content-Length", number)]))
        for _ in range(number):
            writer.write(b".")
            await writer.drain()
            await asyncio.sleep(wait)
    elif name == "stall":
        writer.write(head(200, [("Content-Length", 10)]) + b"half ")
        await writer.drain()
        await asyncio.sleep(3600)
    elif name == "events":
        writer.write(head(200, [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")]))
        for place in range(number):
            event = f"data: event {place}\r\n\r\n".encode()
            writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
            await writer.drain()
            await asyncio.sleep(wait)
        writer.write(b"0\r\n\r\n")
    elif name == "drop":
        return False
    elif name == "reset":
        writer.transport.abort()
        return False
    elif name == "short":
        writer.write(head(200, [("Content-Length", 100)]) + b"too short")
        return False
    elif name == "cut":
        writer.write(head(200, [("Transfer-Encoding", "chunked")]) + b"5\r\nhello\r\n")
        return False
    elif name == "gzip":
        packed = gzip.compress(b"unpacked " * 1000)
        writer.write(answer(200, packed, [("Content-Encoding", "gzip")]))
    elif name == "bomb":
        packed = gzip.compress(b"\0" * (64 << 20))
        writer.write(answer(200, packed, [("Content-Encoding", "gzip")]))
    elif name == "badgzip":
        writer.write(answer(200, b"this is not gzip", [("Content-Encoding", "gzip")]))
    elif name == "huge":
        writer.write(head(200, [("Transfer-Encoding", "chunked")]))
        block = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        for _ in range(number):
            writer.write(block)
            await writer.drain()
            counts["blocks"] = counts.get("blocks", 0) + 1
        writer.write(b"0\r\n\r\n")
    elif name == "garbage":
        writer.write(b"\x00\x01\x02 this is not HTTP at all\r\n\r\n")
        return False
    elif name == "longhead":
        writer.write(head(200, [("X-Long", "x" * 1000)] * number + [("Content-Length", 0)]))
    elif name == "interim":
        writer.write(head(103, [("Link", "</x>")]) + head(100) + answer(200, b"after"))
    elif name == "trailers":
        writer.write(head(200, [("Transfer-Encoding", "chunked"), ("Trailer", "X-Late")]))
        writer.write(b"4\r\nbody\r\n0\r\nX-Late: yes\r\n\r\n")
    elif name == "redirect":
        status = int(query.get("code", "302"))
        if "to" in query:
            place = query["to"]
        else:
            place = f"/redirect?n={number - 1}&code={status}" if number > 1 else "/echo"
        writer.write(answer(status, b"elsewhere", [("Location", place)]))
    elif name == "once":
        # Declares that the connection is kept alive, but closes it.
        writer.write(answer(200, b"once", [("Connection", "keep-alive")]))
        await writer.drain()
        await asyncio.sleep(wait)
        return False
    else:
        writer.write(answer(404, b"<html>no such page</html>", kind="text/html"))
    return True


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=1 << 20, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, sys.stdin.buffer.read)


try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
sys.stdout.flush()
import os

os._exit(0)
