"""bytes.decode, strictly and with U+FFFD for what is ill-formed."""
import sys

rows = [line.rstrip("\n").split("\t") for line in open(f"{sys.argv[1]}/utf8.tsv", encoding="ascii")][1:]
differ = []
for name, data, well_formed, replaced in ((row[0], bytes.fromhex(row[1]), row[2], row[7]) for row in rows):
    try:
        accepted = data.decode() is not None
    except UnicodeDecodeError:
        accepted = False
    if accepted != (well_formed == "true") or data.decode(errors="replace").encode().hex() != replaced:
        differ.append(name)
print(f"python short: {len(rows)} vectors, {len(differ)} differ", *differ[:1])
