"""An adapter for illformed. Python 3.8 or newer, standard library only.

It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.
"""

import codecs
import json
import platform
import sys

# EDIT: import your decoder here.


def strict(data):
    """EDIT: give `data`, which is bytes, to your decoder and return its text as a str."""
    return data.decode("utf-8")


def lossy(data):
    """EDIT: another decoder, as many as you have."""
    return data.decode("utf-8", "replace")


class Stream:
    """EDIT if a decoder takes chunks, and say so under "script" below. Each call returns its text."""

    def __init__(self, errors):
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors)

    def feed(self, chunk):
        return self.decoder.decode(chunk)

    def finish(self):
        return self.decoder.decode(b"", True)

    def reset(self):
        self.decoder.reset()
        return ""


# EDIT: the exception that says "ill-formed". No other is caught: a crash is a finding, and not a rejection.
ILL_FORMED = UnicodeDecodeError

# EDIT: each decoder: its claim, which is what its documentation promises (`illformed adapter contract` explains each
# word), its function, and what makes its stream, or None.
DECODERS = [
    ({"decoder": "strict", "api": "bytes.decode('utf-8')", "kind": "strict", "profile": "rfc3629",
      "policy": "fatal", "out": "utf32", "at": "valid_up_to", "bom": "keep", "script": "none"},
     strict, lambda: Stream("strict")),
    ({"decoder": "lossy", "api": "bytes.decode('utf-8', 'replace')", "kind": "lossy", "profile": "rfc3629",
      "policy": "maximal-subpart", "out": "utf32", "at": "none", "bom": "keep", "script": "none"},
     lossy, lambda: Stream("replace")),
]

# EDIT: whose decoders they are.
ADAPTER = {"adapter": "mine", "protocol": 1, "implementation": platform.python_implementation(),
           "version": platform.python_version(), "decoders": len(DECODERS)}


def place(error):
    """EDIT: where the error is, as the API reports it. If it does not say, return {} and declare "at":"none"."""
    return {"at": error.start}


def to_hex(text):
    return text.encode("utf-32-be", "surrogatepass").hex()


def answer_decode(request, decode):
    try:
        text = decode(bytes.fromhex(request["bytes"]))
    except ILL_FORMED as error:
        return {"seq": request["seq"], "answer": "reject", **place(error)}
    return {"seq": request["seq"], "answer": "accept", "out": to_hex(text)}


def answer_script(request, stream):
    answer, outs, failed = {"seq": request["seq"], "answer": "accept"}, [], False
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


named = {claim["decoder"]: (decode, stream) for claim, decode, stream in DECODERS}
for line in sys.stdin:
    request = json.loads(line)
    decode, stream = named.get(request.get("decoder"), (None, None))
    if request["op"] == "hello":
        answers = [ADAPTER] + [claim for claim, _, _ in DECODERS]
    elif request["op"] == "decode":
        answers = [answer_decode(request, decode)]
    else:
        answers = [answer_script(request, stream())]
    for answer in answers:
        print(json.dumps(answer), flush=True)
