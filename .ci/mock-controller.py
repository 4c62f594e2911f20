#!/usr/bin/python3
"""Puts a controller with force feedback in place of /dev/input/event7 and runs a program with it.

Usage: umockdev-wrapper /usr/bin/python3 mock-controller.py [--room N] [--unplug-at-play N] LOG PROGRAM [ARGUMENT...]

Writes a line of JSON to LOG for each thing that is done to the device, with its time in milliseconds. The device takes N
effects (16 unless told) and says ENOSPC to more; with --unplug-at-play it is gone from the Nth play on (ENODEV).
"""
import errno
import json
import struct
import subprocess
import sys
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

EV_FF, FF_RUMBLE, FF_PERIODIC, FF_SINE, FF_GAIN = 0x15, 0x50, 0x51, 0x5A, 0x60


class Controller:
    def __init__(self, room, unplug_at, log):
        self.room, self.unplug_at, self.log = room, unplug_at, log
        self.effects, self.next_id, self.plays, self.start = {}, 0, 0, time.monotonic()

    def note(self, action, **values):
        values.update(action=action, milliseconds=round((time.monotonic() - self.start) * 1000, 2))
        self.log.write(json.dumps(values) + "\n")
        self.log.flush()

    def is_gone(self):
        return self.unplug_at is not None and self.plays >= self.unplug_at

    def ioctl(self, _base, client):
        request = client.get_request()
        number, size = request & 0xFF, (request >> 16) & 0x3FFF
        if self.is_gone():
            client.complete(-1, errno.ENODEV)
            return True
        if number in (0x20, 0x20 + EV_FF, 0x06):  # the kinds of event, those of force feedback, the name
            data = client.get_arg().resolve(0, size)
            content = bytearray(size)
            if number == 0x06:
                name = b"Mock Pad\0"[:size]
                content[: len(name)] = name
            else:
                bits = [EV_FF] if number == 0x20 else [FF_RUMBLE, FF_PERIODIC, FF_SINE, FF_GAIN]
                for bit in bits:
                    if bit // 8 < size:
                        content[bit // 8] |= 1 << (bit % 8)
            data.update(0, list(content))
            client.complete(size, 0)
        elif number == 0x84:  # how many effects
            client.get_arg().resolve(0, 4).update(0, list(struct.pack("i", 16)))
            client.complete(0, 0)
        elif number == 0x80:  # upload
            data = client.get_arg().resolve(0, 48)
            effect = bytes(data.retrieve())
            kind, identity = struct.unpack_from("Hh", effect, 0)
            length = struct.unpack_from("H", effect, 10)[0]
            strong, weak = struct.unpack_from("HH", effect, 16)
            if identity == -1:
                if len(self.effects) >= self.room:
                    self.note("refused")
                    client.complete(-1, errno.ENOSPC)
                    return True
                identity = self.next_id
                self.next_id += 1
                data.update(2, list(struct.pack("h", identity)))
            self.effects[identity] = kind
            self.note("upload", id=identity, kind=kind, length=length, strong=strong, weak=weak)
            client.complete(0, 0)
        elif number == 0x81:  # erase
            identity = self.number_of(client)
            self.effects.pop(identity, None)
            self.note("erase", id=identity)
            client.complete(0, 0)
        else:
            client.complete(-1, errno.ENOTTY)
        return True

    @staticmethod
    def number_of(client):
        # The argument of this call is the number itself, and not the address of one.
        return struct.unpack("l", bytes(client.get_arg().retrieve())[:8])[0]

    def write(self, _base, client):
        content = bytes(client.get_arg().retrieve())
        if self.is_gone():
            client.complete(-1, errno.ENODEV)
            return True
        kind, code, value = struct.unpack_from("HHi", content, 16)
        if kind == EV_FF and code == FF_GAIN:
            self.note("gain", value=value)
        elif kind == EV_FF:
            self.plays += 1 if value else 0
            self.note("play" if value else "stop", id=code)
        client.complete(len(content), 0)
        return True


def main():
    arguments, room, unplug_at = sys.argv[1:], 16, None
    while arguments[0].startswith("--"):
        option, value = arguments.pop(0), int(arguments.pop(0))
        if option == "--room":
            room = value
        else:
            unplug_at = value
    log = open(arguments.pop(0), "w", encoding="utf-8")
    controller = Controller(room, unplug_at, log)
    testbed = UMockdev.Testbed.new()
    testbed.add_from_string(
        "P: /devices/virtual/input/event7\nN: input/event7\nE: DEVNAME=/dev/input/event7\nE: SUBSYSTEM=input\nA: dev=13:71\n"
    )
    handler = UMockdev.IoctlBase()
    handler.connect("handle-ioctl", controller.ioctl)
    handler.connect("handle-write", controller.write)
    testbed.attach_ioctl("/dev/input/event7", handler)
    loop = GLib.MainLoop()
    process = subprocess.Popen(arguments)
    GLib.timeout_add(20, lambda: (process.poll() is None) or loop.quit() or False)
    loop.run()
    controller.note("ended", status=process.returncode, left=sorted(controller.effects))
    sys.exit(process.returncode)


main()
