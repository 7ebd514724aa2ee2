package line

import (
	"fmt"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

// Many returns a number with its noun: "1 copy", "1,200 copies".
func Many(n int64, noun string) string { return english.Plural(int(n), noun, "") }

// Percent returns a share in percent: "96.1 %" for .961.
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// Passages returns how many passages there are of two documents, and how many inside one.
func Passages(between, within int64) string {
	return Many(between, "passage") + " of two documents, " + humanize.Comma(within) + " inside one document"
}
