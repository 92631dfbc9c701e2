// utf8.ValidString.
package main

import "fmt"
import "os"
import "strings"
import "unicode/utf8"

func main() {
	text, _ := os.ReadFile(os.Args[1] + "/utf8.tsv")
	agrees := map[bool]int{}
	for _, row := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		column, data := strings.Split(row, "\t"), ""
		fmt.Sscanf(column[1], "%x", &data)
		agrees[utf8.ValidString(data) == (column[2] == "true")]++
	}
	fmt.Printf("go short: %d vectors, %d differ\n", agrees[true]+agrees[false], agrees[false])
}
