"""bytes.decode with each error handler, and the incremental decoder."""
import codecs, csv, json, sys

def rows(name):
    with open(f"{sys.argv[1]}/{name}", encoding="utf-8", newline="") as file:
        if name.endswith(".jsonl"):
            return [json.loads(line) for line in file]
        return list(csv.DictReader(file, delimiter="\t"))

def check(name, file, agrees):
    vectors = rows(file)
    differ = [row["id"] for row in vectors if not agrees(bytes.fromhex(row["input"]), row)]
    print(f"python {name}: {len(vectors)} vectors, {len(differ)} differ", *differ[:1])

def strict(data, row):
    try:
        return data.decode().encode().hex() == row["text"]
    except UnicodeDecodeError as error:
        return not row["well_formed"] and (error.start, error.end - error.start) == (row["error_at"], row["error_len"])

def in_chunks(data, row):
    decoder, cuts = codecs.getincrementaldecoder("utf-8")("replace"), row["cuts"]
    chunks = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)])]
    return "".join(map(decoder.decode, chunks)) + decoder.decode(b"", True) == bytes.fromhex(row["replaced"]).decode()

def utf16(errors):
    return lambda data, row: data.decode(errors=errors).encode("utf-16-be", "surrogatepass").hex() == row["utf16"]

check("strict", "utf8.jsonl", strict)
check("replace", "utf8.jsonl", utf16("replace"))
check("ignore", "policies/drop.tsv", utf16("ignore"))
check("surrogateescape", "policies/utf8b.tsv", utf16("surrogateescape"))
check("incremental", "utf8-chunks.jsonl", in_chunks)
