"""Adapter for Python packages that read strings in a format; protocol 1 (CONTRACT.md beside this file).

Run it as `python3 -I -X utf8 pypi.py`: CPython 3.8 or newer, with some of the packages of PACKAGES. Where the first python3
has none of them, Debian's is taken, which sees what apt installs.

- Each decoder declares its `container`: it is given the whole value, and answers with the string in it.
- Ill-formed is what the package says of the string: a UnicodeDecodeError, or an error with one of the words below. Another
  exception is nobody's verdict and ends this process, but for a JSON text that is refused as such: there a sequence of the
  string may have taken the quotation mark.
- `at` is exc.start, counted from the start of the value: what exc.object lacks of it stands before the string.
- Chunks: none; each function takes a whole value.
- ILLFORMED_CANARY is not read: no function here has an output argument.
- Left out: orjson, whose wheels differ in what they are built with; ormsgpack, likewise.
"""

import importlib
import json
import os
import sys

DEBIAN = "/usr/bin/python3"


class IllFormed(Exception):
    """The package says that the string is ill-formed, and not with a UnicodeDecodeError."""


def cbor2(package):
    return package.loads


def msgpack(package):
    return package.unpackb


def protobuf(wrappers):
    from google.protobuf.message import DecodeError
    read = wrappers.StringValue.FromString
    message = ("Error parsing message", "String field")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    errors = os.dup(2)

    def decode(data):
        # Its C++ implementation writes a line to standard error for each ill-formed string.
        os.dup2(nowhere, 2)
        try:
            return read(data).value
        except DecodeError as e:
            if not str(e).startswith(message):
                raise
            raise IllFormed from e
        finally:
            os.dup2(errors, 2)

    return decode


def json_text(package):
    def decode(data):
        try:
            return package.loads(data)
        except package.JSONDecodeError as e:
            raise IllFormed from e
        except SystemError as e:
            # CPython refuses most of the strings that ujson makes of numbers above U+10FFFF.
            if "maximum character" not in str(e):
                raise
            raise IllFormed from e

    return decode


# The name, the module, what makes a function of it, the container, and what it says of offsets.
# cbor2, str_errors: "how to handle decoding errors in strings: 'strict' (default) ...". RFC 8949: text strings are UTF-8.
# msgpack, unicode_errors: "The error handler for decoding unicode. (default: 'strict')".
# protobuf, scalar value types: "A string must always contain UTF-8 encoded or 7-bit ASCII text".
# simplejson: "If s is a bytes ... decoded ... (default UTF-8)". ujson names RFC 8259, whose JSON is UTF-8.
PACKAGES = [
    ("cbor2", "cbor2", cbor2, "cbor2.loads()", "cbor-text", "valid_up_to"),
    ("msgpack", "msgpack", msgpack, "msgpack.unpackb()", "msgpack-str", "valid_up_to"),
    ("protobuf", "google.protobuf.wrappers_pb2", protobuf, "StringValue.FromString()", "protobuf-string", "none"),
    ("simplejson", "simplejson", json_text, "simplejson.loads(bytes)", "json-string", "valid_up_to"),
    ("ujson", "ujson", json_text, "ujson.loads(bytes)", "json-string", "none"),
]


def version(module):
    """Of the package: importlib.metadata, and for packages without metadata what the module says."""
    from importlib.metadata import PackageNotFoundError, version as of_package
    try:
        return of_package(module.split(".")[0] if module != "google.protobuf.wrappers_pb2" else "protobuf")
    except PackageNotFoundError:
        return str(getattr(importlib.import_module(module), "__version__", "unknown"))


FUNCTIONS = {}
HAS_OFFSET = set()
LINES = []
for name, module, function, api, container, at in PACKAGES:
    try:
        package = importlib.import_module(module)
    except ImportError:
        continue
    FUNCTIONS[name] = function(package)
    if at != "none":
        HAS_OFFSET.add(name)
    LINES.append({"decoder": name, "api": api, "kind": "strict", "profile": "rfc3629", "policy": "fatal", "out": "utf32",
                  "at": at, "bom": "keep", "script": "none", "container": container,
                  "implementation": {"protobuf": "Protocol Buffers"}.get(name, name), "version": version(module)})

if not LINES:
    if os.path.exists(DEBIAN) and os.path.realpath(sys.executable) != os.path.realpath(DEBIAN):
        os.execv(DEBIAN, [DEBIAN, "-I", "-X", "utf8", *sys.argv])
    sys.exit("none of %s is installed" % ", ".join(name for name, *_ in PACKAGES))


def hello():
    first = {"adapter": "pypi", "protocol": 1, "implementation": "PyPI", "version": "several", "decoders": len(LINES)}
    return "".join(json.dumps(line) + "\n" for line in [first] + LINES)


def answer(line):
    request = json.loads(line)
    if request["op"] == "hello":
        return hello()
    seq, name = request["seq"], request["decoder"]
    if request["op"] != "decode" or name not in FUNCTIONS:
        return '{"seq":%d,"answer":"skip","why":"no such decoder, or it takes no chunks"}\n' % seq
    data = bytes.fromhex(request["bytes"])
    try:
        text = FUNCTIONS[name](data)
    except UnicodeDecodeError as e:
        at = '"at":%d,' % (len(data) - len(e.object) + e.start) if name in HAS_OFFSET else ""
        return '{"seq":%d,"answer":"reject",%s"len":%d}\n' % (seq, at, e.end - e.start)
    except IllFormed:
        return '{"seq":%d,"answer":"reject"}\n' % seq
    return '{"seq":%d,"answer":"accept","out":"%s"}\n' % (seq, text.encode("utf-32-be", "surrogatepass").hex())


def main():
    """Answers all complete lines that have arrived, then writes the answers, then waits for more."""
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
