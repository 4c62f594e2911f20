"""A minimal plug-in: it translates English into louder English. Copy it, and write your own `translate`."""

import os
import sys

# parlance_plugin.py is next to this file in your copy, and in the parent folder in the source tree.
sys.dont_write_bytecode = True
sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from parlance_plugin import Plugin, PluginError

plugin = Plugin("template-python", "1.0")


@plugin.translation(languages=["en"], pairs=[("en", "en-x-loud")])
def translate(request):
    if request.source not in (None, "en") or request.target != "en-x-loud":
        raise PluginError("unsupported", "this plug-in translates only from en to en-x-loud")
    mark = plugin.config.get("mark", "!")
    return [text.upper() + mark for text in request.texts]


plugin.run()
