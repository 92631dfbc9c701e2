// Adapter for the UTF-8 decoders of Java and of its standard library; protocol 1 (CONTRACT.md beside this file).
//
// Run it as `java -Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 java.java`: Java 17 or newer, no class path.
// The options make it start sooner and may be left out. Files.readString needs a file; it is made in java.io.tmpdir.
// This file must not say a name in full that begins with `java`: newer launchers take that for a class of this file.
//
// - Ill-formed is what the API documents for it: a malformed CoderResult, MalformedInputException or its superclass
//   CharacterCodingException, UTFDataFormatException of readUTF, a fatal error of the XML parser. Any other exception
//   is nobody's verdict and ends this process with a stack trace.
// - That the input ends too early, no API says: UNDERFLOW means that more is welcome, and what remains at the end of
//   the input is "treated as being malformed" (CharsetDecoder.decode). The answer is `reject`, never `incomplete`.
// - `at` is the position of the input buffer: "the malformed bytes begin at the input buffer's (possibly incremented)
//   position" (decode with three arguments); "the byte sequence starting at the input buffer's current position is not
//   legal" (decode with one). Other APIs declare `none`.
// - `len` is CoderResult.length(), "the length of the malformed sequence"; nothing says that this is a maximal subpart.
//   MalformedInputException.getInputLength() is no more than "the length of the input", and Files.readString sets it to
//   other things: it is left out.
// - decode(in, out, end) hands out the text before the error, decode(in) and the rest do not.
// - Once and whole is decode(in, out, true) and flush() for a stream; a finish in a script is that with what is left.
//   "Care should be taken to preserve any bytes remaining in the input buffer": we put them before the next chunk.
// - `profile`: Charset has it that UTF-8 "is specified by RFC 2279 [...] and is also described in the Unicode
//   Standard", even in Java 25. A char holds nothing above U+10FFFF and Java names Unicode everywhere else; we claim
//   the latter.
// - `policy`: the documentation says that malformed input is replaced, and by what; not how much of it by one. We claim
//   `java` nevertheless where Charset does it. It is one replacement for each error that CharsetDecoder reports, which
//   is documented, of the lengths that it has reported since Java 8, and it holds these classes to be equal. U+FFFD for
//   each maximal subpart was the aim then (JDK-7096080); a cut or whole surrogate is where it was not reached.
// - Outputs, and the memory behind an input that is outside of the heap, are filled with the byte of ILLFORMED_CANARY
//   (5a without it) before each call: what an API says that it wrote and did not write is then that byte, not the text
//   of an earlier request. On the heap an input has an array of its own length, behind which nothing can be read.
// - URLDecoder leaves it "to the implementation" what becomes of illegal strings: `none`.

import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.io.UTFDataFormatException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

import static java.nio.charset.CodingErrorAction.IGNORE;
import static java.nio.charset.CodingErrorAction.REPLACE;
import static java.nio.charset.CodingErrorAction.REPORT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

class JavaAdapter {

    // ---- What a call says.

    /** Text, null if none is handed out; whether there was an error, and where, -1 where that is not said. */
    record Said(CharSequence text, boolean failed, int at, int length) {
        static Said text(CharSequence text) {
            return new Said(text, false, -1, -1);
        }

        static Said error(CharSequence text, int at, int length) {
            return new Said(text, true, at, length);
        }
    }

    interface Whole {
        Said decode(byte[] data) throws Exception;
    }

    interface Stream {
        Said feed(byte[] chunk);

        Said finish();

        void reset();
    }

    // ---- The decoders.

    static CharsetDecoder decoder(Charset charset, CodingErrorAction action) {
        return charset.newDecoder().onMalformedInput(action).onUnmappableCharacter(action);
    }

    /** Buffers on the heap and outside of it are decoded by different code. */
    interface Buffers {
        /** A buffer with exactly this much room. */
        ByteBuffer room(int bytes);
    }

    /** Fills every output before a call, and the memory behind an input. */
    static final byte CANARY = (byte) Integer.parseInt(System.getenv().getOrDefault("ILLFORMED_CANARY", "5a"), 16);
    static final char CANARY_CHAR = (char) ((CANARY & 0xFF) * 0x101);

    /** How many bytes behind an input are filled. */
    static final int BEHIND = 64;

    static ByteBuffer outsideOfTheHeap = ByteBuffer.allocateDirect(1 << 16);

    static ByteBuffer direct(int bytes) {
        if (outsideOfTheHeap.capacity() < bytes + BEHIND) {
            outsideOfTheHeap = ByteBuffer.allocateDirect(Math.max(bytes + BEHIND, 2 * outsideOfTheHeap.capacity()));
        }
        outsideOfTheHeap.clear();
        for (int i = 0; i < BEHIND; i++) {
            outsideOfTheHeap.put(bytes + i, CANARY);
        }
        return outsideOfTheHeap.limit(bytes);
    }

    /** CharsetDecoder.decode(ByteBuffer) */
    static Whole oneCall(Charset charset, CodingErrorAction action, Buffers buffers) {
        return data -> {
            ByteBuffer in = buffers.room(data.length).put(data).flip();
            try {
                return Said.text(decoder(charset, action).decode(in));
            } catch (MalformedInputException e) {
                return Said.error(null, in.position(), -1);
            }
        };
    }

    /** CharsetDecoder.decode(ByteBuffer, CharBuffer, boolean) and flush(CharBuffer) */
    static final class DecoderStream implements Stream {
        private final CharsetDecoder decoder;
        private final Buffers buffers;
        private final CharBuffer out;
        private byte[] left = {};
        private int consumed;

        DecoderStream(CodingErrorAction action, Buffers buffers, int outChars) {
            decoder = decoder(UTF_8, action);
            this.buffers = buffers;
            out = CharBuffer.allocate(outChars);
        }

        @Override
        public Said feed(byte[] chunk) {
            return decode(chunk, false);
        }

        @Override
        public Said finish() {
            return decode(new byte[0], true);
        }

        @Override
        public void reset() {
            decoder.reset();
            left = new byte[0];
            consumed = 0;
        }

        Said decode(byte[] chunk, boolean end) {
            ByteBuffer in = buffers.room(left.length + chunk.length).put(left).put(chunk).flip();
            StringBuilder text = new StringBuilder();
            CoderResult result;
            do {
                Arrays.fill(out.array(), CANARY_CHAR);
                result = decoder.decode(in, out, end);
                drainTo(text);
            } while (result.isOverflow());
            while (end && result.isUnderflow() && decoder.flush(out).isOverflow()) {
                drainTo(text);
            }
            drainTo(text);
            int position = consumed + in.position();
            left = new byte[in.remaining()];
            in.get(left);
            consumed = position;
            return result.isUnderflow() ? Said.text(text) : Said.error(text, position, result.length());
        }

        private void drainTo(StringBuilder text) {
            text.append(out.flip());
            out.clear();
        }
    }

    static CharSequence readAll(Reader reader) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] chars = new char[8192];
        Arrays.fill(chars, CANARY_CHAR);
        for (int n; (n = reader.read(chars)) != -1; ) {
            text.append(chars, 0, n);
        }
        return text;
    }

    /** A stream that gives a byte a read, as a slow connection might. */
    static InputStream slowly(byte[] data) {
        return new ByteArrayInputStream(data) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 1));
            }
        };
    }

    static Said readUtf(byte[] data) throws IOException {
        byte[] framed = new byte[2 + data.length];
        framed[0] = (byte) (data.length >> 8);
        framed[1] = (byte) data.length;
        System.arraycopy(data, 0, framed, 2, data.length);
        try {
            return Said.text(new DataInputStream(new ByteArrayInputStream(framed)).readUTF());
        } catch (UTFDataFormatException e) {
            return Said.error(null, -1, -1);
        }
    }

    static Path path;
    static RandomAccessFile file;

    static Said readString(byte[] data) throws IOException {
        if (file == null) {
            path = Files.createTempFile("illformed-java", null);
            path.toFile().deleteOnExit();
            file = new RandomAccessFile(path.toFile(), "rw");
        }
        file.setLength(data.length);
        file.seek(0);
        file.write(data);
        return Said.text(Files.readString(path));
    }

    static Said urlDecode(byte[] data) {
        // Every byte is percent-encoded, so that URLDecoder sees one run and decodes it in one piece.
        StringBuilder encoded = new StringBuilder(3 * data.length);
        for (byte b : data) {
            encoded.append('%').append((char) DIGITS[b >> 4 & 15]).append((char) DIGITS[b & 15]);
        }
        return Said.text(URLDecoder.decode(encoded.toString(), UTF_8));
    }

    static SAXParser parser;

    static Said xml(byte[] data) throws Exception {
        // The parser has a UTF-8 reader of its own. A start tag stands before the data, so there is no BOM. Markup, and
        // CR, which is normalised, become references: ASCII for ASCII, which neither mends nor breaks a sequence.
        Bytes document = new Bytes();
        document.put("<a>");
        for (byte b : data) {
            switch (b) {
                case '<', '>', '&', '\r' -> document.put("&#" + b + ";");
                default -> document.put(b);
            }
        }
        document.put("</a>");
        if (parser == null) {
            parser = SAXParserFactory.newInstance().newSAXParser();
        }
        parser.reset();
        StringBuilder text = new StringBuilder();
        DefaultHandler handler = new DefaultHandler() {
            @Override
            public void characters(char[] chars, int start, int length) {
                text.append(chars, start, length);
            }
        };
        try {
            parser.parse(new ByteArrayInputStream(document.bytes, 0, document.length), handler);
        } catch (SAXParseException | CharConversionException e) {
            return Said.error(null, -1, -1);
        }
        return Said.text(text);
    }

    // ---- What there is and what it claims.

    static final List<String> CLAIMS = new ArrayList<>();
    static final Map<String, Whole> WHOLE = new LinkedHashMap<>();
    static final Map<String, Supplier<Stream>> STREAM = new LinkedHashMap<>();

    static final String STRICT = claim("strict", "rfc3629", "fatal", "none", "none");
    static final String STRICT_AT = claim("strict", "rfc3629", "fatal", "valid_up_to", "none");
    static final String REPLACES = claim("lossy", "rfc3629", "java", "none", "none");

    static String claim(String kind, String profile, String policy, String at, String script) {
        return "\"kind\":\"" + kind + "\",\"profile\":\"" + profile + "\",\"policy\":\"" + policy
            + "\",\"out\":\"utf16\",\"at\":\"" + at + "\",\"bom\":\"keep\",\"script\":\"" + script + "\"";
    }

    static void add(String name, String api, Whole whole, String claims) {
        CLAIMS.add("{\"decoder\":\"" + name + "\",\"api\":\"" + api + "\"," + claims + "}\n");
        WHOLE.put(name, whole);
    }

    static void addStream(
        String name, String how, String policy, CodingErrorAction action, Buffers buffers, int outChars) {
        boolean strict = action == REPORT;
        String claims = claim(strict ? "strict" : "lossy", "rfc3629", policy, strict ? "valid_up_to" : "none", "reset");
        add(name, "CharsetDecoder.decode(in, out, end), " + how,
            data -> new DecoderStream(action, buffers, outChars).decode(data, true), claims);
        STREAM.put(name, () -> new DecoderStream(action, buffers, outChars));
    }

    static void addAll() {
        Buffers heap = ByteBuffer::allocate;
        Buffers direct = JavaAdapter::direct;
        add("report", "CharsetDecoder.decode(in), REPORT", oneCall(UTF_8, REPORT, heap), STRICT_AT);
        add("report-direct", "CharsetDecoder.decode(direct in), REPORT", oneCall(UTF_8, REPORT, direct), STRICT_AT);
        add("replace", "CharsetDecoder.decode(in), REPLACE", oneCall(UTF_8, REPLACE, heap), REPLACES);
        add("replace-direct", "CharsetDecoder.decode(direct in), REPLACE", oneCall(UTF_8, REPLACE, direct), REPLACES);
        add("ignore", "CharsetDecoder.decode(in), IGNORE", oneCall(UTF_8, IGNORE, heap),
            claim("lossy", "rfc3629", "drop", "none", "none"));
        addStream("stream-report", "REPORT", "fatal", REPORT, heap, 1024);
        addStream("stream-report-direct", "REPORT, direct buffers", "fatal", REPORT, direct, 1024);
        addStream("stream-replace", "REPLACE", "java", REPLACE, heap, 1024);
        addStream("stream-replace-narrow", "REPLACE, two chars of room", "java", REPLACE, heap, 2);
        addStream("stream-ignore", "IGNORE", "drop", IGNORE, heap, 1024);
        // This one keeps and reuses its CharsetDecoder.
        add("charset-decode", "Charset.decode(in)", data -> Said.text(UTF_8.decode(ByteBuffer.wrap(data))), REPLACES);
        add("string", "new String(bytes, UTF_8)", data -> Said.text(new String(data, UTF_8)), REPLACES);
        add("files-read-string", "Files.readString(path)", JavaAdapter::readString, STRICT);
        add("reader", "new InputStreamReader(in, UTF_8)",
            data -> Said.text(readAll(new InputStreamReader(new ByteArrayInputStream(data), UTF_8))), REPLACES);
        add("reader-slow", "new InputStreamReader(in, UTF_8), a byte a read",
            data -> Said.text(readAll(new InputStreamReader(slowly(data), UTF_8))), REPLACES);
        add("reader-report", "new InputStreamReader(in, decoder), REPORT",
            data -> Said.text(readAll(new InputStreamReader(new ByteArrayInputStream(data), decoder(UTF_8, REPORT)))),
            STRICT);
        add("url-decoder", "URLDecoder.decode(percent-encoded, UTF_8)", JavaAdapter::urlDecode,
            claim("lossy", "rfc3629", "none", "none", "none"));
        add("xml", "SAXParser.parse(in), in an element", JavaAdapter::xml, STRICT + ",\"refuses\":\"xml\"");
        // Other formats. DataInput.readUTF names modified UTF-8 and then documents, group by group, a decoder of more than
        // that: overlong forms, and 00.
        add("read-utf", "DataInputStream.readUTF()", JavaAdapter::readUtf,
            claim("strict", "none", "fatal", "none", "none") + ",\"max_bytes\":65535");
        if (Charset.isSupported("CESU-8")) {
            add("cesu-8", "CharsetDecoder.decode(in) of CESU-8, REPORT",
                oneCall(Charset.forName("CESU-8"), REPORT, heap),
                claim("strict", "cesu8", "fatal", "valid_up_to", "none"));
        }
    }

    // ---- The answers.

    static final byte[] DIGITS = "0123456789abcdef".getBytes(ISO_8859_1);

    /** Bytes that grow. */
    static final class Bytes {
        byte[] bytes = new byte[1 << 12];
        int length;

        void reserve(int more) {
            if (bytes.length - length < more) {
                bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
            }
        }

        void put(byte b) {
            reserve(1);
            bytes[length++] = b;
        }

        /** Characters of ASCII. */
        void put(String s) {
            reserve(s.length());
            for (int i = 0; i < s.length(); i++) {
                bytes[length++] = (byte) s.charAt(i);
            }
        }

        /** The code units, as they are. */
        void putHex(CharSequence text) {
            reserve(4 * text.length());
            for (int i = 0; i < text.length(); i++) {
                char unit = text.charAt(i);
                bytes[length++] = DIGITS[unit >> 12];
                bytes[length++] = DIGITS[unit >> 8 & 15];
                bytes[length++] = DIGITS[unit >> 4 & 15];
                bytes[length++] = DIGITS[unit & 15];
            }
        }
    }

    static byte[] unhex(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            int high = Character.digit(hex.charAt(2 * i), 16);
            bytes[i] = (byte) (high << 4 | Character.digit(hex.charAt(2 * i + 1), 16));
        }
        return bytes;
    }

    static void hello(Bytes out) {
        out.put("{\"adapter\":\"java\",\"protocol\":1,\"implementation\":\"" + System.getProperty("java.vm.name")
            + "\",\"version\":\"" + System.getProperty("java.version") + "\",\"decoders\":" + CLAIMS.size() + "}\n");
        CLAIMS.forEach(out::put);
    }

    static void skip(Bytes out, String seq, String why) {
        out.put("{\"seq\":" + seq + ",\"answer\":\"skip\",\"why\":\"" + why + "\"}\n");
    }

    /** The keys that say where the error is. */
    static String where(Said said) {
        return (said.at < 0 ? "" : ",\"at\":" + said.at) + (said.length < 0 ? "" : ",\"len\":" + said.length);
    }

    static void decode(Bytes out, String seq, Whole whole, String hex) throws Exception {
        Said said;
        try {
            said = whole.decode(unhex(hex));
        } catch (CharacterCodingException e) {
            said = Said.error(null, -1, -1);
        }
        out.put("{\"seq\":");
        out.put(seq);
        out.put(said.failed ? ",\"answer\":\"reject\"" + where(said) : ",\"answer\":\"accept\"");
        if (said.text != null) {
            out.put(",\"out\":\"");
            out.putHex(said.text);
            out.put("\"");
        }
        out.put("}\n");
    }

    static void script(Bytes out, String seq, Stream stream, String calls) {
        String verdict = "\"accept\"";
        boolean failed = false;
        int number = 0;
        out.put("{\"seq\":" + seq + ",\"outs\":\"");
        for (String call : calls.split(" ")) {
            out.put(number == 0 ? "" : " ");
            if (call.equals("~")) {
                stream.reset();
                failed = false;
                out.put("-");
            } else if (failed) {
                out.put("x");
            } else {
                Said said = call.equals(".") ? stream.finish() : stream.feed(unhex(call.equals("-") ? "" : call));
                failed = said.failed;
                out.put(failed ? "!" : said.text.isEmpty() ? "-" : "");
                out.putHex(said.text);
                if (failed && verdict.equals("\"accept\"")) {
                    verdict = "\"reject\",\"call\":" + number + where(said);
                }
            }
            number++;
        }
        out.put("\",\"answer\":" + verdict + "}\n");
    }

    /** The value of a key that is written as {@code start}. No value has an escape, and {@code end} ends it. */
    static String value(String line, String start, char end) {
        int from = line.indexOf(start) + start.length();
        return line.substring(from, line.indexOf(end, from));
    }

    static void answer(Bytes out, String line) throws Exception {
        String op = value(line, "\"op\":\"", '"');
        if (op.equals("hello")) {
            hello(out);
            return;
        }
        String seq = value(line, "\"seq\":", ',');
        if (!op.equals("decode") && !op.equals("script")) {
            skip(out, seq, "no such op");
            return;
        }
        String name = value(line, "\"decoder\":\"", '"');
        if (!WHOLE.containsKey(name)) {
            skip(out, seq, "no such decoder");
        } else if (op.equals("decode")) {
            decode(out, seq, WHOLE.get(name), value(line, "\"bytes\":\"", '"'));
        } else if (STREAM.containsKey(name)) {
            script(out, seq, STREAM.get(name).get(), value(line, "\"calls\":\"", '"'));
        } else {
            skip(out, seq, "takes no chunks");
        }
    }

    /**
     * Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an
     * answer unwritten. If a decoder breaks the loop, the answers before it are still written.
     */
    public static void main(String[] args) throws Exception {
        addAll();
        InputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream stdout = new FileOutputStream(FileDescriptor.out);
        Bytes lines = new Bytes();
        while (true) {
            lines.reserve(1 << 16);
            int n = in.read(lines.bytes, lines.length, 1 << 16);
            if (n < 0) {
                return;
            }
            int fresh = lines.length;
            int start = 0;
            lines.length += n;
            Bytes out = new Bytes();
            try {
                for (int i = fresh; i < lines.length; i++) {
                    if (lines.bytes[i] == '\n') {
                        answer(out, new String(lines.bytes, start, i - start, ISO_8859_1));
                        start = i + 1;
                    }
                }
            } finally {
                stdout.write(out.bytes, 0, out.length);
            }
            lines.length -= start;
            System.arraycopy(lines.bytes, start, lines.bytes, 0, lines.length);
        }
    }
}
