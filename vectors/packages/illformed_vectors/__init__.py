"""Byte strings, each with what the standards say a UTF-8 decoder must make of it.

>>> from illformed_vectors import utf8
>>> [v.id for v in utf8() if v.input.decode(errors="replace") != v.replaced.decode()]
[]

The flat files themselves are files of this package: ``importlib.resources.files("illformed_vectors") / "utf8.jsonl"``.
"""

from importlib.resources import files
from typing import NamedTuple, Optional

__all__ = ["Vector", "chunks", "policy", "profile", "utf8"]


class Vector(NamedTuple):
    """An input and what a decoder must make of it. An answer that no definition gives is None."""

    id: str
    """The name of the vector. It never means other bytes."""
    input: bytes
    """The bytes to decode."""
    well_formed: Optional[bool]
    """Whether a strict decoder accepts the input."""
    error_at: Optional[int]
    """The byte offset of the first error."""
    error_len: Optional[int]
    """The length of the first error in bytes."""
    errors: Optional[int]
    """The number of errors."""
    text: Optional[bytes]
    """The decoded text as UTF-8; None if the input is not well-formed."""
    replaced: Optional[bytes]
    """The text with the errors replaced, as UTF-8."""
    utf16: Optional[bytes]
    """The same as UTF-16, the high byte of each unit first."""
    fffd: Optional[int]
    """How many U+FFFD are in it."""
    flags: "tuple[str, ...]"
    """What the bytes are about."""
    cuts: "tuple[int, ...]" = ()
    """The byte offsets at which the input is cut; of ``chunks()`` alone."""


def utf8() -> "list[Vector]":
    """The vectors under RFC 3629. Errors are replaced by one U+FFFD for each maximal subpart."""
    return _read("utf8")


def chunks() -> "list[Vector]":
    """Vectors of which the input comes in chunks, with the answers of ``utf8()``."""
    return _read("utf8-chunks")


def policy(name: str) -> "list[Vector]":
    """The vectors of ``utf8()`` with the errors replaced otherwise, such as "utf8b", which is Python's surrogateescape.

    ValueError names those that there are.
    """
    return _read_named("policies", name)


def profile(name: str) -> "list[Vector]":
    """The vectors under another profile than RFC 3629, such as "wtf8".

    ValueError names those that there are.
    """
    return _read_named("profiles", name)


def _list(value):
    return () if value == "-" else tuple(value.split(","))


def _or_none(read):
    return lambda value: None if value == "-" else read(value)


_number, _bytes = _or_none(int), _or_none(bytes.fromhex)
_COLUMNS = {
    "id": str,
    "input": bytes.fromhex,
    "cuts": lambda value: tuple(map(int, _list(value))),
    "well_formed": _or_none("true".__eq__),
    "error_at": _number,
    "error_len": _number,
    "errors": _number,
    "text": _bytes,
    "replaced": _bytes,
    "utf16": _bytes,
    "fffd": _number,
    "flags": _list,
}


def _read_named(folder, name):
    names = sorted(file.name[: -len(".tsv")] for file in files(__name__).joinpath(folder).iterdir())
    if name not in names:
        raise ValueError(f"{name!r} is not one of the {folder}: {', '.join(names)}")
    return _read(f"{folder}/{name}")


def _read(name):
    table = files(__name__).joinpath(f"{name}.tsv").read_text(encoding="ascii")
    head, *lines = table.splitlines()
    columns = head.split("\t")
    rows = (zip(columns, line.split("\t")) for line in lines)
    return [Vector(**{column: _COLUMNS[column](value) for column, value in row}) for row in rows]
