// new String, CharsetDecoder, and DataInputStream.readUTF, which reads Modified UTF-8.
import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;
import java.util.function.*;
import static java.nio.charset.StandardCharsets.*;

class Decode {
    static String folder;

    static void check(String name, String table, BiPredicate<byte[], String[]> agrees) throws IOException {
        List<String> lines = Files.readAllLines(Path.of(folder, table));
        List<String> differ = lines.stream().skip(1).map(line -> line.split("\t"))
            .filter(column -> !agrees.test(HexFormat.of().parseHex(column[1]), column)).map(column -> column[0]).toList();
        System.out.printf("java %s: %d vectors, %d differ %s%n", name, lines.size() - 1, differ.size(), differ.isEmpty() ? "" : differ.get(0));
    }

    static String units(String text) {
        StringBuilder hex = new StringBuilder();
        text.chars().forEach(unit -> hex.append(String.format("%04x", unit)));
        return hex.toString();
    }

    static boolean strict(byte[] input, String[] column) {
        CharBuffer out = CharBuffer.allocate(input.length);
        ByteBuffer in = ByteBuffer.wrap(input);
        CharsetDecoder decoder = UTF_8.newDecoder();
        boolean error = decoder.decode(in, out, true).isError() || decoder.flush(out).isError();
        return error ? column[2].equals("false") && column[3].equals("" + in.position())
            : units(out.flip().toString()).equals(column[8]);
    }

    static boolean modified(byte[] input, String[] column) {
        byte[] length = { (byte) (input.length >> 8), (byte) input.length };
        InputStream in = new SequenceInputStream(new ByteArrayInputStream(length), new ByteArrayInputStream(input));
        try {
            return units(new DataInputStream(in).readUTF()).equals(column[8]);
        } catch (IOException error) {
            return column[2].equals("false");
        }
    }

    public static void main(String[] arguments) throws IOException {
        folder = arguments[0];
        check("CharsetDecoder", "utf8.tsv", Decode::strict);
        check("new String, as Java replaces", "policies/java.tsv", (in, column) -> units(new String(in, UTF_8)).equals(column[8]));
        check("new String, as Unicode replaces", "utf8.tsv", (in, column) -> units(new String(in, UTF_8)).equals(column[8]));
        check("readUTF", "profiles/mutf8.tsv", Decode::modified);
    }
}
