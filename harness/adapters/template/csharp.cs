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

        public IllFormed(int at)
        {
            At = at;
        }
    }

    static readonly Encoding Strict = new UTF8Encoding(false, true);

    // EDIT: gives the bytes to your decoder and returns its text.
    static string Decode(byte[] data)
    {
        try
        {
            return Strict.GetString(data);
        }
        catch (DecoderFallbackException)
        {
            throw new IllFormed(-1); // .NET has the offset in e.Index; Mono has another number there.
        }
    }

    // EDIT if your decoder takes chunks, and say so under "script" below. Each call returns its text.
    sealed class Stream
    {
        readonly Decoder decoder = Strict.GetDecoder();

        string Convert(byte[] chunk, bool end)
        {
            char[] text = new char[Strict.GetMaxCharCount(chunk.Length)];
            try
            {
                return new string(text, 0, decoder.GetChars(chunk, 0, chunk.Length, text, 0, end));
            }
            catch (DecoderFallbackException)
            {
                throw new IllFormed(-1);
            }
        }

        public string Feed(byte[] chunk)
        {
            return Convert(chunk, false);
        }

        public string Finish()
        {
            return Convert(new byte[0], true);
        }

        public string Reset()
        {
            decoder.Reset();
            return "";
        }
    }

    // EDIT: whose decoder it is, and what its documentation promises. `illformed adapter contract` explains each word.
    static readonly string Introduction =
        "{\"adapter\":\"mine\",\"protocol\":1,\"implementation\":\".NET\",\"version\":\"" + Environment.Version +
        "\",\"decoders\":1}\n" +
        "{\"decoder\":\"strict\",\"api\":\"UTF8Encoding(false, true).GetString\",\"kind\":\"strict\"," +
        "\"profile\":\"rfc3629\",\"policy\":\"fatal\",\"out\":\"utf16\",\"at\":\"none\",\"bom\":\"keep\"," +
        "\"script\":\"none\"}";

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

    static string AnswerDecode(string seq, string bytes)
    {
        try
        {
            return "{\"seq\":" + seq + ",\"answer\":\"accept\",\"out\":\"" + ToHex(Decode(FromHex(bytes))) + "\"}";
        }
        catch (IllFormed e)
        {
            return "{\"seq\":" + seq + ",\"answer\":\"reject\"" + Place(e) + "}";
        }
    }

    static string AnswerScript(string seq, string[] calls)
    {
        Stream stream = new Stream();
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

    static void Main()
    {
        StreamReader lines = new StreamReader(Console.OpenStandardInput(), Encoding.ASCII);
        StreamWriter answers = new StreamWriter(Console.OpenStandardOutput(), Encoding.ASCII);
        for (string line; (line = lines.ReadLine()) != null;)
        {
            string op = Value(line, "op");
            if (op == "hello") answers.Write(Introduction + "\n");
            else if (op == "decode") answers.Write(AnswerDecode(Value(line, "seq"), Value(line, "bytes")) + "\n");
            else answers.Write(AnswerScript(Value(line, "seq"), Value(line, "calls").Split(' ')) + "\n");
            answers.Flush();
        }
    }
}
