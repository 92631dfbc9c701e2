"""An adapter with a validator that tells offsets, right but that it refuses U+FFFE."""

import json
import sys

DECODER = {"decoder": "one", "api": "decode", "kind": "validate", "profile": "rfc3629", "policy": "fatal"}
SHAPE = {"out": "none", "at": "valid_up_to", "bom": "keep", "script": "none"}


def asked(data):
    at = data.find(b"\xef\xbf\xbe")
    try:
        (data if at < 0 else data[:at] + b"\xff").decode()
    except UnicodeDecodeError as error:
        return {"answer": "reject", "at": error.start}
    return {"answer": "accept"}


for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        print('{"adapter":"refuses","protocol":1,"implementation":"json","version":"unknown","decoders":1}')
        print(json.dumps(DECODER | SHAPE), flush=True)
    else:
        print(json.dumps({"seq": request["seq"]} | asked(bytes.fromhex(request["bytes"]))), flush=True)
