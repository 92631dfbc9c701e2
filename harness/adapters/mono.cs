// Adapter for the UTF-8 decoders of .NET as Mono has them; protocol 1 (CONTRACT.md beside this file).
//
// Build it with `mcs mono.cs`, run it as `mono mono.exe`: C# 7, the core library only.
//
// - Ill-formed is what the API documents for it: DecoderFallbackException of an encoding that was made with
//   throwOnInvalidBytes. Any other exception ends this process.
// - The exception has an Index, which .NET documents as "the index position in the input buffer of the byte that could not
//   be decoded". The calls in which the buffer is the whole input report it as `at`, valid_up_to. BytesUnknown is "the
//   input byte array that could not be decoded": its length is `len`. A negative Index, which Mono has, is no offset and is
//   left out.
// - Nothing tells an input that ends too early from one that is ill-formed.
// - Replacement is documented as U+FFFD for "a byte sequence that cannot be decoded"; what one is, .NET Framework, whose
//   documentation Mono follows, does not say. The policy is none.
// - A byte order mark is kept, by StreamReader too: these encodings have no preamble, and it is told not to look for one.
// - Decoder.Reset begins anew. A call with `flush` is a finish.
// - The char arrays that GetChars writes to are filled from ILLFORMED_CANARY; only what it says it wrote is text.

using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Text;

static class MonoAdapter
{
    sealed class Refusal : Exception
    {
        public readonly string Keys;

        public Refusal(DecoderFallbackException e, bool isPlaced)
        {
            Keys = (isPlaced && e.Index >= 0 ? ",\"at\":" + e.Index : "") + (e.BytesUnknown == null ? "" : ",\"len\":" + e.BytesUnknown.Length);
        }
    }

    static readonly Encoding Strict = new UTF8Encoding(false, true);
    static readonly Encoding Replacing = new UTF8Encoding(false, false);
    static readonly byte Canary = ReadCanary();

    static byte ReadCanary()
    {
        string digits = Environment.GetEnvironmentVariable("ILLFORMED_CANARY");
        return digits == null ? (byte)0x5a : Convert.ToByte(digits, 16);
    }

    static char[] Room(int units)
    {
        char[] room = new char[units];
        for (int i = 0; i < units; i++) room[i] = (char)(Canary << 8 | Canary);
        return room;
    }

    // ---- Decoders that take all at once: text, a number, or null for one that only validates.

    static string GetChars(Encoding encoding, byte[] data)
    {
        char[] room = Room(encoding.GetMaxCharCount(data.Length));
        return new string(room, 0, encoding.GetChars(data, 0, data.Length, room, 0));
    }

    static string ReadAll(Encoding encoding, byte[] data)
    {
        // Without `false` a byte order mark chooses another encoding.
        return new StreamReader(new MemoryStream(data), encoding, false).ReadToEnd();
    }

    static string BinaryReadString(byte[] data)
    {
        // A string stands behind its length, seven bits a byte.
        MemoryStream framed = new MemoryStream();
        uint length = (uint)data.Length;
        for (; length >= 0x80; length >>= 7) framed.WriteByte((byte)(length | 0x80));
        framed.WriteByte((byte)length);
        framed.Write(data, 0, data.Length);
        framed.Position = 0;
        return new BinaryReader(framed, Strict).ReadString();
    }

    static string UrlDecode(byte[] data)
    {
        // Every byte is percent-encoded, so that one run is decoded in one piece.
        StringBuilder encoded = new StringBuilder();
        foreach (byte b in data) encoded.Append('%').Append(b.ToString("X2"));
        return WebUtility.UrlDecode(encoded.ToString());
    }

    // ---- Decoders that take chunks.

    sealed class Stream
    {
        readonly Decoder decoder;
        readonly bool isConvert;

        public Stream(Encoding encoding, bool isConvert)
        {
            decoder = encoding.GetDecoder();
            this.isConvert = isConvert;
        }

        public string Feed(byte[] chunk, bool end)
        {
            return isConvert ? ConvertAll(chunk, end) : GetChars(chunk, end);
        }

        string GetChars(byte[] chunk, bool end)
        {
            // GetCharCount takes what the decoder kept into account.
            char[] room = Room(decoder.GetCharCount(chunk, 0, chunk.Length, end));
            return new string(room, 0, decoder.GetChars(chunk, 0, chunk.Length, room, 0, end));
        }

        // With room for two chars a call, which is as little as may be given.
        string ConvertAll(byte[] chunk, bool end)
        {
            StringBuilder text = new StringBuilder();
            char[] room = Room(2);
            bool isComplete = false;
            for (int from = 0; !isComplete;)
            {
                int used, written;
                decoder.Convert(chunk, from, chunk.Length - from, room, 0, 2, end, out used, out written, out isComplete);
                text.Append(room, 0, written);
                from += used;
                if (from == chunk.Length && written == 0) break;
            }
            return text.ToString();
        }

        public void Reset()
        {
            decoder.Reset();
        }
    }

    // ---- What there is and what it claims.

    sealed class Asked
    {
        public Func<byte[], object> Whole;
        public Func<Stream> Fresh;
        public bool IsPlaced;
    }

    static readonly Dictionary<string, Asked> Decoders = new Dictionary<string, Asked>();
    static readonly StringBuilder Claims = new StringBuilder();

    static void Add(string name, string api, string kind, string policy, string output, string at, string bom, Func<byte[], object> whole,
        Func<Stream> fresh = null)
    {
        Claims.Append("{\"decoder\":\"" + name + "\",\"api\":\"" + api + "\",\"kind\":\"" + kind +
            "\",\"profile\":\"rfc3629\",\"policy\":\"" + policy + "\",\"out\":\"" + output + "\",\"at\":\"" + at + "\",\"bom\":\"" + bom +
            "\",\"script\":\"" + (fresh == null ? "none" : "reset") + "\"}\n");
        Decoders.Add(name, new Asked { Whole = whole, Fresh = fresh, IsPlaced = at != "none" });
    }

    static void AddStream(string name, string api, string kind, string policy, Func<Stream> fresh)
    {
        Add(name, api, kind, policy, "utf16", "none", "keep", data => fresh().Feed(data, true), fresh);
    }

    static void AddAll()
    {
        Add("get-string", "UTF8Encoding(false, true).GetString(bytes)", "strict", "fatal", "utf16", "valid_up_to", "keep",
            data => Strict.GetString(data));
        Add("get-chars", "UTF8Encoding(false, true).GetChars(bytes, ...)", "strict", "fatal", "utf16", "valid_up_to", "keep",
            data => GetChars(Strict, data));
        Add("get-string-replace", "UTF8Encoding(false, false).GetString(bytes)", "lossy", "none", "utf16", "none", "keep",
            data => Replacing.GetString(data));
        Add("get-chars-replace", "UTF8Encoding(false, false).GetChars(bytes, ...)", "lossy", "none", "utf16", "none", "keep",
            data => GetChars(Replacing, data));
        // It counts and throws: asked as one that validates.
        Add("get-char-count", "UTF8Encoding(false, true).GetCharCount(bytes)", "validate", "fatal", "none", "valid_up_to", "keep",
            data => { Strict.GetCharCount(data); return null; });
        AddStream("decoder", "Decoder.GetChars(...), throwing", "strict", "fatal", () => new Stream(Strict, false));
        AddStream("decoder-replace", "Decoder.GetChars(...)", "lossy", "none", () => new Stream(Replacing, false));
        AddStream("decoder-convert", "Decoder.Convert(...), throwing, two chars of room", "strict", "fatal",
            () => new Stream(Strict, true));
        AddStream("decoder-convert-replace", "Decoder.Convert(...), two chars of room", "lossy", "none",
            () => new Stream(Replacing, true));
        Add("stream-reader", "StreamReader(stream, throwing, false).ReadToEnd()", "strict", "fatal", "utf16", "none", "keep",
            data => ReadAll(Strict, data));
        Add("stream-reader-replace", "StreamReader(stream, replacing, false).ReadToEnd()", "lossy", "none", "utf16", "none", "keep",
            data => ReadAll(Replacing, data));
        Add("binary-reader", "BinaryReader(stream, throwing).ReadString()", "strict", "fatal", "utf16", "none", "keep",
            data => BinaryReadString(data));
        Add("url-decode", "WebUtility.UrlDecode(percent-encoded)", "lossy", "none", "utf16", "none", "keep", data => UrlDecode(data));
    }

    // ---- The answers.

    const string Digits = "0123456789abcdef";

    static void AppendHex(StringBuilder answer, string text)
    {
        foreach (char unit in text)
        {
            answer.Append(Digits[unit >> 12]).Append(Digits[unit >> 8 & 15]).Append(Digits[unit >> 4 & 15]).Append(Digits[unit & 15]);
        }
    }

    static int Value(char digit)
    {
        return digit <= '9' ? digit - '0' : digit - 'a' + 10;
    }

    static byte[] FromHex(string hex)
    {
        byte[] bytes = new byte[hex.Length / 2];
        for (int i = 0; i < bytes.Length; i++) bytes[i] = (byte)(Value(hex[2 * i]) << 4 | Value(hex[2 * i + 1]));
        return bytes;
    }

    static void AppendDecode(StringBuilder answer, string seq, Asked decoder, byte[] data)
    {
        answer.Append("{\"seq\":").Append(seq);
        try
        {
            object text = decoder.Whole(data);
            answer.Append(",\"answer\":\"accept\"");
            if (text != null)
            {
                answer.Append(",\"out\":\"");
                AppendHex(answer, (string)text);
                answer.Append('"');
            }
        }
        catch (DecoderFallbackException e)
        {
            answer.Append(",\"answer\":\"reject\"").Append(new Refusal(e, decoder.IsPlaced).Keys);
        }
        answer.Append("}\n");
    }

    static void AppendScript(StringBuilder answer, string seq, Asked decoder, string[] calls)
    {
        answer.Append("{\"seq\":").Append(seq).Append(",\"outs\":\"");
        Stream stream = decoder.Fresh();
        string verdict = "\"accept\"";
        bool isFailed = false;
        for (int number = 0; number < calls.Length; number++)
        {
            string call = calls[number];
            if (number > 0) answer.Append(' ');
            if (call == "~")
            {
                stream.Reset();
                isFailed = false;
                answer.Append('-');
            }
            else if (isFailed)
            {
                answer.Append('x');
            }
            else
            {
                try
                {
                    string text = stream.Feed(FromHex(call == "." || call == "-" ? "" : call), call == ".");
                    AppendHex(answer, text);
                    if (text.Length == 0) answer.Append('-');
                }
                catch (DecoderFallbackException e)
                {
                    isFailed = true;
                    answer.Append('!');
                    if (verdict == "\"accept\"") verdict = "\"reject\",\"call\":" + number + new Refusal(e, false).Keys;
                }
            }
        }
        answer.Append("\",\"answer\":").Append(verdict).Append("}\n");
    }

    static void AppendSkip(StringBuilder answer, string seq, string why)
    {
        answer.Append("{\"seq\":" + seq + ",\"answer\":\"skip\",\"why\":\"" + why + "\"}\n");
    }

    static void Append(StringBuilder answer, string line)
    {
        // The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"decoder","bytes":"41"}
        string[] fields = line.Split('"');
        string op = fields[3];
        if (op == "hello")
        {
            answer.Append("{\"adapter\":\"mono\",\"protocol\":1,\"implementation\":\"Mono\",\"version\":\"" + RuntimeVersion() +
                "\",\"decoders\":" + Decoders.Count + "}\n").Append(Claims);
            return;
        }
        string seq = fields[6].Trim(':', ',', '}');
        Asked decoder;
        if (op != "decode" && op != "script") AppendSkip(answer, seq, "no such op");
        else if (!Decoders.TryGetValue(fields[9], out decoder)) AppendSkip(answer, seq, "no such decoder");
        else if (op == "decode") AppendDecode(answer, seq, decoder, FromHex(fields[13]));
        else if (decoder.Fresh == null) AppendSkip(answer, seq, "takes no chunks");
        else AppendScript(answer, seq, decoder, fields[13].Split(' '));
    }

    // Mono says its version by a method that is not public, and Environment.Version is that of the .NET it stands for.
    static string RuntimeVersion()
    {
        Type runtime = Type.GetType("Mono.Runtime");
        var method = runtime == null ? null : runtime.GetMethod("GetDisplayName",
            System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static);
        return method == null ? Environment.Version.ToString() : ((string)method.Invoke(null, null)).Split(' ')[0];
    }

    // Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
    // unwritten. If a decoder breaks the loop, the answers before it are still written.
    static void Main()
    {
        AddAll();
        System.IO.Stream input = Console.OpenStandardInput(), output = Console.OpenStandardOutput();
        byte[] chunk = new byte[1 << 16];
        StringBuilder held = new StringBuilder(); // The beginning of a line whose end has not arrived.
        for (int n; (n = input.Read(chunk, 0, chunk.Length)) > 0;)
        {
            string[] pieces = Encoding.ASCII.GetString(chunk, 0, n).Split('\n');
            StringBuilder answers = new StringBuilder();
            try
            {
                for (int i = 0; i < pieces.Length - 1; i++)
                {
                    string line = held.Append(pieces[i]).ToString();
                    held.Clear();
                    Append(answers, line);
                }
            }
            finally
            {
                byte[] bytes = Encoding.ASCII.GetBytes(answers.ToString());
                output.Write(bytes, 0, bytes.Length);
                output.Flush();
            }
            held.Append(pieces[pieces.Length - 1]);
        }
    }
}
