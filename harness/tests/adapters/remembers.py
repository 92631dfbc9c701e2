"""An adapter whose decoders are Python's, but for what they remember. Strict, one call.

    remembers.py FAULT

FAULT says when the answer is the wrong one:
    third      from the third request to the process on
    256th      in the 256th request to the process
    after      for ED A0 80 only after C0 80
    object     the same, kept on the object of the decoder
    other      of the decoder `two` for E2 82 AC, after the decoder `one` was asked anything
    warm       for FF once 80 requests in a row were letters
    crash      not at all, but the 30th request to the process kills it
    memo       as for the first input of the same length with the same first byte, which is kept
    random     for one request in twenty, by chance
    address    for one input in twenty, by an address that differs from process to process
    clock      for one request in twenty, by the time

It is started hundreds of times, so it imports what its fault needs and nothing else.
"""
import sys

FAULT = sys.argv[1]
NAMES = ["one", "two"] if FAULT == "other" else ["one"]
ADDRESS = id(object()) >> 4


if FAULT == "random":
    import random
if FAULT == "clock":
    import time


class Decoder:
    def __init__(self):
        self.seen = set()


decoders = {name: Decoder() for name in NAMES}
count, letters, seen, asked, kept = 0, 0, set(), set(), {}


def is_wrong(name, data):
    if FAULT == "third":
        return count >= 3
    if FAULT == "256th":
        return count == 256
    if FAULT == "after":
        return data == b"\xed\xa0\x80" and b"\xc0\x80" in seen
    if FAULT == "object":
        return data == b"\xed\xa0\x80" and b"\xc0\x80" in decoders[name].seen
    if FAULT == "warm":
        return data == b"\xff" and letters >= 80
    if FAULT == "other":
        return name == "two" and data == b"\xe2\x82\xac" and "one" in asked
    if FAULT == "random":
        return random.random() < 0.05
    if FAULT == "address":
        return hash((data, ADDRESS)) % 20 == 0
    if FAULT == "clock":
        return time.perf_counter_ns() // 64 % 20 == 0
    return False


for line in sys.stdin:
    # No value of a request has a comma, a colon or a quotation mark in it.
    request = dict(field.split(":", 1) for field in line.strip()[1:-1].replace('"', "").split(","))
    if request["op"] == "hello":
        print('{"adapter":"remembers","protocol":1,"implementation":"remembers","version":"1","decoders":%d}' % len(NAMES))
        for name in NAMES:
            print('{"decoder":"%s","api":"bytes.decode","kind":"strict","profile":"rfc3629","policy":"fatal","out":"utf32",'
                  '"at":"none","bom":"keep","script":"none"}' % name, flush=True)
        continue
    count += 1
    if FAULT == "crash" and count == 30:
        sys.exit(9)
    name, data = request["decoder"], bytes.fromhex(request["bytes"])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    if is_wrong(name, data):
        text = "A" if text is None else None
    if FAULT == "memo":
        text = kept.setdefault((len(data), data[:1]), text)
    letters = letters + 1 if data.isalpha() else 0
    seen.add(data)
    asked.add(name)
    decoders[name].seen.add(data)
    if text is None:
        print('{"seq":%s,"answer":"reject"}' % request["seq"], flush=True)
    else:
        print('{"seq":%s,"answer":"accept","out":"%s"}' % (request["seq"], text.encode("utf-32-be").hex()), flush=True)
