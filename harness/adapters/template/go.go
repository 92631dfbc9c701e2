// An adapter for illformed. Go 1.18 or newer, standard library only.
//
// It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"unicode/utf8"
)

// EDIT: import your decoder above.

// EDIT: what your decoder returns for ill-formed bytes. No panic is caught: a crash is a finding, and not a rejection.
type illFormed struct {
	at int // Where they begin, -1 if the API does not say it.
}

// EDIT: gives the bytes to your decoder and returns its text.
func decode(data []byte) (string, *illFormed) {
	var text strings.Builder
	for at := 0; at < len(data); {
		code, size := utf8.DecodeRune(data[at:])
		if code == utf8.RuneError && size == 1 {
			return "", &illFormed{at}
		}
		text.WriteRune(code)
		at += size
	}
	return text.String(), nil
}

// EDIT if your decoder takes chunks, and say so under "script" below. Each call returns the text that it puts out.
// The standard library has no such decoder; FullRune is its means to make one.
type stream struct {
	held     []byte // The beginning of a character whose end was not fed yet.
	consumed int
}

func (s *stream) feed(chunk []byte) (string, *illFormed) {
	s.held = append(s.held, chunk...)
	var text strings.Builder
	for utf8.FullRune(s.held) {
		code, size := utf8.DecodeRune(s.held)
		if code == utf8.RuneError && size == 1 {
			return "", &illFormed{s.consumed}
		}
		text.WriteRune(code)
		s.held = s.held[size:]
		s.consumed += size
	}
	return text.String(), nil
}

func (s *stream) finish() (string, *illFormed) {
	if len(s.held) > 0 {
		return "", &illFormed{s.consumed}
	}
	return "", nil
}

func (s *stream) reset() (string, *illFormed) {
	*s = stream{}
	return "", nil
}

// EDIT: whose decoder it is, and what its documentation promises. `illformed adapter contract` explains each word.
func introduction() string {
	version := strings.TrimPrefix(runtime.Version(), "go")
	return `{"adapter":"mine","protocol":1,"implementation":"Go","version":"` + version + `","decoders":1}
{"decoder":"strict","api":"utf8.DecodeRune","kind":"strict","profile":"rfc3629","policy":"fatal",` +
		`"out":"utf8","at":"valid_up_to","bom":"keep","script":"none"}`
}

type request struct {
	Op    string
	Seq   int
	Bytes string
	Calls string
}

func (e *illFormed) place() string {
	if e.at < 0 {
		return ""
	}
	return fmt.Sprintf(`,"at":%d`, e.at)
}

func fromHex(digits string) []byte {
	data, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return data
}

func answerDecode(asked request) string {
	text, failed := decode(fromHex(asked.Bytes))
	if failed != nil {
		return fmt.Sprintf(`{"seq":%d,"answer":"reject"%s}`, asked.Seq, failed.place())
	}
	return fmt.Sprintf(`{"seq":%d,"answer":"accept","out":"%x"}`, asked.Seq, text)
}

func answerScript(asked request) string {
	var s stream
	var outs []string
	var failed *illFormed
	answer := `"accept"`
	for number, call := range strings.Split(asked.Calls, " ") {
		if failed != nil && call != "~" {
			outs = append(outs, "x") // After an error nothing is called until the next reset.
			continue
		}
		var text string
		switch call {
		case "~":
			text, failed = s.reset()
		case ".":
			text, failed = s.finish()
		case "-":
			text, failed = s.feed(nil)
		default:
			text, failed = s.feed(fromHex(call))
		}
		switch {
		case failed != nil:
			outs = append(outs, "!")
			if answer == `"accept"` {
				answer = fmt.Sprintf(`"reject","call":%d%s`, number, failed.place())
			}
		case text == "":
			outs = append(outs, "-")
		default:
			outs = append(outs, fmt.Sprintf("%x", text))
		}
	}
	return fmt.Sprintf(`{"seq":%d,"answer":%s,"outs":"%s"}`, asked.Seq, answer, strings.Join(outs, " "))
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return // The end of the input.
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			panic(err)
		}
		switch asked.Op {
		case "hello":
			fmt.Println(introduction())
		case "decode":
			fmt.Println(answerDecode(asked))
		default:
			fmt.Println(answerScript(asked))
		}
	}
}
