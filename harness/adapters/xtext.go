// Adapter for the UTF-8 decoders of golang.org/x/text; protocol 1 (CONTRACT.md beside this file).
//
// Build it with `go build -o xtext xtext.go` where the package is found: Debian has it in /usr/share/gocode, which
// GO111MODULE=off and GOPATH=/usr/share/gocode name. Go 1.18 or newer.
//
//   - A Transformer takes chunks: it returns how much it took, and the caller hands it the rest again with what follows. That
//     is what transform.Reader and transform.Writer do, and the loop here. atEOF is the end of the input.
//   - encoding.Decoder: "Each byte that cannot be transcoded will be represented in the output by the UTF-8 encoding of
//     '\uFFFD'". runes.ReplaceIllFormed: "replaces all input bytes that are not part of a well-formed UTF-8 code sequence with
//     utf8.RuneError"; Remove and Map say the same of illegal bytes. All of that is per-byte. Of an Encoder, which reads UTF-8,
//     only U+FFFD is documented.
//   - UTF8Validator "returns ErrInvalidUTF8 on the first input byte that is not valid UTF-8", and before it the bytes taken.
//   - BOMOverride "causes it to switch to the corresponding Unicode decoding": what begins with a mark of UTF-16 is skipped.
//   - x/text has no version in it; that of Go stands for it.
//   - ILLFORMED_CANARY fills the output of a Transformer before each call.
//   - Left out: unicode/norm and cases, which change well-formed text; transform.RemoveFunc, deprecated for runes.Remove.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

// ---- What takes chunks: text, and where the error is, -1 if there is none.

type chunks struct {
	feed  func(chunk []byte, atEOF bool) ([]byte, int)
	reset func()
}

// A Transformer with what it has not taken yet, and with room for `size` bytes of text at a time.
func driven(by transform.Transformer, size int) chunks {
	dst, held, consumed := make([]byte, size), []byte(nil), 0
	feed := func(chunk []byte, atEOF bool) (text []byte, at int) {
		held = append(held, chunk...)
		for {
			copy(dst, bytes.Repeat(canary[:1], size))
			nDst, nSrc, err := by.Transform(dst, held, atEOF)
			text, held, consumed = append(text, dst[:nDst]...), held[nSrc:], consumed+nSrc
			switch {
			case err == nil, err == transform.ErrShortSrc && !atEOF:
				return text, -1
			case err == encoding.ErrInvalidUTF8:
				return text, consumed
			case err != transform.ErrShortDst || nDst+nSrc == 0:
				panic(err)
			}
		}
	}
	return chunks{feed, func() { by.Reset(); held, consumed = nil, 0 }}
}

func written(by transform.Transformer) chunks {
	out := &bytes.Buffer{}
	writer := transform.NewWriter(out, by)
	return chunks{feed: func(chunk []byte, atEOF bool) ([]byte, int) {
		out.Reset()
		_, err := writer.Write(chunk)
		if atEOF {
			err = writer.Close()
		}
		return well(out.Bytes(), err)
	}}
}

// What no error is documented of.
func well(text []byte, err error) ([]byte, int) {
	if err != nil {
		panic(err)
	}
	return text, -1
}

func reader(data []byte) ([]byte, int) {
	return well(io.ReadAll(unicode.UTF8.NewDecoder().Reader(bytes.NewReader(data))))
}

// ---- What there is and what it claims.

type decoder struct {
	whole func([]byte) ([]byte, int) // Nil: it is told that its one chunk is all.
	fresh func() chunks              // Nil: it takes no chunks.
}

var decoders = map[string]decoder{}
var introduction []string

func add(name, api, keys, script string, whole func([]byte) ([]byte, int), fresh func() chunks) {
	decoders[name] = decoder{whole, fresh}
	introduction = append(introduction, `{"decoder":"`+name+`","api":"`+api+`","profile":"rfc3629",`+keys+`,"script":"`+script+`"}`)
}

const (
	perByte = `"kind":"lossy","policy":"per-byte","out":"utf8","at":"none","bom":"keep"`
	strip   = `"kind":"lossy","policy":"per-byte","out":"utf8","at":"none","bom":"strip"`
	strict  = `"kind":"strict","policy":"fatal","out":"utf8","at":"valid_up_to","bom":"keep"`
	encoded = `"kind":"lossy","policy":"none","at":"none","bom":"keep","out":`
)

func addAll() {
	roomFor := func(size int, fresh func() transform.Transformer) func() chunks {
		return func() chunks { return driven(fresh(), size) }
	}
	of := func(by interface{ Bytes([]byte) ([]byte, error) }) func([]byte) ([]byte, int) {
		return func(data []byte) ([]byte, int) { return well(by.Bytes(data)) }
	}
	utf8 := func() transform.Transformer { return unicode.UTF8.NewDecoder() }
	utf8BOM := func() transform.Transformer { return unicode.UTF8BOM.NewDecoder() }
	override := func() transform.Transformer { return unicode.BOMOverride(unicode.UTF8.NewDecoder()) }
	validator := func() transform.Transformer { return encoding.UTF8Validator }
	replace := func() transform.Transformer { return runes.ReplaceIllFormed() }
	remove := func() transform.Transformer { return runes.Remove(runes.Predicate(func(rune) bool { return false })) }
	identity := func() transform.Transformer { return runes.Map(func(r rune) rune { return r }) }
	utf16 := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	wide := utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)

	add("utf8", "unicode.UTF8.NewDecoder().Bytes(b)", perByte, "reset", of(unicode.UTF8.NewDecoder()), roomFor(4096, utf8))
	add("utf8-narrow", "unicode.UTF8.NewDecoder().Transform(dst, src, atEOF), dst of 7 bytes", perByte, "reset", nil, roomFor(7, utf8))
	add("utf8-reader", "unicode.UTF8.NewDecoder().Reader(r)", perByte, "none", reader, nil)
	add("utf8-writer", "transform.NewWriter(w, unicode.UTF8.NewDecoder())", perByte, "finish", nil, func() chunks { return written(utf8()) })
	add("utf8-bom", "unicode.UTF8BOM.NewDecoder().Bytes(b)", strip, "reset", of(unicode.UTF8BOM.NewDecoder()), roomFor(4096, utf8BOM))
	add("bom-override", "unicode.BOMOverride(unicode.UTF8.NewDecoder())", strip, "none", nil, roomFor(4096, override))
	add("validator", "encoding.UTF8Validator.Transform(dst, src, atEOF)", strict, "reset", nil, roomFor(4096, validator))
	add("validator-narrow", "encoding.UTF8Validator.Transform(dst, src, atEOF), dst of 5 bytes", strict, "reset", nil, roomFor(5, validator))
	add("replace-ill-formed", "runes.ReplaceIllFormed()", perByte, "reset",
		func(data []byte) ([]byte, int) { return runes.ReplaceIllFormed().Bytes(data), -1 }, roomFor(4096, replace))
	add("remove", "runes.Remove(set)", perByte, "reset", nil, roomFor(4096, remove))
	add("map", "runes.Map(mapping)", perByte, "reset", nil, roomFor(4096, identity))
	add("encoder", "unicode.UTF8.NewEncoder().Bytes(b)", encoded+`"utf8"`, "none", of(unicode.UTF8.NewEncoder()), nil)
	add("utf16-encoder", "unicode.UTF16(...).NewEncoder().Bytes(b)", encoded+`"utf16"`, "none", of(utf16.NewEncoder()), nil)
	add("utf32-encoder", "utf32.UTF32(...).NewEncoder().Bytes(b)", encoded+`"utf32"`, "none", of(wide.NewEncoder()), nil)
}

// ---- The answers.

var canary, _ = hex.DecodeString(os.Getenv("ILLFORMED_CANARY") + "5a")

func (by decoder) decode(name string, data []byte) string {
	if name == "bom-override" && (bytes.HasPrefix(data, []byte("\xfe\xff")) || bytes.HasPrefix(data, []byte("\xff\xfe"))) {
		return `"skip","why":"it begins with a mark of UTF-16"}`
	}
	whole := by.whole
	if whole == nil {
		whole = func(data []byte) ([]byte, int) { return by.fresh().feed(data, true) }
	}
	text, at := whole(data)
	return verdict(at) + `,"out":"` + hex.EncodeToString(text) + `"}`
}

func verdict(at int) string {
	if at < 0 {
		return `"accept"`
	}
	return `"reject","at":` + strconv.Itoa(at)
}

func script(s chunks, calls []string) string {
	answer, failed, outs := "", false, make([]string, len(calls))
	for number, call := range calls {
		outs[number] = "-"
		switch {
		case call == "~":
			s.reset()
			failed = false
		case failed:
			outs[number] = "x"
		default:
			chunk, _ := hex.DecodeString(strings.Trim(call, ".-"))
			text, at := s.feed(chunk, call == ".")
			if failed = at >= 0; failed {
				outs[number] = "!" + hex.EncodeToString(text)
			} else if len(text) > 0 {
				outs[number] = hex.EncodeToString(text)
			}
			if failed && answer == "" {
				answer = verdict(at) + `,"call":` + strconv.Itoa(number)
			}
		}
	}
	if answer == "" {
		answer = verdict(-1)
	}
	return answer + `,"outs":"` + strings.Join(outs, " ") + `"}`
}

func answer(line string) string {
	// The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"utf8","bytes":"41"}
	fields := strings.Split(line, `"`)
	if fields[3] == "hello" {
		return `{"adapter":"xtext","protocol":1,"implementation":"golang.org/x/text on Go","version":"` +
			strings.TrimPrefix(runtime.Version(), "go") + `","decoders":` + strconv.Itoa(len(introduction)) + "}\n" +
			strings.Join(introduction, "\n")
	}
	seq := `{"seq":` + strings.Trim(fields[6], ":,") + `,"answer":`
	by, isKnown := decoders[fields[9]]
	switch {
	case isKnown && fields[3] == "decode":
		data, _ := hex.DecodeString(fields[13])
		return seq + by.decode(fields[9], data)
	case isKnown && fields[3] == "script" && by.fresh != nil:
		return seq + script(by.fresh(), strings.Split(fields[13], " "))
	}
	return seq + `"skip","why":"no such op or decoder, or it takes no chunks"}`
}

// Answers all lines that have arrived, then writes the answers, then waits for more. If a decoder panics, the answers before
// it are still written.
func main() {
	addAll()
	lines, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return // The end of the input.
		}
		out.WriteString(answer(line) + "\n")
		if waiting, _ := lines.Peek(lines.Buffered()); bytes.IndexByte(waiting, '\n') < 0 {
			out.Flush()
		}
	}
}
