"""An adapter whose decoders are Python's, but for the inputs that the command line names.

    steered.py VERSION DECODER...

DECODER is a name, and after commas HEX=WORD: what to answer to these bytes instead. WORD is `accept` (with the text A),
`accept-b` (with the text B), `crash`, `flaky` (accepts every second time), `reject` or `skip`. The decoder `chunks` takes
scripts of calls, to which the words `accept` and `accept-b` apply by what is fed in all.
"""
import codecs
import json
import sys

VERSION, *DECODERS = sys.argv[1:]


def tell(**answer):
    print(json.dumps(answer), flush=True)


def exceptions(words):
    name, *pairs = words.split(",")
    return name, dict(pair.split("=") for pair in pairs)


def answer(seq, data, word):
    global odd
    if word == "crash":
        sys.exit(7)
    if word == "skip":
        return tell(seq=seq, answer="skip", why="not today")
    if word == "flaky":
        odd = not odd
        word = "accept" if odd else "reject"
    if word is not None and word.startswith("accept"):
        return tell(seq=seq, answer="accept", out="00000041" if word == "accept" else "00000042")
    try:
        if word == "reject":
            raise UnicodeDecodeError("utf-8", data, 0, 1, "told to")
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return tell(seq=seq, answer="reject")
    return tell(seq=seq, answer="accept", out=to_hex(text))


def to_hex(text):
    return text.encode("utf-32-be").hex()


def answer_script(seq, calls, exceptions):
    word = exceptions.get("".join(call for call in calls if call not in "-.~"))
    if word is not None:
        text = "00000041" if word == "accept" else "00000042"
        return tell(seq=seq, answer="accept", outs=" ".join(["-"] * (len(calls) - 1) + [text]))
    stream, answer, outs, failed = codecs.getincrementaldecoder("utf-8")(), {"answer": "accept"}, [], False
    for number, call in enumerate(calls):
        if failed and call != "~":
            outs.append("x")
            continue
        failed = False
        try:
            if call == "~":
                stream.reset()
                text = ""
            else:
                text = stream.decode(bytes.fromhex(call.strip("-.")), call == ".")
            outs.append(to_hex(text) or "-")
        except UnicodeDecodeError:
            failed = True
            outs.append("!")
            if answer["answer"] == "accept":
                answer = {"answer": "reject", "call": number}
    return tell(seq=seq, **answer, outs=" ".join(outs))


odd = False
decoders = dict(exceptions(words) for words in DECODERS)
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        tell(adapter="steered", protocol=1, implementation="steered", version=VERSION, decoders=len(decoders))
        for name in decoders:
            tell(decoder=name, api="bytes.decode('utf-8')", kind="strict", profile="rfc3629", policy="fatal",
                 out="utf32", at="none", bom="keep", script="reset" if name == "chunks" else "none")
        continue
    if request["op"] == "script":
        answer_script(request["seq"], request["calls"].split(" "), decoders[request["decoder"]])
        continue
    data = bytes.fromhex(request["bytes"])
    answer(request["seq"], data, decoders[request["decoder"]].get(request["bytes"]))
