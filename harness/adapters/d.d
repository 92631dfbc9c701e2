/* Adapter for the UTF-8 decoders of D's standard library, Phobos, and of the language; protocol 1 (CONTRACT.md beside this file).

   Build it with `ldc2 -O -of=d d.d`: a D compiler of 2.090 or newer, Phobos only, with its contracts and checks of bounds.

   - Ill-formed is UnicodeException, which UTFException is, INVALID_SEQUENCE of std.encoding, or false. Any other error ends this
     process.
   - decode: "If the code point is not well-formed, then a UTFException is thrown and index remains unchanged", so `at` is the
     index. validLength is "the length of the longest possible substring [...] which is validly encoded". No other says where.
   - byUTF: "replaced by U+FFFD per 5.22 Best Practice for U+FFFD Substitution of the Unicode Standard 6.2": maximal-subpart.
     Of decode and decodeFront with UseReplacementDchar, of sanitize and of toUTF16 only U+FFFD is documented.
   - std.utf.count: "Throws: UTFException if str is not well-formed." So it is asked as one that validates.
   - decodeFront takes any range: it is asked with one that can only be popped.
   - ILLFORMED_CANARY is not read: no function here has an output argument. There are no scripts: no function takes chunks.
   - Left out: std.encoding.decode, codePoints and transcode, whose inputs "MUST be validly encoded"; decodeBack and
     decodeReverse, which go backwards; std.json, which hands on the bytes of a string and says nothing of them. */
module d_adapter;
import core.exception : UnicodeException;
import core.sys.posix.unistd : read, write;
import std.algorithm.searching : countUntil;
import std.array : Appender, split;
import std.conv : to;
import std.encoding : EncodingScheme, INVALID_SEQUENCE, isValid, safeDecode, sanitize, validLength;
import std.range.primitives : empty, front, popFront;
import std.typecons : No, Yes;
import std.utf;

// The answer of a decoder: its text is hex.
struct Said {
    bool isRefused;
    long at = -1;
    Appender!(char[]) text;

    void refuse(long at = -1) { isRefused = true; this.at = at; }

    void putHex(uint value, int count) {
        foreach_reverse (i; 0 .. count)
            text.put("0123456789abcdef"[value >> 4 * i & 15]);
    }

    void putAll(T)(const(T)[] units) {
        foreach (unit; units)
            putHex(unit, 2 * T.sizeof);
    }
}

// ---- One function a decoder.

// What throws where it is ill-formed, behind the text before it.
void strict(alias decode)(string s, ref Said said) {
    size_t at = size_t.max;
    try
        decode(s, said, at);
    catch (UnicodeException)
        said.refuse(at == size_t.max ? -1 : at);
}

void decodeAll(alias replace)(string s, ref Said said, ref size_t index) {
    for (index = 0; index < s.length;)
        said.putHex(decode!replace(s, index), 8);
}

// A range that can only be popped.
struct Popped {
    string s;
    @property bool empty() const { return s.length == 0; }
    @property char front() const { return s[0]; }
    void popFront() { s = s[1 .. $]; }
}

void decodeFronts(alias replace)(string s, ref Said said, ref size_t) {
    for (auto range = Popped(s); !range.empty;)
        said.putHex(decodeFront!replace(range), 8);
}

void replaced(alias decode)(string s, ref Said said) {
    size_t at;
    decode(s, said, at);
}

void each(alias range, int size)(string s, ref Said said, ref size_t) {
    foreach (unit; range(s))
        said.putHex(unit, size);
}

void safelyDecoded(string s, ref Said said) {
    const rest = s;
    while (s.length > 0) {
        const before = s.length, c = safeDecode(s);
        if (c == INVALID_SEQUENCE)
            return said.refuse(rest.length - before);
        said.putHex(c, 8);
    }
}

// ---- What there is and what it claims.

struct Decoder {
    string name, api, keys;
    void function(string, ref Said) run;
}

enum validates = `"kind":"validate","policy":"fatal","out":"none","at":"none"`;
enum validatesAt = `"kind":"validate","policy":"fatal","out":"none","at":"valid_up_to"`;
enum refuses = `"kind":"strict","policy":"fatal","out":"utf32","at":"none"`;
enum refusesAt = `"kind":"strict","policy":"fatal","out":"utf32","at":"valid_up_to"`;
enum replaces = `"kind":"lossy","policy":"none","out":"utf32","at":"none"`;
enum bestPractice = `"kind":"lossy","policy":"maximal-subpart","at":"none","out":`;
enum no = No.useReplacementDchar, yes = Yes.useReplacementDchar;

immutable Decoder[] decoders = [
    Decoder("validate", "std.utf.validate(s)", validates, &strict!((s, ref said, ref at) => validate(s))),
    Decoder("decode", "std.utf.decode(s, index)", refusesAt, &strict!(decodeAll!no)),
    Decoder("decode-replace", "std.utf.decode!(Yes.useReplacementDchar)(s, index)", replaces, &replaced!(decodeAll!yes)),
    Decoder("decode-front", "std.utf.decodeFront(range)", refuses, &strict!(decodeFronts!no)),
    Decoder("decode-front-replace", "std.utf.decodeFront!(Yes.useReplacementDchar)(range)", replaces,
        &replaced!(decodeFronts!yes)),
    Decoder("by-dchar", "std.utf.byDchar(s)", bestPractice ~ `"utf32"`, &replaced!(each!(byDchar, 8))),
    Decoder("by-dchar-popped", "std.utf.byDchar(range)", bestPractice ~ `"utf32"`, &replaced!(each!(s => Popped(s).byDchar, 8))),
    Decoder("by-wchar", "std.utf.byWchar(s)", bestPractice ~ `"utf16"`, &replaced!(each!(byWchar, 4))),
    Decoder("by-utf-throw", "std.utf.byUTF!(dchar, No.useReplacementDchar)(s)", refuses, &strict!(each!(byUTF!(dchar, no), 8))),
    Decoder("to-utf16", "std.utf.toUTF16(s)", `"kind":"lossy","policy":"none","out":"utf16","at":"none"`,
        (s, ref said) => said.putAll(toUTF16(s))),
    Decoder("count", "std.utf.count(s)", validates, &strict!((s, ref said, ref at) => cast(void) count(s))),
    Decoder("front", "s.front, s.popFront()", refuses, &strict!((s, ref said, ref at) {
        for (; !s.empty; s.popFront()) said.putHex(s.front, 8);
    })),
    Decoder("foreach", "foreach (dchar c; s)", refuses, &strict!((s, ref said, ref at) {
        foreach (dchar c; s) said.putHex(c, 8);
    })),
    Decoder("is-valid", "std.encoding.isValid(s)", validates, (s, ref said) { if (!isValid(s)) said.refuse(); }),
    Decoder("valid-length", "std.encoding.validLength(s)", validatesAt, (s, ref said) {
        if (validLength(s) < s.length) said.refuse(validLength(s));
    }),
    Decoder("safe-decode", "std.encoding.safeDecode(s), until INVALID_SEQUENCE", refusesAt, &safelyDecoded),
    Decoder("sanitize", "std.encoding.sanitize(s)", `"kind":"lossy","policy":"none","out":"utf8","at":"none"`,
        (s, ref said) => said.putAll(sanitize(s))),
];

// ---- The answers.

string unhex(const(char)[] digits) {
    static int value(char c) { return c < 'a' ? c - '0' : c - 'a' + 10; }
    auto bytes = new char[digits.length / 2];
    foreach (i, ref b; bytes)
        b = cast(char)(value(digits[2 * i]) << 4 | value(digits[2 * i + 1]));
    return cast(string) bytes;
}

void answer(const(char)[] line, ref Appender!(char[]) answers) {
    // The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"validate","bytes":"41"}
    const fields = line.split('"');
    if (fields[3] == "hello") {
        enum phobos = (__VERSION__ / 1000).to!string ~ "." ~ (__VERSION__ % 1000).to!string;
        answers.put(`{"adapter":"d","protocol":1,"implementation":"Phobos","version":"` ~ phobos ~ `","decoders":`
            ~ decoders.length.to!string ~ "}\n");
        foreach (d; decoders)
            answers.put(`{"decoder":"` ~ d.name ~ `","api":"` ~ d.api ~ `","profile":"rfc3629",` ~ d.keys
                ~ `,"bom":"keep","script":"none"}` ~ "\n");
        return;
    }
    answers.put(`{"seq"`);
    answers.put(fields[6]);
    const number = fields[3] == "decode" ? decoders.countUntil!(d => d.name == fields[9]) : -1;
    if (number < 0)
        return answers.put(`"answer":"skip","why":"no such op or decoder, or it takes no chunks"}` ~ "\n");
    Said said;
    const decoder = decoders[number];
    decoder.run(unhex(fields[13]), said);
    answers.put(said.isRefused ? `"answer":"reject"` : `"answer":"accept"`);
    if (said.at >= 0)
        answers.put(`,"at":` ~ said.at.to!string);
    if (decoder.keys.countUntil(`"out":"none"`) < 0)
        answers.put(`,"out":"` ~ said.text[] ~ `"`);
    answers.put("}\n");
}

// Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
// unwritten. If a decoder breaks the loop, the answers before it are still written.
void main() {
    static char[65_536] chunk;
    Appender!(char[]) held, answers; // The first is the beginning of a line whose end has not arrived.
    void flush() {
        for (const(char)[] rest = answers[]; rest.length > 0;)
            rest = rest[write(1, rest.ptr, rest.length) .. $];
        answers.clear();
    }
    scope (exit) flush();
    for (ptrdiff_t size; (size = read(0, chunk.ptr, chunk.length)) > 0;) {
        for (const(char)[] rest = chunk[0 .. size]; rest.length > 0;) {
            const end = rest.countUntil('\n');
            held.put(end < 0 ? rest : rest[0 .. end]);
            if (end < 0)
                break;
            answer(held[], answers);
            held.clear();
            rest = rest[end + 1 .. $];
        }
        flush();
    }
}
