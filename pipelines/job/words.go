package job

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/io/visible"
)

// Many is a number with its noun.
func Many(n int64, noun string) string {
	stem, ies := strings.CutSuffix(noun, "y")
	switch {
	case n == 1:
		return "1 " + noun
	case ies:
		return humanize.Comma(n) + " " + stem + "ies"
	}
	return humanize.Comma(n) + " " + noun + "s"
}

// Documents is how many were read, and how many of them were rejected after that: for
// an id that another one has.
func (r *Result) Documents() string {
	read := Many(r.Summary.Counts["documents"], "document")
	if twice := r.Summary.Counts["rejected_duplicate_id"]; twice > 0 {
		read += fmt.Sprintf(" (%s of them rejected: duplicate id)", humanize.Comma(twice))
	}
	return read
}

// Took sets the time, and how many MB of text that is in a second: of text as it is
// compared, decompressed and without the other fields of its records.
func (r *RunInfo) Took(d time.Duration, textBytes int64) {
	r.Seconds = d.Truncate(time.Millisecond).Seconds()
	r.MBPerSec = math.Round(float64(textBytes)/1e6/d.Seconds()*100) / 100
}

// Cost is what a run has cost: text, time, text in a second, memory.
func (r *Result) Cost() string {
	text := r.Summary.Counts["bytes"]
	perSecond := 0.0
	if r.Run.Seconds > 0 {
		perSecond = float64(text) / r.Run.Seconds
	}
	return fmt.Sprintf("%s of text, in %.1f s (%s/s, peak memory %s)", humanize.Bytes(uint64(text)), r.Run.Seconds,
		humanize.Bytes(uint64(perSecond)), humanize.Bytes(uint64(r.Run.PeakMemory)))
}

// Short is an id for a terminal, cut in the middle where it has more than most characters.
func Short(id string, most int) string {
	id = visible.Text(id)
	r := []rune(id)
	if len(r) <= most {
		return id
	}
	return string(r[:most/2-1]) + "…" + string(r[len(r)-most/2:])
}
