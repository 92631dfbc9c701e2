// The package unicode/utf8, strings.ToValidUTF8, and the conversion to []rune.
package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

func check(name, table string, agrees func(in string, column []string) bool) {
	text, err := os.ReadFile(os.Args[1] + "/" + table)
	if err != nil {
		panic(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	differ, first := 0, ""
	for _, line := range lines {
		column := strings.Split(line, "\t")
		if in, err := hex.DecodeString(column[1]); err != nil || !agrees(string(in), column) {
			if differ++; differ == 1 {
				first = column[0]
			}
		}
	}
	fmt.Printf("go %s: %d vectors, %d differ %s\n", name, len(lines), differ, first)
}

func main() {
	replaced := func(text string, column []string) bool { return hex.EncodeToString([]byte(text)) == column[7] }
	check("utf8.ValidString", "utf8.tsv", func(in string, column []string) bool {
		return strconv.FormatBool(utf8.ValidString(in)) == column[2]
	})
	check("strings.ToValidUTF8", "policies/per-run.tsv", func(in string, column []string) bool {
		return replaced(strings.ToValidUTF8(in, "\uFFFD"), column)
	})
	check("[]rune", "policies/per-byte.tsv", func(in string, column []string) bool {
		return replaced(string([]rune(in)), column)
	})
}
