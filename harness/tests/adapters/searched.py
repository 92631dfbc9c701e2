"""An adapter of validators whose faults a search has to find: Python's, but

    searched.py NAME...

    surrogates  takes surrogates
    nul         ends its process on an overlong NUL
    poisoned    takes anything once it was asked a surrogate
    dies        ends its process on the first NUL after a character of four bytes
    runs        takes what has FF 255 times in a row
"""
import json
import os
import sys

NAMES = sys.argv[1:]
poisoned = wide = False


def is_accepted(decoder, data):
    global poisoned, wide
    if decoder == "nul" and b"\xc0\x80" in data:
        os._exit(7)
    if decoder == "poisoned":
        was, poisoned = poisoned, poisoned or b"\xed\xa0\x80" in data
        return was
    if decoder == "dies":
        if wide and b"\0" in data:
            os._exit(7)
        wide = wide or b"\xf0\x9f\x98\x80" in data
    return decoder == "runs" and b"\xff" * 255 in data


def answer(decoder, data):
    if is_accepted(decoder, data):
        return {"answer": "accept"}
    try:
        data.decode("utf-8", "surrogatepass" if decoder == "surrogates" else "strict")
    except UnicodeDecodeError as error:
        return {"answer": "reject", "at": error.start}
    return {"answer": "accept"}


CLAIM = {"kind": "validate", "profile": "rfc3629", "policy": "fatal", "out": "none", "at": "valid_up_to", "bom": "keep",
         "script": "none"}
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        print(json.dumps({"adapter": "searched", "protocol": 1, "implementation": "nobody", "version": "1",
                          "decoders": len(NAMES)}))
        for name in NAMES:
            print(json.dumps({"decoder": name, "api": "decode", **CLAIM}))
    else:
        data = bytes.fromhex(request["bytes"])
        print(json.dumps({"seq": request["seq"], **answer(request["decoder"], data)}))
    sys.stdout.flush()
