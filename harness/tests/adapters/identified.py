"""An adapter of one decoder of two bytes at most, which accepts everything but for the fault that its word names, or of one of UTF-8.

    identified.py WORD

    dies     ends its process on what begins with FF
    changes  rejects all from the thousandth request on
    other    rejects what ends with 41
    once     rejects 41 when it is asked for the first time
    marked   is one of UTF-8, and accepts what begins a byte order mark where a chunk ends with it
"""
import json
import os
import sys

WORD = sys.argv[1]
SEEN = set()


def is_utf8(data):
    try:
        bytes.fromhex(data).decode()
    except UnicodeDecodeError:
        return False
    return True


def is_rejected(number, data):
    if WORD == "marked":
        return not is_utf8(data)
    if WORD == "dies" and data.startswith("ff"):
        os._exit(9)
    if WORD == "once" and data == "41" and data not in SEEN:
        SEEN.add(data)
        return True
    return (WORD == "changes" and number >= 1000) or (WORD == "other" and data.endswith("41"))


for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    if request["op"] == "hello":
        print('{"adapter":"mine","protocol":1,"implementation":"mine","version":"1","decoders":1}')
        calls = '"script":"finish"' if WORD == "marked" else '"script":"none","max_bytes":2'
        print('{"decoder":"one","api":"x","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none",'
              '"at":"none","bom":"keep",' + calls + '}', flush=True)
    elif request["op"] == "script":
        words = request["calls"].split()
        data = "".join(word for word in words if word not in ".-")
        outs = ["-"] * len(words)
        reply = {"seq": request["seq"], "answer": "accept"}
        if not is_utf8(data) and data not in ("ef", "efbb"):
            outs[-1] = "!"
            reply.update({"answer": "reject", "call": len(words) - 1})
        print(json.dumps({**reply, "outs": " ".join(outs)}), flush=True)
    else:
        answer = "reject" if is_rejected(number, request["bytes"]) else "accept"
        print(json.dumps({"seq": request["seq"], "answer": answer}), flush=True)
