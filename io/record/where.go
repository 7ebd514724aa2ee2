package record

import (
	"fmt"
	"path"
	"strings"
)

// Where returns the name of a record as people count: the first line of a file is line 1. In files of
// other formats than lines the first record has no number: mostly the file is meant.
func Where(file string, n int64) string {
	base := strings.ToLower(path.Base(file))
	noun := "record"
	switch {
	case strings.Contains(base, ".jsonl") || strings.Contains(base, ".ndjson"):
		noun = "line"
	case n == 0:
		return file
	case strings.Contains(base, ".parquet"):
		noun = "row"
	}
	return fmt.Sprintf("%s, %s %d", file, noun, n+1)
}
