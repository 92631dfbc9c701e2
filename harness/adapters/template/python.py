"""An adapter for illformed. Python 3.8 or newer, standard library only.

It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.
"""

import codecs
import json
import platform
import sys

# EDIT: import your decoder here.


def decode(data):
    """EDIT: give `data`, which is bytes, to your decoder and return its text as a str."""
    return data.decode("utf-8")


class Stream:
    """EDIT if your decoder takes chunks, and say so under "script" below. Each call returns its text."""

    def __init__(self):
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def feed(self, chunk):
        return self.decoder.decode(chunk)

    def finish(self):
        return self.decoder.decode(b"", True)

    def reset(self):
        self.decoder.reset()
        return ""


# EDIT: the exception that says "ill-formed". No other is caught: a crash is a finding, and not a rejection.
ILL_FORMED = UnicodeDecodeError

# EDIT: whose decoder it is, and what its documentation promises. `illformed adapter contract` explains each word.
ADAPTER = {"adapter": "mine", "protocol": 1, "implementation": platform.python_implementation(),
           "version": platform.python_version(), "decoders": 1}
DECODER = {"decoder": "strict", "api": "bytes.decode('utf-8')", "kind": "strict", "profile": "rfc3629",
           "policy": "fatal", "out": "utf32", "at": "valid_up_to", "bom": "keep", "script": "none"}


def place(error):
    """EDIT: where the error is, as the API reports it. If it does not say, return {} and declare "at":"none"."""
    return {"at": error.start}


def to_hex(text):
    return text.encode("utf-32-be", "surrogatepass").hex()


def answer_decode(request):
    try:
        text = decode(bytes.fromhex(request["bytes"]))
    except ILL_FORMED as error:
        return {"seq": request["seq"], "answer": "reject", **place(error)}
    return {"seq": request["seq"], "answer": "accept", "out": to_hex(text)}


def answer_script(request):
    answer, outs, failed, stream = {"seq": request["seq"], "answer": "accept"}, [], False, Stream()
    for number, call in enumerate(request["calls"].split(" ")):
        if failed and call != "~":
            outs.append("x")  # After an error nothing is called until the next reset.
            continue
        failed = False
        try:
            if call == "~":
                text = stream.reset()
            elif call == ".":
                text = stream.finish()
            else:
                text = stream.feed(b"" if call == "-" else bytes.fromhex(call))
            outs.append(to_hex(text) or "-")
        except ILL_FORMED:
            failed = True
            outs.append("!")
            if answer["answer"] == "accept":
                answer.update(answer="reject", call=number)
    return {**answer, "outs": " ".join(outs)}


for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        answers = [ADAPTER, DECODER]
    elif request["op"] == "decode":
        answers = [answer_decode(request)]
    else:
        answers = [answer_script(request)]
    for answer in answers:
        print(json.dumps(answer), flush=True)
