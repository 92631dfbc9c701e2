"""An adapter that decodes UTF-8, right but for what its arguments name.

Each is the hex of an input, and then `=` and the hex of the text that it is taken for, or `!` for an end of the process, or
`-` for a rejection, or
`?` for no answer to judge. `version=1.2` and `profile=none` are what it says of itself.
"""

import json
import sys

turned = {}
said = {"version": "unknown", "profile": "rfc3629"}
for argument in sys.argv[1:]:
    name, _, text = argument.partition("=")
    if argument[-1] in "!-?":
        turned[argument[:-1]] = argument[-1]
    elif name in said:
        said[name] = text
    else:
        turned[name] = text


def say(answer):
    print(json.dumps(answer), flush=True)


def decoded(data):
    text = turned.get(data.hex())
    if text == "!":
        sys.exit(99)
    if text == "-":
        return {"answer": "reject"}
    if text == "?":
        return {"answer": "skip", "why": "not today"}
    if text is not None:
        return {"answer": "accept", "out": text}
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return {"answer": "reject"}
    return {"answer": "accept", "out": data.hex()}


sys.stdin.readline()
say({"adapter": "turned", "protocol": 1, "implementation": "turned", "version": said["version"], "decoders": 1})
say({"decoder": "strict", "api": "turned(bytes)", "kind": "strict", "profile": said["profile"], "policy": "fatal",
     "out": "utf8", "at": "none", "bom": "keep", "script": "none"})
for line in sys.stdin:
    request = json.loads(line)
    say({"seq": request["seq"], **decoded(bytes.fromhex(request["bytes"]))})
