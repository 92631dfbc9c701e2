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
import java.io.ObjectInputStream;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.io.UTFDataFormatException;
import java.lang.invoke.MethodHandles;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channels;
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
import java.util.PropertyResourceBundle;
import java.util.Scanner;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
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

        DecoderStream(Charset charset, CodingErrorAction action, Buffers buffers, int outChars) {
            decoder = decoder(charset, action);
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

    /** A stream of serialized data, with one block that holds what writeUTF() would have put there. */
    static Said objectReadUtf(byte[] data) throws IOException {
        Bytes stream = new Bytes();
        stream.put16(0xACED, 5);
        stream.put((byte) 0x7A);
        stream.put16(data.length + 2 >> 16, data.length + 2, data.length);
        stream.put(data);
        try (ObjectInputStream in = new ObjectInputStream(stream.reader())) {
            return Said.text(in.readUTF());
        } catch (UTFDataFormatException e) {
            return Said.error(null, -1, -1);
        }
    }

    /** A class with one field, "v", whose value is this constant. */
    static Said classConstant(byte[] data) throws Exception {
        Bytes file = new Bytes();
        file.put16(0xCAFE, 0xBABE, 0, 61, 10);
        for (String name : new String[] {"Constant", "java/lang/Object", "v", "Ljava/lang/String;", "ConstantValue"}) {
            file.put((byte) 1);
            file.put16(name.length());
            file.put(name);
        }
        // Entry 6 is the constant, 7 the string of it, 8 and 9 are the class and its superclass.
        file.put((byte) 1);
        file.put16(data.length);
        file.put(data);
        for (int[] entry : new int[][] {{8, 6}, {7, 1}, {7, 2}}) {
            file.put((byte) entry[0]);
            file.put16(entry[1]);
        }
        // Public; no interfaces; a field that is public, static and final; no methods, no attributes.
        file.put16(0x21, 8, 9, 0, 1, 0x19, 3, 4, 1, 5, 0, 2, 7, 0, 0);
        byte[] bytes = Arrays.copyOf(file.bytes, file.length);
        try {
            Class<?> made = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
            return Said.text((String) made.getField("v").get(null));
        } catch (ClassFormatError e) {
            if (e.getMessage().startsWith("Illegal UTF8 string in constant pool")) {
                return Said.error(null, -1, -1);
            }
            throw e;
        }
    }

    /** An archive of one entry, that says of its name that it is UTF-8. */
    static Said zipEntryName(byte[] data) throws IOException {
        Bytes archive = new Bytes();
        archive.put("PK\3\4");
        archive.put16(0x1400, 0x0008, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        archive.put((byte) data.length);
        archive.put((byte) (data.length >> 8));
        archive.put16(0);
        archive.put(data);
        try (ZipInputStream in = new ZipInputStream(archive.reader())) {
            ZipEntry entry = in.getNextEntry();
            return Said.text(entry.getName());
        } catch (ZipException | IllegalArgumentException e) {
            return Said.error(null, -1, -1);
        }
    }

    static Said resourceBundle(byte[] data) throws IOException {
        // ASCII becomes an escape, ASCII for ASCII, but for letters and digits: others mean something there.
        Bytes properties = new Bytes();
        properties.put("k=");
        for (byte b : data) {
            if (b < 0 || Character.isLetterOrDigit(b)) {
                properties.put(b);
            } else {
                properties.put("\\u00");
                properties.put(DIGITS[b >> 4]);
                properties.put(DIGITS[b & 15]);
            }
        }
        return Said.text(new PropertyResourceBundle(properties.reader()).getString("k"));
    }

    static Said scan(byte[] data) throws IOException {
        // No delimiter is found, so that one token has all.
        try (Scanner scanner = new Scanner(new ByteArrayInputStream(data), UTF_8).useDelimiter("(?!)")) {
            String text = scanner.hasNext() ? scanner.next() : "";
            if (scanner.ioException() != null) {
                throw scanner.ioException();
            }
            return Said.text(text);
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

    /** Every byte is percent-encoded, so that an API sees one run and decodes it in one piece. */
    static String percentEncoded(byte[] data) {
        StringBuilder encoded = new StringBuilder(3 * data.length);
        for (byte b : data) {
            encoded.append('%').append((char) DIGITS[b >> 4 & 15]).append((char) DIGITS[b & 15]);
        }
        return encoded.toString();
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
            parser.parse(document.reader(), handler);
        } catch (SAXParseException | CharConversionException e) {
            return Said.error(null, -1, -1);
        }
        return Said.text(text);
    }

    // ---- What there is and what it claims.

    static final List<String> CLAIMS = new ArrayList<>();
    static final Map<String, Whole> WHOLE = new LinkedHashMap<>();
    static final Map<String, Supplier<? extends Stream>> STREAM = new LinkedHashMap<>();

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
        addStream(name, how, () -> new DecoderStream(UTF_8, action, buffers, outChars),
            claim(strict ? "strict" : "lossy", "rfc3629", policy, strict ? "valid_up_to" : "none", "reset"));
    }

    static void addStream(String name, String how, Supplier<DecoderStream> fresh, String claims) {
        add(name, "CharsetDecoder.decode(in, out, end), " + how, data -> fresh.get().decode(data, true), claims);
        STREAM.put(name, fresh);
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
        add("scanner", "new Scanner(in, UTF_8).next()", JavaAdapter::scan, REPLACES);
        // "Equivalent to newReader(ch, cs.newDecoder(), -1)": a new decoder reports.
        add("channel-reader", "Channels.newReader(channel, UTF_8)",
            data -> Said.text(readAll(Channels.newReader(Channels.newChannel(new ByteArrayInputStream(data)), UTF_8))),
            STRICT);
        // "MalformedInputException ... if the encoding property is UTF-8".
        add("resource-bundle", "new PropertyResourceBundle(in)", JavaAdapter::resourceBundle, STRICT);
        // "If set, the strings are UTF-8" (APPNOTE.TXT of PKWARE, bit 11).
        add("zip-entry-name", "ZipInputStream.getNextEntry().getName()", JavaAdapter::zipEntryName,
            STRICT + ",\"max_bytes\":65535");
        // Where "a decoding error occurs ... the erroneous octets are replaced by" U+FFFD.
        add("uri", "new URI(percent-encoded).getFragment()",
            data -> Said.text(new URI("#" + percentEncoded(data)).getFragment()), REPLACES);
        add("url-decoder", "URLDecoder.decode(percent-encoded, UTF_8)",
            data -> Said.text(URLDecoder.decode(percentEncoded(data), UTF_8)),
            claim("lossy", "rfc3629", "none", "none", "none"));
        add("xml", "SAXParser.parse(in), in an element", JavaAdapter::xml, STRICT + ",\"refuses\":\"xml\"");
        // Other formats. DataInput.readUTF names modified UTF-8 and then documents, group by group, a decoder of more than
        // that: overlong forms, and 00.
        add("read-utf", "DataInputStream.readUTF()", JavaAdapter::readUtf,
            claim("strict", "none", "fatal", "none", "none") + ",\"max_bytes\":65535");
        add("object-read-utf", "ObjectInputStream.readUTF()", JavaAdapter::objectReadUtf,
            claim("strict", "none", "fatal", "none", "none") + ",\"max_bytes\":65535");
        // The Java Virtual Machine Specification, 4.4.7: "String content is encoded in modified UTF-8".
        add("class-constant", "Lookup.defineHiddenClass(bytes), CONSTANT_Utf8", JavaAdapter::classConstant,
            claim("strict", "mutf8", "fatal", "none", "none") + ",\"max_bytes\":65535");
        if (Charset.isSupported("CESU-8")) {
            Charset cesu8 = Charset.forName("CESU-8");
            String strict = claim("strict", "cesu8", "fatal", "valid_up_to", "none");
            add("cesu-8", "CharsetDecoder.decode(in) of CESU-8, REPORT", oneCall(cesu8, REPORT, heap), strict);
            addStream("stream-cesu-8", "of CESU-8, REPORT", () -> new DecoderStream(cesu8, REPORT, heap, 1024),
                claim("strict", "cesu8", "fatal", "valid_up_to", "reset"));
            add("string-cesu-8", "new String(bytes, CESU-8)", data -> Said.text(new String(data, cesu8)),
                claim("lossy", "cesu8", "none", "none", "none"));
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

        void put(byte[] more) {
            reserve(more.length);
            System.arraycopy(more, 0, bytes, length, more.length);
            length += more.length;
        }

        /** Numbers of two bytes, big end first. */
        void put16(int... numbers) {
            for (int number : numbers) {
                put((byte) (number >> 8));
                put((byte) number);
            }
        }

        InputStream reader() {
            return new ByteArrayInputStream(bytes, 0, length);
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
        // Read once, when the class of the bundle is initialized.
        System.setProperty("java.util.PropertyResourceBundle.encoding", "UTF-8");
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
