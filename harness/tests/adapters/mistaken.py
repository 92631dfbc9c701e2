"""An adapter around Python's decoder with one common mistake, which the command line names:

    mistaken.py none|lossy|little-endian|mark|both|characters|units|upper|spaces|unflushed|rejects
"""
import json
import sys

MISTAKE = sys.argv[1]
FORM = {"little-endian": "utf-32-le", "mark": "utf-32-be", "both": "utf-32-le"}.get(MISTAKE, "utf-32-be")
# Whatever the environment says of Python's own streams, this one has a buffer.
OUT = open(1, "w", encoding="ascii", buffering=1 << 16, closefd=False)
MARK = "\ufeff" if MISTAKE in ("mark", "both") else ""


def tell(**answer):
    print(json.dumps(answer), file=OUT, flush=MISTAKE != "unflushed" or "seq" not in answer)


def to_hex(text):
    if MISTAKE == "upper":
        return (MARK + text).encode(FORM).hex().upper()
    return (MARK + text).encode(FORM).hex(*[" "] if MISTAKE == "spaces" else [])


def place(data, byte):
    before = data[:byte].decode()
    return {"characters": len(before), "units": len(before.encode("utf-16-le")) // 2}.get(MISTAKE, byte)


for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        tell(adapter="mistaken", protocol=1, implementation="Python", version="3", decoders=1)
        tell(decoder="strict", api="bytes.decode", kind="strict", profile="rfc3629", policy="fatal", out="utf32",
             at="valid_up_to", bom="keep", script="none")
        continue
    data = bytes.fromhex(request["bytes"])
    try:
        text = data.decode("utf-8", "replace" if MISTAKE == "lossy" else "strict")
        if MISTAKE == "rejects" and data:
            tell(seq=request["seq"], answer="reject", at=len(data))
        else:
            tell(seq=request["seq"], answer="accept", out=to_hex(text))
    except UnicodeDecodeError as error:
        tell(seq=request["seq"], answer="reject", at=place(data, error.start))
