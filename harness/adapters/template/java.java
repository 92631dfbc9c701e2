// An adapter for illformed. Java 17 or newer, no class path.
//
// It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

class Adapter {
    // EDIT: the exception that says "ill-formed", and the offset if the API reports one, else -1. No other exception is
    // caught: a crash is a finding, and not a rejection.
    static class IllFormed extends Exception {
        final int at;

        IllFormed(int at) {
            this.at = at;
        }
    }

    /** EDIT: gives the bytes to your decoder and returns its text. */
    static CharSequence strict(byte[] data) throws IllFormed {
        ByteBuffer in = ByteBuffer.wrap(data);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(in);
        } catch (CharacterCodingException e) {
            throw new IllFormed(in.position());
        }
    }

    /** EDIT: another decoder, as many as you have. */
    static CharSequence lossy(byte[] data) {
        return new String(data, StandardCharsets.UTF_8);
    }

    /** EDIT if a decoder takes chunks, and say so under "script" below. Each call returns its text. */
    static class Stream {
        final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        byte[] left = {};

        CharSequence feed(byte[] chunk, boolean end) throws IllFormed {
            ByteBuffer in = ByteBuffer.allocate(left.length + chunk.length).put(left).put(chunk).flip();
            CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
            CoderResult result = decoder.decode(in, out, end);
            if (result.isError()) {
                throw new IllFormed(-1);
            }
            // CharsetDecoder asks for these bytes again, in front of the next ones.
            left = new byte[in.remaining()];
            in.get(left);
            return out.flip();
        }

        CharSequence finish() throws IllFormed {
            return feed(new byte[0], true);
        }

        CharSequence reset() {
            decoder.reset();
            left = new byte[0];
            return "";
        }
    }

    interface Function {
        CharSequence decode(byte[] data) throws IllFormed;
    }

    record Decoder(String name, String claim, Function function, Supplier<Stream> stream) {}

    // EDIT: each decoder: its name, its claim, which is what its documentation promises (`illformed adapter contract`
    // explains each word), its function, and what makes its stream, or null.
    static final List<Decoder> DECODERS = List.of(
        new Decoder("strict", """
            "api":"CharsetDecoder.decode(in)","kind":"strict","profile":"rfc3629","policy":"fatal",\
            "out":"utf16","at":"valid_up_to","bom":"keep","script":"none"}""", Adapter::strict, Stream::new),
        new Decoder("lossy", """
            "api":"new String(bytes, UTF_8)","kind":"lossy","profile":"rfc3629","policy":"none",\
            "out":"utf16","at":"none","bom":"keep","script":"none"}""", Adapter::lossy, null));

    // EDIT: whose decoders they are.
    static String introduction() {
        StringBuilder text = new StringBuilder("""
            {"adapter":"mine","protocol":1,"implementation":"Java","version":"%s","decoders":%d}"""
            .formatted(System.getProperty("java.version"), DECODERS.size()));
        for (Decoder decoder : DECODERS) {
            text.append("\n{\"decoder\":\"" + decoder.name + "\"," + decoder.claim);
        }
        return text.toString();
    }

    /** The code units as they are, four digits each. */
    static String hex(CharSequence text) {
        StringBuilder hex = new StringBuilder();
        text.chars().forEach(unit -> hex.append(HexFormat.of().toHexDigits((char) unit)));
        return hex.toString();
    }

    static String answerDecode(String seq, String bytes, Function function) {
        try {
            CharSequence text = function.decode(HexFormat.of().parseHex(bytes));
            return "{\"seq\":" + seq + ",\"answer\":\"accept\",\"out\":\"" + hex(text) + "\"}";
        } catch (IllFormed e) {
            return "{\"seq\":" + seq + ",\"answer\":\"reject\"" + (e.at < 0 ? "" : ",\"at\":" + e.at) + "}";
        }
    }

    static String answerScript(String seq, String[] calls, Stream stream) {
        String answer = "\"accept\"";
        String[] outs = new String[calls.length];
        boolean failed = false;
        for (int i = 0; i < calls.length; i++) {
            if (failed && !calls[i].equals("~")) {
                outs[i] = "x"; // After an error nothing is called until the next reset.
                continue;
            }
            failed = false;
            try {
                CharSequence text = switch (calls[i]) {
                    case "~" -> stream.reset();
                    case "." -> stream.finish();
                    case "-" -> stream.feed(new byte[0], false);
                    default -> stream.feed(HexFormat.of().parseHex(calls[i]), false);
                };
                outs[i] = text.isEmpty() ? "-" : hex(text);
            } catch (IllFormed e) {
                failed = true;
                outs[i] = "!";
                if (answer.equals("\"accept\"")) {
                    answer = "\"reject\",\"call\":" + i;
                }
            }
        }
        return "{\"seq\":" + seq + ",\"answer\":" + answer + ",\"outs\":\"" + String.join(" ", outs) + "\"}";
    }

    /** The value of a key. Requests have no spaces and no escapes, so that no JSON library is needed. */
    static String value(String line, String key) {
        int from = line.indexOf("\"" + key + "\":") + key.length() + 3;
        String rest = line.substring(from);
        return rest.startsWith("\"") ? rest.substring(1, rest.indexOf('"', 1)) : rest.substring(0, rest.indexOf(','));
    }

    static String answer(String line, String op) {
        if (op.equals("hello")) return introduction();
        String seq = value(line, "seq"), name = value(line, "decoder");
        Decoder asked = DECODERS.stream().filter(decoder -> decoder.name.equals(name)).findFirst().orElseThrow();
        if (op.equals("decode")) return answerDecode(seq, value(line, "bytes"), asked.function);
        return answerScript(seq, value(line, "calls").split(" "), asked.stream.get());
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            out.print(answer(line, value(line, "op")) + "\n");
            out.flush();
        }
    }
}
