// Adapter for the UTF-8 decoders of Go and of its standard library; protocol 1 (CONTRACT.md beside this file).
//
// Build it with `go build -o go go.go`: Go 1.18 or newer, standard library only.
//
//   - Go has one way to say ill-formed in a loop: utf8.DecodeRune returns (RuneError, 1). decode-rune and full-rune stop
//     there and `at` is how far the loop had come; the others go on as their documentation says.
//   - `incomplete` is what utf8.FullRune says: false, of bytes that are the beginning of a character. full-rune says it at
//     the end of the input alone.
//   - What each API promises for an invalid encoding stands beside it below. "It consumes one byte" and "the next
//     iteration will advance a single byte" are per-byte; "each run of invalid UTF-8 byte sequences" is per-run. Where
//     only U+FFFD is promised, or nothing, the policy is none.
//   - Text is the runes, or the bytes of a string where the API returns one.
//   - bufio.Reader and bufio.Scanner pull. They run in a goroutine of their own and read from a source that waits for a
//     chunk: a call is over when the source is asked for more.
//   - ILLFORMED_CANARY is not read: no API here has an output argument.
//   - Left out: utf8.DecodeLastRune, which goes backwards; utf8.ValidRune, which takes no bytes.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ---- The answer of a decoder.

type kind int

const (
	accept kind = iota
	reject
	incomplete
)

type said struct {
	kind kind
	at   int    // Where the error is, -1 if the API does not say it.
	text []byte // As hex.
}

func refused(at int, text []byte) said { return said{reject, at, text} }

const digits = "0123456789abcdef"

// The digits of each byte.
var pairs = func() (table [256][2]byte) {
	for i := range table {
		table[i] = [2]byte{digits[i>>4], digits[i&15]}
	}
	return
}()

func appendRune(hex []byte, r rune) []byte {
	a, b, c, d := pairs[byte(r>>24)], pairs[byte(r>>16)], pairs[byte(r>>8)], pairs[byte(r)]
	return append(hex, a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1])
}

func appendBytes[T string | []byte](hex []byte, text T) []byte {
	for i := 0; i < len(text); i++ {
		hex = append(hex, pairs[text[i]][0], pairs[text[i]][1])
	}
	return hex
}

// ---- One function a decoder.

func verdict(isValid bool) said {
	if isValid {
		return said{}
	}
	return refused(-1, nil)
}

func decodeRune(data []byte) said {
	var text []byte
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return refused(at, text)
		}
		text = appendRune(text, r)
		at += size
	}
	return said{text: text}
}

func decodeRuneInString(data []byte) said {
	var text []byte
	for s := string(data); len(s) > 0; {
		r, size := utf8.DecodeRuneInString(s)
		text = appendRune(text, r)
		s = s[size:]
	}
	return said{text: text}
}

func runes(data []byte) said {
	var text []byte
	for _, r := range []rune(string(data)) {
		text = appendRune(text, r)
	}
	return said{text: text}
}

func rangeLoop(data []byte) said {
	var text []byte
	for _, r := range string(data) {
		text = appendRune(text, r)
	}
	return said{text: text}
}

func count(n int) said { return said{text: strconv.AppendInt(nil, int64(n), 10)} }

func readRunes(from io.RuneReader, text []byte) []byte {
	for {
		r, _, err := from.ReadRune()
		if err == io.EOF {
			return text
		}
		if err != nil {
			panic(err)
		}
		text = appendRune(text, r)
	}
}

func scanRunes(from io.Reader, put func(token []byte)) {
	scanner := bufio.NewScanner(from)
	scanner.Split(bufio.ScanRunes)
	for scanner.Scan() {
		put(scanner.Bytes())
	}
	if err := scanner.Err(); err != nil {
		panic(err)
	}
}

// Everything can be conveyed: what JSON forbids in a string is escaped. The escapes are ASCII put for ASCII: they neither
// mend an ill-formed sequence nor break a well-formed one, and form no pair of surrogates.
func inJSON(data []byte) []byte {
	document := []byte{'"'}
	for _, b := range data {
		if b < 0x20 || b == '"' || b == '\\' {
			document = append(document, '\\', 'u', '0', '0', pairs[b][0], pairs[b][1])
		} else {
			document = append(document, b)
		}
	}
	return append(document, '"')
}

func jsonString(text string, err error) said {
	if err != nil {
		panic(err)
	}
	return said{text: appendBytes(nil, text)}
}

func jsonUnmarshal(data []byte) said {
	var text string
	err := json.Unmarshal(inJSON(data), &text)
	return jsonString(text, err)
}

func jsonDecoder(data []byte) said {
	var text string
	err := json.NewDecoder(bytes.NewReader(inJSON(data))).Decode(&text)
	return jsonString(text, err)
}

func xmlToken(data []byte) said {
	// A start tag stands before the data, so there is no BOM. Markup, and CR, which is normalised, become references:
	// ASCII for ASCII.
	document := []byte("<a>")
	for _, b := range data {
		switch b {
		case '<', '>', '&', '\r':
			document = append(document, "&#"...)
			document = strconv.AppendInt(document, int64(b), 10)
			document = append(document, ';')
		default:
			document = append(document, b)
		}
	}
	decoder := xml.NewDecoder(bytes.NewReader(append(document, "</a>"...)))
	var text []byte
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return said{text: text}
		}
		if _, ok := err.(*xml.SyntaxError); ok {
			return refused(-1, nil)
		}
		if err != nil {
			panic(err)
		}
		if characters, ok := token.(xml.CharData); ok {
			text = appendBytes(text, []byte(characters))
		}
	}
}

// ---- Decoders that take chunks.

type stream interface {
	feed(chunk []byte) said
	finish() said
	reset()
}

// A loop over utf8.FullRune and utf8.DecodeRune, as FullRune is meant for.
type fullRune struct {
	held     []byte // The beginning of a character whose end was not fed yet.
	consumed int
}

func (s *fullRune) feed(chunk []byte) said {
	s.held = append(s.held, chunk...)
	var text []byte
	for utf8.FullRune(s.held) {
		r, size := utf8.DecodeRune(s.held)
		if r == utf8.RuneError && size == 1 {
			return refused(s.consumed, text)
		}
		text = appendRune(text, r)
		s.held = s.held[size:]
		s.consumed += size
	}
	return said{text: text}
}

func (s *fullRune) finish() said {
	if len(s.held) > 0 {
		return said{incomplete, s.consumed, nil}
	}
	return said{}
}

func (s *fullRune) reset() { *s = fullRune{} }

func fullRuneWhole(data []byte) said {
	var s fullRune
	fed := s.feed(data)
	if fed.kind == accept {
		end := s.finish()
		end.text = fed.text
		return end
	}
	return fed
}

// A reader whose bytes come from calls of feed. It runs in the goroutine that reads.
type source struct {
	chunks  chan []byte   // Closed at the end of the input.
	waiting chan struct{} // Told when the chunk is read and more is asked for.
	rest    []byte
	started bool
}

func (s *source) Read(to []byte) (int, error) {
	if len(s.rest) == 0 {
		if s.started {
			s.waiting <- struct{}{}
		}
		s.started = true
		chunk, ok := <-s.chunks
		if !ok {
			return 0, io.EOF
		}
		s.rest = chunk
	}
	n := copy(to, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// What reads from a source, in a goroutine of its own.
type pulling struct {
	read func(from io.Reader, put func(hex []byte)) // Reads to the end.
	from *source
	text []byte
}

func (p *pulling) start() {
	from := &source{chunks: make(chan []byte), waiting: make(chan struct{})}
	p.from = from
	go func() {
		p.read(from, func(hex []byte) { p.text = append(p.text, hex...) })
		from.waiting <- struct{}{}
	}()
}

func (p *pulling) taken() said {
	<-p.from.waiting
	text := p.text
	p.text = nil
	return said{text: text}
}

func (p *pulling) feed(chunk []byte) said {
	if p.from == nil {
		p.start()
	}
	p.from.chunks <- chunk
	return p.taken()
}

func (p *pulling) finish() said {
	if p.from == nil {
		p.start()
	}
	close(p.from.chunks)
	text := p.taken()
	p.from = nil
	return text
}

func (p *pulling) reset() {
	if p.from != nil {
		p.finish()
	}
}

// bufio.Reader.Reset "discards any buffered data, resets all state": one reader serves the whole script.
func newReadRune() stream {
	reader := bufio.NewReader(nil)
	return &pulling{read: func(from io.Reader, put func([]byte)) {
		reader.Reset(from)
		for {
			r, _, err := reader.ReadRune()
			if err == io.EOF {
				return
			}
			if err != nil {
				panic(err)
			}
			put(appendRune(nil, r))
		}
	}}
}

// A Scanner has no reset.
func newScanRunes() stream {
	return &pulling{read: func(from io.Reader, put func([]byte)) {
		scanRunes(from, func(token []byte) { put(appendBytes(nil, token)) })
	}}
}

// ---- What there is and what it claims.

type decoder struct {
	hasText bool
	whole   func([]byte) said
	fresh   func() stream
}

var decoders = map[string]*decoder{}
var introduction []string

func add(name, api, kind, policy, out, more string, whole func([]byte) said, fresh func() stream) {
	claim := `{"decoder":"` + name + `","api":"` + api + `","kind":"` + kind + `","profile":"rfc3629","policy":"` + policy +
		`","out":"` + out + `","bom":"keep",` + more + "}"
	decoders[name] = &decoder{hasText: out != "none", whole: whole, fresh: fresh}
	introduction = append(introduction, claim)
}

const (
	once   = `"at":"none","script":"none"`
	onceAt = `"at":"valid_up_to","script":"none"`
)

func addAll() {
	// "Valid reports whether p consists entirely of valid UTF-8-encoded runes."
	add("valid", "utf8.Valid(p)", "validate", "fatal", "none", once,
		func(data []byte) said { return verdict(utf8.Valid(data)) }, nil)
	add("valid-string", "utf8.ValidString(s)", "validate", "fatal", "none", once,
		func(data []byte) said { return verdict(utf8.ValidString(string(data))) }, nil)
	// "If the encoding is invalid, it returns (RuneError, 1)."
	add("decode-rune", "utf8.DecodeRune(p), until (RuneError, 1)", "strict", "fatal", "utf32", onceAt, decodeRune, nil)
	add("decode-rune-in-string", "utf8.DecodeRuneInString(s)", "lossy", "per-byte", "utf32", once, decodeRuneInString, nil)
	// "FullRune reports whether the bytes in p begin with a full UTF-8 encoding of a rune. An invalid encoding is considered
	// a full Rune since it will convert as a width-1 error rune."
	add("full-rune", "utf8.FullRune(p), utf8.DecodeRune(p)", "strict", "fatal", "utf32",
		`"at":"valid_up_to","script":"reset"`, fullRuneWhole, func() stream { return &fullRune{} })
	// "Erroneous and short encodings are treated as single runes of width 1 byte."
	add("rune-count", "utf8.RuneCount(p)", "count", "per-byte", "count", once,
		func(data []byte) said { return count(utf8.RuneCount(data)) }, nil)
	add("rune-count-in-string", "utf8.RuneCountInString(s)", "count", "per-byte", "count", once,
		func(data []byte) said { return count(utf8.RuneCountInString(string(data))) }, nil)
	// The language: "If the iteration encounters an invalid UTF-8 sequence, the second value will be 0xFFFD, [...] and the
	// next iteration will advance a single byte in the string." Of the conversion it does not say it.
	add("range", "for _, r := range s", "lossy", "per-byte", "utf32", once, rangeLoop, nil)
	add("runes", "[]rune(s)", "lossy", "none", "utf32", once, runes, nil)
	// "each run of invalid UTF-8 byte sequences replaced by the replacement string, which may be empty"
	add("to-valid-utf8", `bytes.ToValidUTF8(s, U+FFFD)`, "lossy", "per-run", "utf8", once,
		func(data []byte) said { return said{text: appendBytes(nil, bytes.ToValidUTF8(data, []byte("\uFFFD")))} }, nil)
	add("to-valid-utf8-string", `strings.ToValidUTF8(s, U+FFFD)`, "lossy", "per-run", "utf8", once,
		func(data []byte) said {
			return said{text: appendBytes(nil, strings.ToValidUTF8(string(data), "\uFFFD"))}
		}, nil)
	add("to-valid-utf8-empty", "strings.ToValidUTF8(s, empty)", "lossy", "drop", "utf8", once,
		func(data []byte) said { return said{text: appendBytes(nil, strings.ToValidUTF8(string(data), ""))} }, nil)
	// bufio: "If the encoded rune is invalid, it consumes one byte and returns unicode.ReplacementChar (U+FFFD)". bytes says
	// the same; strings.Reader says nothing.
	add("read-rune", "bufio.Reader.ReadRune()", "lossy", "per-byte", "utf32", `"at":"none","script":"reset"`,
		func(data []byte) said { return said{text: readRunes(bufio.NewReader(bytes.NewReader(data)), nil)} }, newReadRune)
	add("buffer-read-rune", "bytes.Buffer.ReadRune()", "lossy", "per-byte", "utf32", once,
		func(data []byte) said { return said{text: readRunes(bytes.NewBuffer(data), nil)} }, nil)
	add("string-read-rune", "strings.Reader.ReadRune()", "lossy", "none", "utf32", once,
		func(data []byte) said { return said{text: readRunes(strings.NewReader(string(data)), nil)} }, nil)
	// "equivalent to that from a range loop over the input as a string, which means that erroneous UTF-8 encodings translate
	// to U+FFFD"
	add("scan-runes", "bufio.Scanner with ScanRunes", "lossy", "per-byte", "utf8", `"at":"none","script":"finish"`,
		func(data []byte) said {
			var text []byte
			scanRunes(bytes.NewReader(data), func(token []byte) { text = appendBytes(text, token) })
			return said{text: text}
		}, newScanRunes)
	// "invalid UTF-8 [...] are not treated as an error. Instead, they are replaced by the Unicode replacement character"
	add("json", "json.Unmarshal(data, v), in a JSON string", "lossy", "none", "utf8", once, jsonUnmarshal, nil)
	add("json-decoder", "json.Decoder.Decode(v), in a JSON string", "lossy", "none", "utf8", once, jsonDecoder, nil)
	// NewDecoder: inputs are UTF-8, and Strict is "enforcing the requirements of the XML specification".
	add("xml", "xml.Decoder.Token(), in an element", "strict", "fatal", "utf8", once+`,"refuses":"xml"`, xmlToken, nil)
}

// ---- The answers.

func unhex(hex []byte) []byte {
	data := make([]byte, len(hex)/2)
	for i := range data {
		data[i] = value[hex[2*i]]<<4 | value[hex[2*i+1]]
	}
	return data
}

var value = func() (table [256]byte) {
	for i := range digits {
		table[digits[i]] = byte(i)
	}
	return
}()

func appendVerdict(out []byte, s said) []byte {
	switch s.kind {
	case accept:
		return append(out, `"accept"`...)
	case reject:
		out = append(out, `"reject"`...)
	case incomplete:
		out = append(out, `"incomplete"`...)
	}
	if s.at >= 0 {
		out = append(out, `,"at":`...)
		out = strconv.AppendInt(out, int64(s.at), 10)
	}
	return out
}

func appendDecode(out []byte, seq []byte, by *decoder, data []byte) []byte {
	s := by.whole(data)
	out = append(append(append(out, `{"seq":`...), seq...), `,"answer":`...)
	out = appendVerdict(out, s)
	if by.hasText && (s.kind == accept || s.text != nil) {
		out = append(append(append(out, `,"out":"`...), s.text...), '"')
	}
	return append(out, "}\n"...)
}

func appendScript(out []byte, seq []byte, by *decoder, calls string) []byte {
	out = append(append(append(out, `{"seq":`...), seq...), `,"outs":"`...)
	s, answer, hasFailed, isFailed := by.fresh(), []byte(`"accept"`), false, false
	for number, call := range strings.Split(calls, " ") {
		if number > 0 {
			out = append(out, ' ')
		}
		if call == "~" {
			s.reset()
			isFailed = false
			out = append(out, '-')
			continue
		}
		if isFailed {
			out = append(out, 'x')
			continue
		}
		var now said
		switch call {
		case ".":
			now = s.finish()
		case "-":
			now = s.feed(nil)
		default:
			now = s.feed(unhex([]byte(call)))
		}
		if isFailed = now.kind != accept; isFailed {
			out = append(out, '!')
			if !hasFailed {
				hasFailed = true
				answer = append(appendVerdict(nil, now), `,"call":`...)
				answer = strconv.AppendInt(answer, int64(number), 10)
			}
		} else if len(now.text) == 0 {
			out = append(out, '-')
		}
		out = append(out, now.text...)
	}
	s.reset() // Its goroutine ends.
	return append(append(append(out, `","answer":`...), answer...), "}\n"...)
}

func appendSkip(out []byte, seq []byte, why string) []byte {
	return append(append(append(out, `{"seq":`...), seq...), (`,"answer":"skip","why":"` + why + "\"}\n")...)
}

func answer(out []byte, line []byte) []byte {
	// The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"valid","bytes":"41"}
	fields := bytes.Split(line, []byte{'"'})
	op := string(fields[3])
	if op == "hello" {
		version := strings.TrimPrefix(runtime.Version(), "go")
		out = append(out, (`{"adapter":"go","protocol":1,"implementation":"Go","version":"` + version + `","decoders":` +
			strconv.Itoa(len(introduction)) + "}\n")...)
		return append(append(out, strings.Join(introduction, "\n")...), '\n')
	}
	seq := bytes.Trim(fields[6], ":,")
	if op != "decode" && op != "script" {
		return appendSkip(out, seq, "no such op")
	}
	by := decoders[string(fields[9])]
	switch {
	case by == nil:
		return appendSkip(out, seq, "no such decoder")
	case op == "decode":
		return appendDecode(out, seq, by, unhex(fields[13]))
	case by.fresh == nil:
		return appendSkip(out, seq, "takes no chunks")
	}
	return appendScript(out, seq, by, string(fields[13]))
}

// Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
// unwritten. If a decoder panics, the answers before it are still written.
func main() {
	addAll()
	var held []byte // Ends with the beginning of a line whose end has not arrived.
	chunk := make([]byte, 1<<16)
	for {
		n, err := os.Stdin.Read(chunk)
		if err != nil {
			return // The end of the input.
		}
		held = append(held, chunk[:n]...)
		if bytes.IndexByte(chunk[:n], '\n') >= 0 {
			held = append(held[:0], answerLines(held)...)
		}
	}
}

// Answers the complete lines and returns what is behind them.
func answerLines(lines []byte) []byte {
	var out []byte
	defer func() { os.Stdout.Write(out) }()
	for {
		end := bytes.IndexByte(lines, '\n')
		if end < 0 {
			return lines
		}
		out = answer(out, lines[:end])
		lines = lines[end+1:]
	}
}
