// An adapter for illformed. Go 1.18 or newer, standard library only.
//
// It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

package main

import ( // EDIT: and your decoders.
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"unicode/utf8"
)

// EDIT: what your decoder returns for ill-formed bytes. No panic is caught: a crash is a finding, and not a rejection.
type illFormed struct {
	at      int  // Where they begin, -1 if the API does not say it.
	hasText bool // Whether the API hands out the text before them, even if it is empty.
}

// A decoder reads from `from` until io.EOF, and gives to `put` the text that it puts out, as soon as it has it.
type decoder func(from io.Reader, put func(string)) *illFormed

// EDIT: gives a whole input to your decoder.
func strict(from io.Reader, put func(string)) *illFormed {
	data, _ := io.ReadAll(from)
	for at := 0; at < len(data); {
		code, size := utf8.DecodeRune(data[at:])
		if code == utf8.RuneError && size == 1 {
			return &illFormed{at, true}
		}
		put(string(code))
		at += size
	}
	return nil
}

// EDIT: another decoder, as many as you have. This one takes chunks, as it pulls them from an io.Reader. An API that is
// fed gets what each from.Read returns; if it has a reset, use one object and begin with that.
func runes(from io.Reader, put func(string)) *illFormed {
	reader := bufio.NewReader(from)
	for {
		code, _, err := reader.ReadRune()
		if err == io.EOF {
			return nil
		}
		put(string(code))
	}
}

// EDIT: your decoders, and what the documentation of each promises. `illformed adapter contract` explains each word.
var decoders = []struct {
	name, claim string
	decode      decoder
}{
	{"strict", `"api":"utf8.DecodeRune","kind":"strict","profile":"rfc3629","policy":"fatal",` +
		`"out":"utf8","at":"valid_up_to","bom":"keep","script":"none"`, strict},
	{"runes", `"api":"bufio.Reader.ReadRune","kind":"lossy","profile":"rfc3629","policy":"per-byte",` +
		`"out":"utf8","at":"none","bom":"keep","script":"finish"`, runes},
}

// EDIT: whose decoders they are.
func introduction() string {
	text := fmt.Sprintf(`{"adapter":"mine","protocol":1,"implementation":"Go","version":"%s","decoders":%d}`,
		strings.TrimPrefix(runtime.Version(), "go"), len(decoders))
	for _, each := range decoders {
		text += fmt.Sprintf("\n{\"decoder\":\"%s\",%s}", each.name, each.claim)
	}
	return text
}

// A decoder that is given chunks, in a goroutine of its own. A call is over when it reads on or returns.
type running struct {
	from   *io.PipeReader
	to     *io.PipeWriter
	done   chan struct{}
	text   strings.Builder
	failed *illFormed
}

func begin(decode decoder) *running {
	r := &running{done: make(chan struct{})}
	r.from, r.to = io.Pipe()
	go func() {
		r.failed = decode(r, func(text string) { r.text.WriteString(text) })
		r.from.Close()
		close(r.done)
	}()
	r.to.Write(nil) // This is taken when the decoder reads.
	return r
}

// Read is what the decoder calls. It does not see the empty writes.
func (r *running) Read(room []byte) (size int, err error) {
	for size == 0 && err == nil {
		size, err = r.from.Read(room)
	}
	return size, err
}

func (r *running) feed(chunk []byte) (string, *illFormed) {
	r.to.Write(chunk)
	r.to.Write(nil)
	return r.taken()
}

func (r *running) finish() (string, *illFormed) {
	r.to.Close()
	<-r.done
	return r.taken()
}

func (r *running) taken() (string, *illFormed) {
	defer r.text.Reset()
	return r.text.String(), r.failed
}

func fromHex(digits string) []byte { data, _ := hex.DecodeString(digits); return data }

func verdict(failed *illFormed, call string) string {
	if failed == nil {
		return `"accept"`
	} else if failed.at < 0 {
		return `"reject"` + call
	}
	return fmt.Sprintf(`"reject","at":%d%s`, failed.at, call)
}

func answerDecode(data []byte, decode decoder) string {
	var text strings.Builder
	failed := decode(bytes.NewReader(data), func(more string) { text.WriteString(more) })
	if failed != nil && !failed.hasText {
		return verdict(failed, "")
	}
	return fmt.Sprintf(`%s,"out":"%x"`, verdict(failed, ""), text.String())
}

func answerScript(calls string, decode decoder) string {
	var outs []string
	var failed *illFormed
	answer, r := verdict(nil, ""), begin(decode)
	for number, call := range strings.Split(calls, " ") {
		var text, out string
		switch {
		case call == "~":
			r.finish() // Else its goroutine would wait for ever.
			r, failed = begin(decode), nil
		case failed != nil:
			outs = append(outs, "x") // After an error nothing is called until the next reset.
			continue
		case call == ".":
			text, failed = r.finish()
		default:
			text, failed = r.feed(fromHex(strings.Trim(call, "-")))
		}
		if failed != nil {
			out = "!"
		} else if text == "" {
			out = "-"
		}
		if failed == nil || failed.hasText {
			out += fmt.Sprintf("%x", text)
		}
		outs = append(outs, out)
		if failed != nil && answer == verdict(nil, "") {
			answer = verdict(failed, fmt.Sprintf(`,"call":%d`, number))
		}
	}
	r.finish()
	return fmt.Sprintf(`%s,"outs":"%s"`, answer, strings.Join(outs, " "))
}

func main() {
	requests := json.NewDecoder(os.Stdin)
	for {
		asked := struct {
			Op, Decoder, Bytes, Calls string
			Seq                       int
		}{}
		if requests.Decode(&asked) != nil {
			return // The end of the input.
		}
		if asked.Op == "hello" {
			fmt.Println(introduction())
		}
		for _, each := range decoders {
			if each.name == asked.Decoder && asked.Op == "decode" {
				fmt.Printf("{\"seq\":%d,\"answer\":%s}\n", asked.Seq, answerDecode(fromHex(asked.Bytes), each.decode))
			} else if each.name == asked.Decoder {
				fmt.Printf("{\"seq\":%d,\"answer\":%s}\n", asked.Seq, answerScript(asked.Calls, each.decode))
			}
		}
	}
}
