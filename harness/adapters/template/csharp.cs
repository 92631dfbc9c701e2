// An adapter for illformed. C# 7 or newer, Mono or .NET, no package. `illformed adapter new` prints the commands for
// Mono. With .NET, make it the Program.cs of a console project (`dotnet new console`), and run the program that
// `dotnet build` makes.
//
// It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

using System;
using System.IO;
using System.Text;

static class Adapter
{
    // EDIT: the exception that says "ill-formed", and the offset if the API reports one, else -1. No other exception is
    // caught: a crash is a finding, and not a rejection.
    sealed class IllFormed : Exception
    {
        public readonly int At;

        public IllFormed(int at) { At = at; }
    }

    static readonly Encoding StrictUtf8 = new UTF8Encoding(false, true);
    static readonly Encoding LossyUtf8 = new UTF8Encoding(false, false);

    // EDIT: gives the bytes to your decoder and returns its text.
    static string Strict(byte[] data)
    {
        try
        {
            return StrictUtf8.GetString(data);
        }
        catch (DecoderFallbackException)
        {
            throw new IllFormed(-1); // .NET has the offset in e.Index; Mono has another number there.
        }
    }

    // EDIT: another decoder, as many as you have.
    static string Lossy(byte[] data)
    {
        return LossyUtf8.GetString(data);
    }

    // EDIT if a decoder takes chunks, and say so under "script" below. Each call returns its text.
    sealed class Stream
    {
        readonly Decoder decoder;

        public Stream(Encoding encoding) { decoder = encoding.GetDecoder(); }

        string Convert(byte[] chunk, bool end)
        {
            char[] text = new char[Encoding.UTF8.GetMaxCharCount(chunk.Length)];
            try
            {
                return new string(text, 0, decoder.GetChars(chunk, 0, chunk.Length, text, 0, end));
            }
            catch (DecoderFallbackException)
            {
                throw new IllFormed(-1);
            }
        }

        public string Feed(byte[] chunk) { return Convert(chunk, false); }

        public string Finish() { return Convert(new byte[0], true); }

        public string Reset()
        {
            decoder.Reset();
            return "";
        }
    }

    sealed class Entry
    {
        public string Name, Claim;
        public Func<byte[], string> Decode;
        public Func<Stream> Open; // null if it takes no chunks.
    }

    // EDIT: each decoder: its name, its claim, which is what its documentation promises (`illformed adapter contract`
    // explains each word), its function, and what makes its stream. Write ' for the quotes of JSON.
    static readonly Entry[] Decoders =
    {
        new Entry { Name = "strict", Decode = Strict, Open = () => new Stream(StrictUtf8),
            Claim = "'api':'UTF8Encoding(false, true).GetString','kind':'strict','profile':'rfc3629'," +
                "'policy':'fatal','out':'utf16','at':'none','bom':'keep','script':'none'" },
        new Entry { Name = "lossy", Decode = Lossy, Open = () => new Stream(LossyUtf8),
            Claim = "'api':'UTF8Encoding(false, false).GetString','kind':'lossy','profile':'rfc3629'," +
                "'policy':'none','out':'utf16','at':'none','bom':'keep','script':'none'" },
    };

    // EDIT: whose decoders they are.
    static string Introduction()
    {
        string text = "{'adapter':'mine','protocol':1,'implementation':'.NET','version':'" + Environment.Version +
            "','decoders':" + Decoders.Length + "}";
        foreach (Entry entry in Decoders) text += "\n{'decoder':'" + entry.Name + "'," + entry.Claim + "}";
        return text.Replace('\'', '"');
    }

    // The code units as they are, four digits each.
    static string ToHex(string text)
    {
        StringBuilder hex = new StringBuilder();
        foreach (char unit in text) hex.Append(((int)unit).ToString("x4"));
        return hex.ToString();
    }

    static byte[] FromHex(string hex)
    {
        byte[] bytes = new byte[hex.Length / 2];
        for (int i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(hex.Substring(2 * i, 2), 16);
        return bytes;
    }

    static string Place(IllFormed e)
    {
        return e.At < 0 ? "" : ",\"at\":" + e.At;
    }

    static string AnswerDecode(string seq, string bytes, Func<byte[], string> decode)
    {
        try
        {
            return "{\"seq\":" + seq + ",\"answer\":\"accept\",\"out\":\"" + ToHex(decode(FromHex(bytes))) + "\"}";
        }
        catch (IllFormed e)
        {
            return "{\"seq\":" + seq + ",\"answer\":\"reject\"" + Place(e) + "}";
        }
    }

    static string AnswerScript(string seq, string[] calls, Stream stream)
    {
        string answer = "\"accept\"";
        string[] outs = new string[calls.Length];
        bool failed = false;
        for (int i = 0; i < calls.Length; i++)
        {
            if (failed && calls[i] != "~")
            {
                outs[i] = "x"; // After an error nothing is called until the next reset.
                continue;
            }
            failed = false;
            try
            {
                string text;
                if (calls[i] == "~") text = stream.Reset();
                else if (calls[i] == ".") text = stream.Finish();
                else text = stream.Feed(FromHex(calls[i] == "-" ? "" : calls[i]));
                outs[i] = text.Length == 0 ? "-" : ToHex(text);
            }
            catch (IllFormed e)
            {
                failed = true;
                outs[i] = "!";
                if (answer == "\"accept\"") answer = "\"reject\",\"call\":" + i + Place(e);
            }
        }
        return "{\"seq\":" + seq + ",\"answer\":" + answer + ",\"outs\":\"" + string.Join(" ", outs) + "\"}";
    }

    // The value of a key. Requests have no spaces and no escapes, so that no JSON library is needed.
    static string Value(string line, string key)
    {
        int from = line.IndexOf("\"" + key + "\":", StringComparison.Ordinal) + key.Length + 3;
        string rest = line.Substring(from);
        return rest[0] == '"' ? rest.Substring(1, rest.IndexOf('"', 1) - 1) : rest.Substring(0, rest.IndexOf(','));
    }

    static string Answer(string line, string op)
    {
        if (op == "hello") return Introduction();
        string name = Value(line, "decoder");
        Entry asked = Array.Find(Decoders, entry => entry.Name == name);
        if (op == "decode") return AnswerDecode(Value(line, "seq"), Value(line, "bytes"), asked.Decode);
        return AnswerScript(Value(line, "seq"), Value(line, "calls").Split(' '), asked.Open());
    }

    static void Main()
    {
        StreamReader lines = new StreamReader(Console.OpenStandardInput(), Encoding.ASCII);
        StreamWriter answers = new StreamWriter(Console.OpenStandardOutput(), Encoding.ASCII);
        for (string line; (line = lines.ReadLine()) != null;)
        {
            answers.Write(Answer(line, Value(line, "op")) + "\n");
            answers.Flush();
        }
    }
}
