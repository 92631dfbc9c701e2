// new String(bytes, UTF_8), which replaces as Java does.
import java.nio.file.*;
import java.util.*;
import static java.nio.charset.StandardCharsets.UTF_8;

class Decode {
    public static void main(String[] arguments) throws Exception {
        var hex = HexFormat.of();
        var rows = Files.lines(Path.of(arguments[0], "policies/java.tsv")).skip(1).map(line -> line.split("\t")).toList();
        var differ = rows.stream().filter(row ->
            !hex.formatHex(new String(hex.parseHex(row[1]), UTF_8).getBytes(UTF_8)).equals(row[7])).toList();
        System.out.printf("java short: %d vectors, %d differ %s%n", rows.size(), differ.size(), differ.isEmpty() ? "" : differ.get(0)[0]);
    }
}
