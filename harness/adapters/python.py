"""Adapter for the UTF-8 decoders of Python and of its standard library; protocol 1 (CONTRACT.md beside this file).

Run it as `python3 -I -X utf8 python.py`: Python 3.8 or newer, standard library only. `-u` is not needed, we buffer and
flush ourselves. `-X utf8` matters to os.fsdecode alone, which is skipped under any other encoding.

- Ill-formed is what the API documents for it: UnicodeDecodeError. Any other exception is nobody's verdict and ends
  this process with a traceback.
- That the input ends too early, CPython says in the text of a message only: the answer is `reject`, not `incomplete`.
- UnicodeDecodeError does not hand out the text before the error (its `object` is the input), so neither do we.
- `at` is exc.start where exc.object is the whole input. Incremental decoders count from the first byte they kept,
  utf-8-sig from behind the BOM, json.loads counts our quote and escapes too: these declare `none`.
- `len` is exc.end - exc.start, which depends on no origin.
- Once and whole is decode(bytes, True) for an incremental decoder; a finish in a script is decode(b"", True).
- "replace" claims maximal subparts: bpo-8271 adopted them on purpose.
- ILLFORMED_CANARY is not read: no API here has an output argument, and a bytes object has memory of its own.
"""

import codecs
import io
import json
import os
import platform
import re
import sys
import urllib.parse


class CannotAsk(Exception):
    """This request cannot be put to the decoder; the text says why."""


# ---- One function a decoder: bytes -> str, or the exception of the API.


def decode_as(encoding, errors="strict"):
    return lambda data: data.decode(encoding, errors)


def incremental_whole(encoding, errors):
    new = codecs.getincrementaldecoder(encoding)
    return lambda data: new(errors).decode(data, True)


def stream_reader(data):
    return codecs.getreader("utf-8")(io.BytesIO(data)).read()


def text_io(data):
    # newline="" keeps CR and CRLF as they are.
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="").read()


def fsdecode(data):
    if (sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()) != ("utf-8", "surrogateescape"):
        raise CannotAsk("the filesystem encoding is not utf-8 with surrogateescape; run with -X utf8")
    return os.fsdecode(data)


def unquote(data):
    # Every byte is percent-encoded, so that unquote() sees one run and decodes it in one piece.
    return urllib.parse.unquote("%" + data.hex("%")) if data else urllib.parse.unquote("")


JSON_FORBIDS = re.compile(rb'[\x00-\x1f"\\]')


def json_loads(data):
    # Everything can be conveyed. json.detect_encoding looks for a BOM at the start and for NUL in the first two bytes
    # (and, once there is one, in the next two). Our first byte is a quote, so there is no BOM; NUL is escaped, so
    # there is none anywhere. The answer is always UTF-8. Escapes are ASCII put for ASCII: they neither mend an
    # ill-formed sequence nor break a well-formed one, and we write no surrogate escape that could form a pair.
    wrapped = b'"' + JSON_FORBIDS.sub(lambda m: b"\\u%04x" % ord(m[0]), data) + b'"'
    try:
        return json.loads(wrapped)
    except json.JSONDecodeError as e:
        raise CannotAsk("the JSON text around it was refused: %s" % e)


class IncrementalStream:
    """feed(bytes) -> str, finish() -> str, reset()"""

    def __init__(self, encoding, errors):
        decoder = codecs.getincrementaldecoder(encoding)(errors)
        self.feed = decoder.decode
        self.finish = lambda: decoder.decode(b"", True)
        self.reset = decoder.reset


# ---- What there is and what it claims.

DECODERS = []  # The answers to hello.
WHOLE = {}  # name -> function of bytes
STREAM = {}  # name -> function that makes a fresh stream


def add(name, api, whole, stream=None, **claims):
    claim = {"decoder": name, "api": api, "kind": "strict", "profile": "rfc3629", "policy": "fatal", "out": "utf32",
             "at": "none", "bom": "keep", "script": "none"}
    DECODERS.append({**claim, **claims})
    WHOLE[name] = whole
    if stream:
        STREAM[name] = stream


def add_incremental(name, encoding, errors, **claims):
    api = "codecs.getincrementaldecoder('%s')('%s').decode" % (encoding, errors)
    add(name, api, incremental_whole(encoding, errors), lambda: IncrementalStream(encoding, errors), script="reset",
        **claims)


REPLACE = {"kind": "lossy", "policy": "maximal-subpart"}
ESCAPE = {"kind": "lossy", "policy": "utf8b"}

add("strict", "bytes.decode('utf-8')", decode_as("utf-8"), at="valid_up_to")
add("replace", "bytes.decode('utf-8', 'replace')", decode_as("utf-8", "replace"), **REPLACE)
add("ignore", "bytes.decode('utf-8', 'ignore')", decode_as("utf-8", "ignore"), kind="lossy", policy="drop")
add("surrogateescape", "bytes.decode('utf-8', 'surrogateescape')", decode_as("utf-8", "surrogateescape"), **ESCAPE)
# "Allow encoding and decoding surrogate code point (U+D800 - U+DFFF) as normal code point."
add("surrogatepass", "bytes.decode('utf-8', 'surrogatepass')", decode_as("utf-8", "surrogatepass"),
    profile="generalized", at="valid_up_to")
add("utf-8-sig", "bytes.decode('utf-8-sig')", decode_as("utf-8-sig"), bom="strip")
add_incremental("incremental-strict", "utf-8", "strict")
add_incremental("incremental-replace", "utf-8", "replace", **REPLACE)
add_incremental("incremental-utf-8-sig", "utf-8-sig", "strict", bom="strip")
# read() reads to the end of the stream, so the end is told and `script` is none. A StreamReader keeps a cut sequence at
# that end and says nothing: that is an `accept`, as it stands.
add("stream-reader", "codecs.getreader('utf-8')(stream).read()", stream_reader, at="valid_up_to")
add("text-io", "io.TextIOWrapper(stream, encoding='utf-8', newline='').read()", text_io, at="valid_up_to")
add("fsdecode", "os.fsdecode(bytes)", fsdecode, **ESCAPE)
add("unquote", "urllib.parse.unquote(percent-encoded)", unquote, **REPLACE)
# The documentation of json.loads promises UTF-8, UTF-16 or UTF-32; that is the claim.
add("json-loads", "json.loads(bytes), in a JSON string", json_loads)


# ---- The answers.


def hex32(text):
    return text.encode("utf-32-be", "surrogatepass").hex()


def hello():
    first = {"adapter": "python", "protocol": 1, "implementation": platform.python_implementation(),
             "version": platform.python_version(), "decoders": len(DECODERS)}
    return "".join(json.dumps(line) + "\n" for line in [first] + DECODERS)


HAS_OFFSET = {claim["decoder"] for claim in DECODERS if claim["at"] != "none"}


def where(decoder, error):
    """The keys that say where the error is."""
    at = '"at":%d,' % error.start if decoder in HAS_OFFSET else ""
    return ',%s"len":%d' % (at, error.end - error.start)


def answer_decode(request):
    decoder, data = request["decoder"], bytes.fromhex(request["bytes"])
    if decoder not in WHOLE:
        raise CannotAsk("no such decoder: %s" % decoder)
    try:
        text = WHOLE[decoder](data)
    except UnicodeDecodeError as e:
        return '{"seq":%d,"answer":"reject"%s}\n' % (request["seq"], where(decoder, e))
    return '{"seq":%d,"answer":"accept","out":"%s"}\n' % (request["seq"], hex32(text))


def answer_script(request):
    decoder, calls = request["decoder"], request["calls"].split(" ")
    if decoder not in STREAM:
        raise CannotAsk("no such decoder, or it takes no chunks: %s" % decoder)
    stream, outs, failed, verdict = STREAM[decoder](), [], False, '"accept"'
    for number, call in enumerate(calls):
        if failed and call != "~":
            outs.append("x")
            continue
        try:
            if call == "~":
                stream.reset()
                failed, text = False, ""
            elif call == ".":
                text = stream.finish()
            else:
                text = stream.feed(b"" if call == "-" else bytes.fromhex(call))
            outs.append(hex32(text) or "-")
        except UnicodeDecodeError as e:
            failed = True
            outs.append("!")
            if verdict == '"accept"':
                verdict = '"reject","call":%d%s' % (number, where(decoder, e))
    return '{"seq":%d,"answer":%s,"outs":"%s"}\n' % (request["seq"], verdict, " ".join(outs))


def answer(line):
    request = json.loads(line)
    try:
        if request["op"] == "decode":
            return answer_decode(request)
        if request["op"] == "script":
            return answer_script(request)
        if request["op"] == "hello":
            return hello()
        raise CannotAsk("no such op: %s" % request["op"])
    except CannotAsk as e:
        return '{"seq":%d,"answer":"skip","why":%s}\n' % (request["seq"], json.dumps(str(e)))


def main():
    """Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with
    an answer unwritten. If a decoder breaks the loop, the answers before it are still written."""
    pieces = []  # The beginning of a line whose end has not arrived.
    while True:
        data = os.read(0, 1 << 16)
        if not data:
            return
        pieces.append(data)
        if b"\n" not in data:
            continue
        lines = b"".join(pieces).split(b"\n")
        pieces = [lines.pop()]
        answers = []
        try:
            for line in lines:
                answers.append(answer(line.decode("ascii")))
        finally:
            sys.stdout.buffer.write("".join(answers).encode("ascii"))
            sys.stdout.buffer.flush()


main()
