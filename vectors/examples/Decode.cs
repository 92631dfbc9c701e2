// UTF8Encoding: with replacement, and with exceptions.
using System;
using System.IO;
using System.Linq;
using System.Text;

static class Decode {
    static void Check(string name, string table, Func<byte[], string[], bool> agrees) {
        var rows = File.ReadLines(table).Skip(1).Select(line => line.Split('\t')).ToList();
        var differ = rows.Where(row => !agrees(Unhex(row[1]), row)).ToList();
        Console.WriteLine("c# {0}: {1} vectors, {2} differ {3}", name, rows.Count, differ.Count, differ.Count == 0 ? "" : differ[0][0]);
    }

    static byte[] Unhex(string hex) {
        return Enumerable.Range(0, hex.Length / 2).Select(at => Convert.ToByte(hex.Substring(2 * at, 2), 16)).ToArray();
    }

    static string Units(string text) {
        return string.Concat(text.Select(unit => ((int)unit).ToString("x4")));
    }

    static bool Strict(byte[] input, string[] row) {
        try {
            return Units(new UTF8Encoding(false, true).GetString(input)) == row[8] && row[2] == "true";
        } catch (DecoderFallbackException) {
            return row[2] == "false";
        }
    }

    static void Main(string[] arguments) {
        string table = Path.Combine(arguments[0], "utf8.tsv");
        Check("UTF8Encoding with exceptions", table, Strict);
        Check("UTF8Encoding", table, (input, row) => Units(new UTF8Encoding(false).GetString(input)) == row[8]);
    }
}
