// utf8.Valid.
package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"
)

func main() {
	text, _ := os.ReadFile(os.Args[1] + "/utf8.tsv")
	rows, differ := strings.Split(strings.TrimSpace(string(text)), "\n")[1:], []string{""}
	for _, row := range rows {
		column := strings.Split(row, "\t")
		if data, err := hex.DecodeString(column[1]); err != nil || utf8.Valid(data) != (column[2] == "true") {
			differ = append(differ, column[0])
		}
	}
	fmt.Printf("go short: %d vectors, %d differ %s\n", len(rows), len(differ)-1, differ[len(differ)-1])
}
