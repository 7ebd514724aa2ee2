package record

import (
	"fmt"
	"path"
	"strings"
)

// Stdin is the name of standard input in records.
const Stdin = "-"

// Where returns the name of a record as people count: the first line of a file is line 1. In files of
// other formats than lines the first record has no number: mostly the file is meant. A document
// that a program has made has no file: then it is "the document", or "record 3".
func Where(file string, n int64) string {
	if file == Stdin {
		file = "standard input"
	}
	base := strings.ToLower(path.Base(file))
	noun := "record"
	switch {
	case file == "" && n == 0:
		return "the document"
	case file == "":
		return fmt.Sprintf("%s %d", noun, n+1)
	case strings.Contains(base, ".jsonl") || strings.Contains(base, ".ndjson"):
		noun = "line"
	case n == 0:
		return file
	case strings.Contains(base, ".parquet"), strings.Contains(base, ".arrow"), strings.Contains(base, ".feather"):
		noun = "row"
	}
	return fmt.Sprintf("%s, %s %d", file, noun, n+1)
}
