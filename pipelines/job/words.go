package job

import (
	"fmt"
	"math"
	"time"

	"github.com/dustin/go-humanize"
)

// Many is a number with its noun.
func Many(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return humanize.Comma(n) + " " + noun + "s"
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
