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
    static CharSequence decode(byte[] data) throws IllFormed {
        ByteBuffer in = ByteBuffer.wrap(data);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(in);
        } catch (CharacterCodingException e) {
            throw new IllFormed(in.position());
        }
    }

    /** EDIT if your decoder takes chunks, and say so under "script" below. Each call returns its text. */
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

    // EDIT: whose decoder it is, and what its documentation promises. `illformed adapter contract` explains each word.
    static final String ADAPTER = """
        {"adapter":"mine","protocol":1,"implementation":"Java","version":"%s","decoders":1}"""
        .formatted(System.getProperty("java.version"));
    static final String DECODER = """
        {"decoder":"strict","api":"CharsetDecoder.decode(in)","kind":"strict","profile":"rfc3629",\
        "policy":"fatal","out":"utf16","at":"valid_up_to","bom":"keep","script":"none"}""";

    /** The code units as they are, four digits each. */
    static String hex(CharSequence text) {
        StringBuilder hex = new StringBuilder();
        text.chars().forEach(unit -> hex.append(HexFormat.of().toHexDigits((char) unit)));
        return hex.toString();
    }

    static String answerDecode(String seq, String bytes) {
        try {
            CharSequence text = decode(HexFormat.of().parseHex(bytes));
            return "{\"seq\":" + seq + ",\"answer\":\"accept\",\"out\":\"" + hex(text) + "\"}";
        } catch (IllFormed e) {
            return "{\"seq\":" + seq + ",\"answer\":\"reject\"" + (e.at < 0 ? "" : ",\"at\":" + e.at) + "}";
        }
    }

    static String answerScript(String seq, String[] calls) {
        Stream stream = new Stream();
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

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            switch (value(line, "op")) {
                case "hello" -> out.print(ADAPTER + "\n" + DECODER + "\n");
                case "decode" -> out.print(answerDecode(value(line, "seq"), value(line, "bytes")) + "\n");
                default -> out.print(answerScript(value(line, "seq"), value(line, "calls").split(" ")) + "\n");
            }
            out.flush();
        }
    }
}
