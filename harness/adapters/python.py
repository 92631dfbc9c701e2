"""Adapter for the UTF-8 decoders of Python and of its standard library; protocol 1 (CONTRACT.md beside this file).

Run it as `python3 -I -X utf8 python.py`: Python 3.8 or newer, standard library only. `-u` is not needed, we buffer and
flush ourselves. `-X utf8` matters to os.fsdecode alone, which is skipped under any other encoding.

- Ill-formed is what the API documents for it: UnicodeDecodeError, or where an API wraps it, its error with that
  message. Any other exception is nobody's verdict and ends this process with a traceback.
- That the input ends too early, CPython says in the text of a message only: the answer is `reject`, not `incomplete`.
- UnicodeDecodeError does not hand out the text before the error (its `object` is the input), so neither do we.
- `at` is exc.start where exc.object is the whole input. Incremental decoders count from the first byte they kept,
  utf-8-sig from behind the BOM: these declare `none`.
- `len` is exc.end - exc.start, which depends on no origin.
- Once and whole is decode(bytes, True) for an incremental decoder; a finish in a script is decode(b"", True).
- "replace" claims maximal subparts: bpo-8271 adopted them on purpose.
- ILLFORMED_CANARY is not read: no API here has an output argument, and a bytes object has memory of its own.
"""

import codecs
import ctypes
import io
import json
import os
import pickle
import platform
import pyexpat
import re
import sqlite3
import struct
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


def stream_reader(errors):
    return lambda data: codecs.getreader("utf-8")(io.BytesIO(data), errors).read()


def character_by_character(stream):
    return "".join(iter(lambda: stream.read(1), ""))


def stream_reader_in_characters(data):
    return character_by_character(codecs.getreader("utf-8")(io.BytesIO(data)))


def iterdecode(errors):
    return lambda data: "".join(codecs.iterdecode((data[i:i + 1] for i in range(len(data))), "utf-8", errors))


def open_text(stream, errors="strict"):
    # newline="" keeps CR and CRLF as they are.
    return io.TextIOWrapper(stream, encoding="utf-8", errors=errors, newline="")


def text_io(errors):
    return lambda data: open_text(io.BytesIO(data), errors).read()


class SlowBytes(io.BytesIO):
    """A stream that gives a byte a read, as a slow connection might."""

    def read1(self, size=-1):
        return self.read(1)


def text_io_slow(data):
    return character_by_character(open_text(SlowBytes(data)))


decode_locale = ctypes.pythonapi.Py_DecodeLocale
decode_locale.restype = ctypes.c_void_p
decode_locale.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]
free_raw = ctypes.pythonapi.PyMem_RawFree
free_raw.restype = None
free_raw.argtypes = [ctypes.c_void_p]


def locale_bytes(data):
    if sys.flags.utf8_mode != 1:
        raise CannotAsk("the locale encoding may not be UTF-8; run with -X utf8")
    size = ctypes.c_size_t()
    text = decode_locale(data, ctypes.byref(size))
    if not text:
        raise MemoryError("Py_DecodeLocale")
    try:
        return ctypes.wstring_at(text, size.value)
    finally:
        free_raw(text)


def fsdecode(data):
    if (sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()) != ("utf-8", "surrogateescape"):
        raise CannotAsk("the filesystem encoding is not utf-8 with surrogateescape; run with -X utf8")
    return os.fsdecode(data)


def unquote(data):
    # Every byte is percent-encoded, so that unquote() sees one run and decodes it in one piece.
    return urllib.parse.unquote("%" + data.hex("%")) if data else urllib.parse.unquote("")


def json_loads(data):
    # It is given a string of JSON, whole. json.detect_encoding looks for a BOM at the start and for NUL in the first two
    # bytes (and, once there is one, in the next two). The first byte is a quotation mark, so there is no BOM; NUL is
    # escaped, so there is none anywhere. The answer is always UTF-8.
    try:
        return json.loads(data)
    except json.JSONDecodeError as e:
        raise CannotAsk("the JSON text around it was refused: %s" % e)


SOURCE_FORBIDS = re.compile(rb'[\n\r"\\]')


class IllFormed(Exception):
    """The API says that the input is ill-formed, and not with a UnicodeDecodeError."""


def source(data):
    # What ends a string literal is escaped, ASCII for ASCII. The quote before it keeps a BOM from being the first.
    literal = b'"' + SOURCE_FORBIDS.sub(lambda m: b"\\x%02x" % ord(m[0]), data) + b'"'
    try:
        return eval(compile(literal, "input", "eval"))
    except SyntaxError as e:
        if e.msg.startswith("(unicode error) 'utf-8' codec can't decode"):
            raise IllFormed
        raise


def pickled(data):
    # Protocol 2, BINUNICODE, STOP.
    return pickle.loads(b"\x80\x02X" + struct.pack("<I", len(data)) + data + b".")


database = sqlite3.connect(":memory:")


def sqlite_column(data):
    try:
        return database.execute("SELECT CAST(? AS TEXT)", (data,)).fetchone()[0]
    except sqlite3.OperationalError as e:
        if str(e).startswith("Could not decode to UTF-8 column"):
            raise IllFormed
        raise


def sqlite_unicode(data):
    rows = database.execute(
        "WITH RECURSIVE whole(t) AS (SELECT CAST(? AS TEXT)),"
        " place(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM place WHERE i < (SELECT length(t) FROM whole))"
        " SELECT unicode(substr(t, i, 1)) FROM whole, place WHERE length(t) > 0", (data,))
    return [row[0] for row in rows]


XML_MARKUP = re.compile(rb"[<>&\r]")


class ExpatStream:
    """The text of an element. Markup, and CR, which is normalised, become references: ASCII for ASCII. A start tag
    stands before it, so there is no BOM."""

    def __init__(self):
        self.parser = pyexpat.ParserCreate("utf-8")
        self.pieces = []
        self.parser.CharacterDataHandler = self.pieces.append
        self.parse(b"<a>", False)

    def parse(self, data, end):
        try:
            self.parser.Parse(data, end)
        except pyexpat.ExpatError:
            # The document around it is well-formed, so that the text alone can be at fault.
            raise IllFormed
        text = "".join(self.pieces)
        self.pieces.clear()
        return text

    def feed(self, data):
        return self.parse(XML_MARKUP.sub(lambda m: b"&#%d;" % ord(m[0]), data), False)

    def finish(self):
        return self.parse(b"</a>", True)


def expat(data):
    stream = ExpatStream()
    return stream.feed(data) + stream.finish()


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
# "Replace with backslashed escape sequences": they are characters like others, and one byte's four look as text does.
add("backslashreplace", "bytes.decode('utf-8', 'backslashreplace')", decode_as("utf-8", "backslashreplace"),
    kind="lossy", policy="none")
add("utf-8-sig", "bytes.decode('utf-8-sig')", decode_as("utf-8-sig"), bom="strip")
add_incremental("incremental-strict", "utf-8", "strict")
add_incremental("incremental-replace", "utf-8", "replace", **REPLACE)
add_incremental("incremental-ignore", "utf-8", "ignore", kind="lossy", policy="drop")
add_incremental("incremental-surrogateescape", "utf-8", "surrogateescape", **ESCAPE)
add_incremental("incremental-surrogatepass", "utf-8", "surrogatepass", profile="generalized")
add_incremental("incremental-utf-8-sig", "utf-8-sig", "strict", bom="strip")
# What is called for each byte or character takes its time.
SLOW = {"max_bytes": 4096}
# read() reads to the end of the stream, so the end is told and `script` is none. A StreamReader keeps a cut sequence at
# that end and says nothing: that is an `accept`, as it stands.
add("stream-reader", "codecs.getreader('utf-8')(stream).read()", stream_reader("strict"), at="valid_up_to")
add("stream-reader-replace", "codecs.getreader('utf-8')(stream, 'replace').read()", stream_reader("replace"), **REPLACE)
add("stream-reader-in-characters", "codecs.getreader('utf-8')(stream).read(1)", stream_reader_in_characters,
    **SLOW)
add("iterdecode", "codecs.iterdecode(a byte each, 'utf-8')", iterdecode("strict"), **SLOW)
add("iterdecode-replace", "codecs.iterdecode(a byte each, 'utf-8', 'replace')", iterdecode("replace"), **REPLACE,
    **SLOW)
add("text-io", "io.TextIOWrapper(stream, encoding='utf-8', newline='').read()", text_io("strict"), at="valid_up_to")
add("text-io-replace", "io.TextIOWrapper(stream, encoding='utf-8', errors='replace').read()", text_io("replace"),
    **REPLACE)
add("text-io-slow", "io.TextIOWrapper(stream, encoding='utf-8', newline='').read(1), a byte a read", text_io_slow,
    **SLOW)
add("fsdecode", "os.fsdecode(bytes)", fsdecode, **ESCAPE)
# "Decode a byte string from the filesystem encoding and error handler", which is UTF-8 in UTF-8 mode; "if a byte
# sequence can be decoded as a surrogate character, the bytes are escaped".
add("decode-locale", "Py_DecodeLocale()", locale_bytes, cannot="00", **ESCAPE)
add("unquote", "urllib.parse.unquote(percent-encoded)", unquote, **REPLACE)
# The documentation of json.loads promises UTF-8, UTF-16 or UTF-32; that is the claim.
add("json-loads", "json.loads(bytes)", json_loads, at="valid_up_to",
    container="json-string")
# The reference (2): source "defaults to UTF-8, see PEP 3120 for details. If the source file cannot be decoded, a
# SyntaxError is raised."
add("source", "compile(bytes, ...), in a string literal", source, cannot="00")
# pickletools, which documents the opcodes, has "the UTF-8 encoding of the Unicode string" and reads it so itself.
add("pickle", "pickle.loads(bytes), BINUNICODE", pickled, profile="generalized", at="valid_up_to")
SQLITE = {"implementation": "SQLite", "version": sqlite3.sqlite_version}
# text_factory: "By default, this is str", of UTF-8.
add("sqlite-column", "sqlite3, SELECT CAST(? AS TEXT)", sqlite_column)
# SQLite documents that ill-formed text leads to no memory error, and nothing else. length() stops at a NUL; the time
# that it takes grows with the square of the length.
add("sqlite-unicode", "unicode(substr(text, i, 1)) of SQLite", sqlite_unicode, kind="lossy", policy="none", cannot="00",
    max_bytes=2048, **SQLITE)
# XML 1.0, 4.3.3: "It is a fatal error if an XML entity ... contains byte sequences that are not legal in that encoding"; what
# is no Char of XML is refused, too. Debian's Expat 2.5.0 keeps bytes back that CPython's own 2.5.0 does not.
add("expat", "pyexpat.ParserCreate('utf-8').Parse(bytes), in an element", expat, ExpatStream, script="finish",
    refuses="xml", implementation="Expat", version=f"in CPython {platform.python_version()}, {pyexpat.EXPAT_VERSION}")


# ---- The answers.


def hex32(text):
    """A str, or the numbers of an API that has no str; some are negative."""
    if isinstance(text, list):
        return "".join(["%08x" % (number & 0xFFFFFFFF) for number in text])
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
    except IllFormed:
        return '{"seq":%d,"answer":"reject"}\n' % request["seq"]
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
        except (UnicodeDecodeError, IllFormed) as e:
            failed = True
            outs.append("!")
            if verdict == '"accept"':
                place = where(decoder, e) if isinstance(e, UnicodeDecodeError) else ""
                verdict = '"reject","call":%d%s' % (number, place)
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
