"""Adapter for the UTF-8 decoders of PostgreSQL; protocol 1 (CONTRACT.md beside this file).

Run it as `python3 -I postgresql.py [FOLDER]`: Python 3.9 or newer, standard library only, and a server, which
is started in single-user mode: one process that ends with its input. Its database is in FOLDER, else in the folder for
temporary files. The server refuses to run as root; where this is root, it is the user postgres.

- Ill-formed is what the manual has for it (appendix A): SQLSTATE 22021, character_not_in_repertoire. Any other error
  ends this process.
- "The character with the code zero cannot be in a string constant" and in no text: `refuses` has nul.
- The message names the bytes and no offset.
- All requests that have arrived are one query, in which a function catches the error of each. Its answers come back in
  one text, in their order.
- ILLFORMED_CANARY is not read: no function here has an output argument.
"""

import atexit
import glob
import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile

CLAIM = {"kind": "strict", "profile": "rfc3629", "policy": "fatal", "out": "utf8", "at": "none", "bom": "keep",
         "script": "none", "refuses": "nul"}
# name -> claim, and the SQL that makes the text of an answer of the bytes b
DECODERS = {
    "convert-from": ({"api": "convert_from(bytes, 'UTF8')"},
                     "encode(convert_to(convert_from(b, 'UTF8'), 'UTF8'), 'hex')"),
    # "In UTF8 encoding, returns the Unicode code point of the character."
    "ascii": ({"api": "ascii(character)", "out": "utf32"},
              "(SELECT coalesce(string_agg(lpad(to_hex(ascii(c)), 8, '0'), '' ORDER BY n), '')"
              " FROM unnest(string_to_array(convert_from(b, 'UTF8'), NULL)) WITH ORDINALITY AS character(c, n))"),
    # "Returns the number of characters in the binary string, assuming that it is text in the given encoding". What is
    # none is refused, and that is all that is asked here: what counts in this protocol refuses nothing.
    "length": ({"api": "length(bytes, 'UTF8')", "kind": "validate", "out": "none"}, "left(length(b, 'UTF8')::text, 0)"),
}


class Server:
    """PostgreSQL in single-user mode: a query a line, and its rows in a form for debugging."""

    def __init__(self):
        programs = max(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))
        given = sys.argv[1] if len(sys.argv) > 1 else None
        self.folder = tempfile.mkdtemp(prefix="illformed-postgresql-", dir=given)
        atexit.register(self.close)
        user = {}
        if os.geteuid() == 0:
            if given:
                os.chmod(given, 0o711)  # The other user has to get through.
            postgres = pwd.getpwnam("postgres")
            os.chown(self.folder, postgres.pw_uid, postgres.pw_gid)
            user = {"user": postgres.pw_uid, "group": postgres.pw_gid, "extra_groups": []}
        self.process = None
        subprocess.run([programs + "/initdb", "-D", self.folder + "/data", "-E", "UTF8", "--locale=C", "-A", "trust",
                        "-U", "postgres", "--no-sync", "--no-instructions"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL, **user)
        self.process = subprocess.Popen(
            [programs + "/postgres", "--single", "-F", "-D", self.folder + "/data", "-c", "log_min_messages=fatal",
             "postgres"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **user)

    def query(self, sql):
        """The text of the only column of the only row."""
        self.process.stdin.write(sql.encode("ascii") + b"\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            found = re.match(rb'(?:backend> )*\t *1: answers = "([^"]*)"', line)
            if found:
                return found[1].decode("ascii")
        raise SystemExit("PostgreSQL has ended")

    def execute(self, sql):
        self.process.stdin.write(sql.encode("ascii") + b"\n")

    def close(self):
        if self.process:
            # It ends with its input; its database goes away, so that how it ends does not matter.
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def start():
    server = Server()
    for name, (_, expression) in DECODERS.items():
        server.execute(
            "CREATE FUNCTION public.\"%s\"(b bytea) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN %s;"
            " EXCEPTION WHEN character_not_in_repertoire THEN RETURN '!'; END $$" % (name, expression))
    return server


def hello(server):
    version = server.query("SELECT current_setting('server_version') AS answers")
    first = {"adapter": "postgresql", "protocol": 1, "implementation": "PostgreSQL", "version": version.split(" ")[0],
             "decoders": len(DECODERS)}
    decoders = [{"decoder": name, **CLAIM, **claim} for name, (claim, _) in DECODERS.items()]
    return "".join(json.dumps(line) + "\n" for line in [first] + decoders)


def ask(server, requests):
    """The answers of PostgreSQL, in the order of the requests."""
    calls = ",".join("public.\"%s\"('\\x%s')" % (request["decoder"], request["bytes"]) for request in requests)
    return server.query("SELECT concat_ws(',', %s) AS answers" % calls).split(",") if requests else []


def answer_all(server, lines):
    requests = [json.loads(line) for line in lines]
    asked = [r["op"] == "decode" and r["decoder"] in DECODERS for r in requests]
    # A function takes a hundred arguments at most.
    can_be = [request for request, is_asked in zip(requests, asked) if is_asked]
    texts = []
    for at in range(0, len(can_be), 90):
        texts += ask(server, can_be[at:at + 90])
    texts = iter(texts)
    for request, is_asked in zip(requests, asked):
        if request["op"] == "hello":
            yield hello(server)
        elif not is_asked:
            yield '{"seq":%d,"answer":"skip","why":"no such decoder, or it takes no chunks"}\n' % request["seq"]
        else:
            text = next(texts)
            text_key = "" if DECODERS[request["decoder"]][0].get("out") == "none" else ',"out":"%s"' % text
            outcome = '"reject"' if text == "!" else '"accept"' + text_key
            yield '{"seq":%d,"answer":%s}\n' % (request["seq"], outcome)


def main():
    """Answers all complete lines that have arrived, then writes the answers, then waits for more."""
    server = start()
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
        written = "".join(answer_all(server, lines)).encode("ascii")
        while written:
            written = written[os.write(1, written):]


main()
