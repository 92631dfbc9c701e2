// Package vectors has the illformed vectors: byte strings, each with what the standards say a UTF-8 decoder must make of it.
//
// README.md describes each column. The data is CC0-1.0.
package vectors

import (
	"bufio"
	"embed"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Files are the flat files as they are: utf8.tsv, utf8.jsonl, utf8-chunks.tsv, utf8-chunks.jsonl, policies/NAME.tsv and
// profiles/NAME.tsv.
//
//go:embed utf8* policies/*.tsv profiles/*.tsv
var Files embed.FS

// A Vector is an input and what a decoder must make of it. An answer that no definition gives is nil.
type Vector struct {
	ID         string   // The name of the vector. It never means other bytes.
	Input      []byte   // The bytes to decode.
	Cuts       []int    // The byte offsets at which Input is cut, in Chunks alone.
	WellFormed *bool    // Whether a strict decoder accepts the input.
	ErrorAt    *int     // The byte offset of the first error.
	ErrorLen   *int     // The length of the first error in bytes.
	Errors     *int     // The number of errors.
	Text       []byte   // The decoded text as UTF-8, nil if the input is not well-formed.
	Replaced   []byte   // The text with the errors replaced, as UTF-8.
	UTF16      []uint16 // The same in UTF-16 units.
	FFFD       *int     // How many U+FFFD are in it.
	Flags      []string // What the bytes are about.
}

// UTF8 returns the vectors under RFC 3629, equally Unicode. Errors are replaced by one U+FFFD for each maximal subpart.
func UTF8() []Vector { return embedded("utf8.tsv") }

// Chunks returns vectors of which the input comes in chunks, with the answers of UTF8.
func Chunks() []Vector { return embedded("utf8-chunks.tsv") }

// Policy returns the vectors of UTF8 with the errors replaced otherwise, such as "per-byte". The error says that there is no such policy.
func Policy(name string) ([]Vector, error) { return named("policies", name) }

// Profile returns the vectors under another profile than RFC 3629, such as "wtf8". The error says that there is no such profile.
func Profile(name string) ([]Vector, error) { return named("profiles", name) }

func named(folder, name string) ([]Vector, error) {
	file := folder + "/" + name + ".tsv"
	if _, err := Files.Open(file); err != nil {
		return nil, err
	}
	return embedded(file), nil
}

// The tests of the package read every embedded file, so a file of a release can be read.
func embedded(file string) []Vector {
	vectors, err := read(file)
	if err != nil {
		panic(err)
	}
	return vectors
}

func read(file string) ([]Vector, error) {
	opened, err := Files.Open(file)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	var vectors []Vector
	var columns []string
	scanner := bufio.NewScanner(opened)
	for line := 1; scanner.Scan(); line++ {
		values := strings.Split(scanner.Text(), "\t")
		if columns == nil {
			columns = values
			continue
		}
		if len(values) != len(columns) {
			return nil, fmt.Errorf("%s:%d: %d columns, not %d", file, line, len(values), len(columns))
		}
		var vector Vector
		for i, column := range columns {
			if err := vector.set(column, values[i]); err != nil {
				return nil, fmt.Errorf("%s:%d: %s: %w", file, line, column, err)
			}
		}
		vectors = append(vectors, vector)
	}
	return vectors, scanner.Err()
}

// The tables have "-" for what is absent, and an empty column for what is empty.
func (v *Vector) set(column, value string) (err error) {
	absent := value == "-"
	switch column {
	case "id":
		v.ID = value
	case "input":
		v.Input, err = hex.DecodeString(value)
	case "cuts":
		v.Cuts = []int{}
		for _, cut := range list(value) {
			at, err := strconv.Atoi(cut)
			if err != nil {
				return err
			}
			v.Cuts = append(v.Cuts, at)
		}
	case "flags":
		v.Flags = list(value)
	case "well_formed":
		if !absent {
			var wellFormed bool
			wellFormed, err = strconv.ParseBool(value)
			v.WellFormed = &wellFormed
		}
	case "error_at":
		v.ErrorAt, err = number(value)
	case "error_len":
		v.ErrorLen, err = number(value)
	case "errors":
		v.Errors, err = number(value)
	case "fffd":
		v.FFFD, err = number(value)
	case "text":
		v.Text, err = bytes(value)
	case "replaced":
		v.Replaced, err = bytes(value)
	case "utf16":
		var pairs []byte
		if pairs, err = bytes(value); pairs != nil {
			v.UTF16 = make([]uint16, len(pairs)/2)
			for i := range v.UTF16 {
				v.UTF16[i] = uint16(pairs[2*i])<<8 | uint16(pairs[2*i+1])
			}
		}
	default:
		err = fmt.Errorf("no such column is known")
	}
	return err
}

func list(value string) []string {
	if value == "-" {
		return nil
	}
	return strings.Split(value, ",")
}

func number(value string) (*int, error) {
	if value == "-" {
		return nil, nil
	}
	number, err := strconv.Atoi(value)
	return &number, err
}

func bytes(value string) ([]byte, error) {
	if value == "-" {
		return nil, nil
	}
	return hex.DecodeString(value)
}
