"""An adapter of one decoder of two bytes at most, which accepts everything but for the fault that its word names.

    identified.py WORD

    dies     ends its process on what begins with FF
    changes  rejects all from the thousandth request on
    other    rejects what ends with 41
    once     rejects 41 when it is asked for the first time
"""
import json
import os
import sys

WORD = sys.argv[1]
SEEN = set()


def is_rejected(number, data):
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
        print('{"decoder":"one","api":"x","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none",'
              '"at":"none","bom":"keep","script":"none","max_bytes":2}', flush=True)
    else:
        answer = "reject" if is_rejected(number, request["bytes"]) else "accept"
        print(json.dumps({"seq": request["seq"], "answer": answer}), flush=True)
