package vectors

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func ExampleUTF8() {
	for _, vector := range UTF8() {
		if utf8.Valid(vector.Input) != *vector.WellFormed {
			fmt.Println(vector.ID, "differs")
		}
	}
	// Output:
}

func TestEveryFileIsRead(t *testing.T) {
	for _, file := range []string{"utf8.tsv", "utf8.jsonl", "utf8-chunks.tsv", "utf8-chunks.jsonl"} {
		if _, err := fs.Stat(Files, file); err != nil {
			t.Error(err)
		}
	}
	all := len(UTF8())
	err := fs.WalkDir(Files, ".", func(file string, entry fs.DirEntry, err error) error {
		if entry.IsDir() || strings.HasSuffix(file, ".jsonl") {
			return err
		}
		vectors, err := read(file)
		if chunks := file == "utf8-chunks.tsv"; err == nil && (len(vectors) == 0 || !chunks && len(vectors) != all) {
			t.Errorf("%s has %d vectors, utf8.tsv has %d", file, len(vectors), all)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTextIsWhatUnicodeUtf8SaysOfIt(t *testing.T) {
	for _, vector := range append(UTF8(), Chunks()...) {
		if (vector.Text != nil) != *vector.WellFormed || *vector.WellFormed != utf8.Valid(vector.Input) {
			t.Errorf("%s: well-formed is told as %v", vector.ID, *vector.WellFormed)
		}
		if got := string(utf16.Decode(vector.UTF16)); got != string(vector.Replaced) {
			t.Errorf("%s: %+q in UTF-16, %+q in UTF-8", vector.ID, got, vector.Replaced)
		}
		if strings.Count(string(vector.Replaced), "\uFFFD") != *vector.FFFD {
			t.Errorf("%s: not %d U+FFFD", vector.ID, *vector.FFFD)
		}
	}
}

func TestPolicyAndProfileAreFoundByName(t *testing.T) {
	perByte, err := Policy("per-byte")
	if err != nil {
		t.Fatal(err)
	}
	for _, vector := range perByte {
		if got := string([]rune(string(vector.Input))); got != string(vector.Replaced) {
			t.Errorf("%s: %+q, []rune gives %+q", vector.ID, vector.Replaced, got)
		}
	}
	if _, err := Profile("wtf8"); err != nil {
		t.Error(err)
	}
	if _, err := Profile("utf9"); err == nil {
		t.Error("there is a profile utf9")
	}
}
