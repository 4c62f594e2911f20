"""Translation services on loopback, each in its own manner, with every fault that a test asks for.

The first part of a path names what happens, as `name=value` with commas between; what follows is the path of the service:
`/status=429,retry=7/translate`. A text T comes back in the language B as `[B] T`. `GET /log/PART` gives what was asked under
that first part. It listens on a free port, prints the number, and ends when its standard input does.
"""
import json
import os
import sys
import threading
from http.server import ThreadingHTTPServer
from urllib.parse import parse_qs

# No folder of compiled modules beside the tests.
sys.dont_write_bytecode = True
import faults
from faults import Fault

LANGUAGES = ["en", "es", "de", "fr", "pt-BR", "zh-Hans"]


def translated(text, target):
    return f"[{target}] {text}"


def known(code):
    return code is None or code.lower().split("-")[0].split("_")[0] in {
        "en", "es", "de", "fr", "pt", "zh", "eng", "spa", "auto"}


def check_texts(texts, how):
    if "boom" in how and any("BOOM" in text for text in texts):
        raise Fault(500, {"error": "the engine broke", "message": "the engine broke"})


def reshaped(items, how):
    """A list of answers with a wrong number, when that is asked for."""
    if "short" in how and len(items) > int(how["short"] or 1):
        return items[:-1]
    if "extra" in how:
        return items + items[-1:]
    return items


def libretranslate(path, query, body, how, number):
    if path == "/languages":
        return [{"code": code, "name": code, "targets": [other for other in LANGUAGES if other != code]}
                for code in LANGUAGES]
    if path != "/translate":
        raise Fault(404, "<!doctype html><title>404</title>")
    request = json.loads(body)
    texts = request["q"]
    if "needkey" in how and request.get("api_key") != how["needkey"]:
        raise Fault(403, {"error": f"Invalid API key {request.get('api_key')}"})
    for code in (request["source"], request["target"]):
        if not known(code):
            raise Fault(400, {"error": f"{code} is not supported"})
    size = sum(len(text) for text in texts)
    if len(texts) > int(how.get("texts", 10 ** 9)):
        raise Fault(400, {"error": f"Invalid request: request ({len(texts)}) exceeds text limit ({how['texts']})"})
    if size > int(how.get("limit", 10 ** 9)):
        raise Fault(400, {"error": f"Invalid request: request ({size}) exceeds text limit ({how['limit']})"})
    check_texts(texts, how)
    answers = ["🙊" if "emoji" in how else "" if "empty" in how else translated(text, request["target"]).replace("&amp;", "&")
               for text in texts]
    answer = {"translatedText": reshaped(answers, how)}
    if request["source"] == "auto":
        answer["detectedLanguage"] = [{"confidence": 90, "language": "en"} for _ in texts]
    if "alternatives" in request:
        answer["alternatives"] = [[f"{text} {place}" for place in range(request["alternatives"])] for text in answers]
    return answer


def deepl(path, query, body, how, number):
    if path == "/v2/languages":
        return [{"language": code, "name": code}
                for code in (["EN", "ES", "DE"] if query.get("type") == "source" else ["EN-US", "ES", "DE", "ZH-HANS"])]
    request = json.loads(body)
    if not known(request["target_lang"]):
        raise Fault(400, {"message": "Value for 'target_lang' not supported."})
    if len(body) > int(how.get("limit", 10 ** 9)):
        raise Fault(413, "")
    check_texts(request["text"], how)
    return {"translations": reshaped(
        [{"detected_source_language": "EN", "text": translated(text, request["target_lang"])} for text in request["text"]],
        how)}


def google(path, query, body, how, number):
    if path.endswith("/languages"):
        return {"data": {"languages": [{"language": code} for code in ("en", "es", "de", "zh-CN", "zh-TW", "iw")]}}
    request = json.loads(body)
    if not known(request["target"]):
        raise Fault(400, {"error": {"code": 400, "message": "Invalid Value", "errors": [{"reason": "invalid"}]}})
    if sum(len(text) for text in request["q"]) > int(how.get("limit", 10 ** 9)):
        raise Fault(400, {"error": {"code": 400, "message": "Text too long", "errors": [{"reason": "invalid"}]}})
    check_texts(request["q"], how)
    answers = [translated(text, request["target"]) for text in request["q"]]
    if "escape" in how:
        answers = [text.replace("&", "&amp;").replace("'", "&#39;") for text in answers]
    answers = [{"translatedText": text} for text in answers]
    if "source" not in request:
        for answer in answers:
            answer["detectedSourceLanguage"] = "en"
    return {"data": {"translations": reshaped(answers, how)}}


def microsoft(path, query, body, how, number):
    if path == "/languages":
        return {"translation": {code: {"name": code} for code in ("en", "es", "de", "pt", "pt-pt", "zh-Hant")}}
    texts = [entry["Text"] for entry in json.loads(body)]
    if not known(query["to"]):
        raise Fault(400, {"error": {"code": 400036, "message": "The target language is not valid."}})
    if sum(len(text) for text in texts) > int(how.get("limit", 10 ** 9)):
        raise Fault(400, {"error": {"code": 400077, "message": "The maximum request size has been exceeded."}})
    check_texts(texts, how)
    answers = [{"translations": [{"text": translated(text, query["to"]), "to": query["to"]}]} for text in texts]
    if "from" not in query:
        for answer in answers:
            answer["detectedLanguage"] = {"language": "en", "score": 1.0}
    return reshaped(answers, how)


def apertium(path, query, body, how, number):
    if path == "/listPairs":
        pairs = [("spa", "eng"), ("eng", "spa"), ("spa", "eng_US")]
        return {"responseData": [{"sourceLanguage": one, "targetLanguage": two} for one, two in pairs],
                "responseDetails": None, "responseStatus": 200}
    form = {name: values[-1] for name, values in parse_qs(body.decode(), keep_blank_values=True).items()}
    source, target = form["langpair"].split("|")
    if not known(source) or not known(target):
        raise Fault(400, {"status": "error", "code": 400, "message": "Bad Request",
                          "explanation": "That pair is not installed"})
    text = form["q"]
    if "boom" in how and "BOOM" in text:
        raise Fault(500, {"status": "error", "explanation": "the pipeline broke"})
    if "lose" in how and text.count("<p>") > 1:
        text = text[:text.rindex("<p>")]
    parts = [part.split("</p>")[0] for part in text.split("<p>")[1:]]
    if "unknown" in how:
        parts = ["*" + part for part in parts]
    whole = "".join(f" <p>{part[:1].upper()}{part[1:]} ({target}) </p>" for part in parts)
    return {"responseData": {"translatedText": whole}, "responseDetails": None, "responseStatus": 200}


def chat(path, query, body, how, number):
    if path != "/v1/chat/completions":
        raise Fault(404, {"error": {"message": "no such path", "type": "invalid_request_error"}})
    request = json.loads(body)
    if "noschema" in how and "response_format" in request:
        raise Fault(400, {"error": {"message": "response_format is not understood", "type": "invalid_request_error"}})
    if "nostream" in how and "stream" in request:
        raise Fault(400, {"error": {"message": "Your organization must be verified", "param": "stream"}})
    if "notemperature" in how and "temperature" in request:
        raise Fault(400, {"error": {"message": "Unsupported value", "param": "temperature"}})
    texts = json.loads(request["messages"][1]["content"])["texts"]
    if len(texts) > int(how.get("texts", 10 ** 9)):
        raise Fault(400, {"error": {"message": "too much", "type": "exceed_context_size_error"}})
    fields = request.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {})
    items = {}
    for key, text in texts.items():
        item = {"text": text, "translation": translated(text, "B")}
        if "alternatives" in fields.get(key, {}).get("properties", {}):
            item.update(alternatives=[item["translation"], "another", "another", ""], romanization=None,
                        part_of_speech="Noun", grammar=["a plural\n with two lines"], culture=["polite"], difficulty="B1")
        if "language" in fields.get(key, {}).get("properties", {}):
            item["language"] = "en"
        items[key] = item
    keys = list(items)
    first = number == 1
    if "missing" in how and (first or how["missing"] == "always"):
        del items[keys[-1]]
    if "swap" in how and first and len(keys) > 1:
        items[keys[0]], items[keys[1]] = items[keys[1]], items[keys[0]]
    if "empty" in how and first:
        items[keys[0]]["translation"] = " "
    if "tokens" in how and first:
        items[keys[0]]["translation"] = "fine<|im_end|>"
    if "prompt" in how and (first or how["prompt"] == "always"):
        for key in keys if how["prompt"] == "always" else keys[:1]:
            items[key]["translation"] = request["messages"][0]["content"]
    if "shuffled" in how:
        items = dict(reversed(items.items()))
    content = json.dumps(items, ensure_ascii=False)
    if "fence" in how:
        content = "<think>Well, {this} is easy.</think>Sure! Here it is:\n```json\n" + content + "\n```"
    message, reason = {"role": "assistant", "content": content}, "stop"
    declined = any("BAD" in text for text in texts.values())
    if "refuse" in how and declined:
        message = {"role": "assistant", "content": None, "refusal": "I cannot help with that"}
    if "filter" in how and declined:
        message, reason = {"role": "assistant", "content": ""}, "content_filter"
    if len(texts) > int(how.get("room", 10 ** 9)):
        message, reason = {"role": "assistant", "content": content[:20]}, "length"
    if "runaway" in how and (how["runaway"] != "bad" or declined):
        message, reason = {"role": "assistant", "content": content[:-2] + "very " * 200_000}, "length"
    if "latefailure" in how:
        return {"error": {"message": "upstream is gone", "code": 502}}
    return {"choices": [{"index": 0, "message": message, "finish_reason": reason}]}


SERVICES = {"libretranslate": libretranslate, "deepl": deepl, "google": google, "microsoft": microsoft,
            "apertium": apertium, "openai": chat}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


server = Server(("127.0.0.1", 0), faults.handler(SERVICES))
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.buffer.read()
os._exit(0)
