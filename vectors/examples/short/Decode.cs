// UTF8Encoding, with exceptions.
using System; using System.IO; using System.Linq; using System.Text;

class Decode {
    static bool Accepts(string hex) {
        var bytes = Enumerable.Range(0, hex.Length / 2).Select(at => Convert.ToByte(hex.Substring(2 * at, 2), 16)).ToArray();
        try { new UTF8Encoding(false, true).GetString(bytes); return true; } catch (DecoderFallbackException) { return false; }
    }
    static void Main(string[] arguments) {
        var rows = File.ReadLines(arguments[0] + "/utf8.tsv").Skip(1).Select(line => line.Split('\t')).ToList();
        var differ = rows.Where(row => Accepts(row[1]) != (row[2] == "true")).Select(row => row[0]).ToList();
        Console.WriteLine("c# short: {0} vectors, {1} differ {2}", rows.Count, differ.Count, differ.FirstOrDefault());
    }
}
