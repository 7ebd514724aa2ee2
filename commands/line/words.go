package line

import "github.com/dustin/go-humanize/english"

// Many returns a number with its noun: "1 copy", "1,200 copies".
func Many(n int64, noun string) string { return english.Plural(int(n), noun, "") }
