"""Calls every tool of `parlance serve --mcp` with the official client, which checks each answer against the schema."""

import asyncio
import base64
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters

CALLS = {
    "speak": ({"text": "Hello, world", "language": "en-GB"}, lambda answer: len(answer["words"]) == 2),
    "pronounce": ({"words": ["water", "tomato"], "language": "en-GB"}, lambda answer: answer["words"][0]["ipa"]),
    "list_voices": ({"language": "en"}, lambda answer: len(answer["voices"]) >= 4),
    "translate": ({"texts": ["dog", "qxzvkw"], "to": "es"}, lambda answer: answer["translations"][0]["translation"] == "perro"),
    "example_sentences": ({"word": "book", "language": "en", "count": 2}, lambda answer: len(answer["sentences"]) == 2),
    "list_providers": ({}, lambda answer: any(one["provider"] == "espeak" for one in answer["providers"])),
}


async def drive(program, mode):
    server = StdioServerParameters(command=program, args=["serve", "--mcp", "--offline"])
    async with Client(server, mode=mode) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools >= CALLS.keys(), tools
        for name, (arguments, is_right) in CALLS.items():
            result = await client.call_tool(name, arguments)
            assert not result.is_error, (name, result.content)
            assert is_right(result.structured_content), (name, result.structured_content)
        sound = (await client.call_tool("speak", {"text": "tea"})).content[-1]
        assert base64.b64decode(sound.data).startswith(b"RIFF") and sound.mime_type == "audio/wav"
        wrong = await client.call_tool("example_sentences", {"word": "book", "count": 1000})
        assert wrong.is_error and "1 to 20" in wrong.content[0].text, wrong
        await asyncio.gather(*(client.call_tool("translate", {"texts": ["house"], "to": "de"}) for _ in range(20)))
        print("mcp-check:", mode, client.protocol_version, len(tools), "tools")


for mode in ["legacy", "auto", "2026-07-28"]:
    asyncio.run(asyncio.wait_for(drive(sys.argv[1], mode), 300))
