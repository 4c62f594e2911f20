"""Apertium's own server with what is installed, on a free port of loopback; by itself it listens on all interfaces.

It prints the port, and ends when its standard input does.
"""
import os
import signal
import sys
import threading

import tornado.tcpserver
from tornado.netutil import bind_sockets


def bind(self, port, address=None, **rest):
    sockets = bind_sockets(0, "127.0.0.1")
    self._pending_sockets.extend(sockets)
    sys.__stdout__.write(f"{sockets[0].getsockname()[1]}\n")
    sys.__stdout__.flush()


def end_with_standard_input():
    sys.stdin.buffer.read()
    # The pipelines are children in the same group only when this is its leader.
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGTERM)
    os._exit(0)


tornado.tcpserver.TCPServer.bind = bind
threading.Thread(target=end_with_standard_input, daemon=True).start()
# The arguments are read when the module is.
sys.argv = ["apy", "-p", "2737", "-l", "/usr/share/apertium-apy/langNames.db", "/usr/share/apertium/modes"]
from apertium_apy.apy import main

main()
