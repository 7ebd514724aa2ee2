package job

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/process"
)

// Documents is how many of the input were read, and apart how many of the source, how many of them were rejected after
// that, for an id that another one has, and how many records were skipped.
func (r *Result) Documents() string {
	input, source := r.Summary.Documents()
	read := line.Many(input, "document")
	if source > 0 {
		read += fmt.Sprintf(" and %s of the source", humanize.Comma(source))
	}
	var notes []string
	if twice := r.Summary.Counts["rejected_duplicate_id"]; twice > 0 {
		notes = append(notes, humanize.Comma(twice)+" of them rejected: duplicate id")
	}
	if skipped := r.skipped(); skipped != "" {
		notes = append(notes, skipped)
	}
	if len(notes) > 0 {
		read += " (" + strings.Join(notes, "; ") + ")"
	}
	return read
}

// skipped returns how many records of archives and parts of mail are no documents, and what they are; "" if
// there are none.
func (r *Result) skipped() string {
	var all int64
	var kinds []string
	for name, n := range r.Summary.Counts {
		if kind, ok := strings.CutPrefix(name, docio.Skipped); ok && n > 0 {
			all += n
			kinds = append(kinds, humanize.Comma(n)+" "+kind)
		}
	}
	if all == 0 {
		return ""
	}
	slices.SortFunc(kinds, func(a, b string) int { return cmp.Compare(kindOf(a), kindOf(b)) })
	return fmt.Sprintf("%s of archives and mail skipped: %s", line.Many(all, "record"), strings.Join(kinds, ", "))
}

// kindOf returns the kind in "12 image".
func kindOf(counted string) string { return counted[strings.IndexByte(counted, ' '):] }

// Took sets the time, and how many MB of text that is in a second: of text as it is
// compared, decompressed and without the other fields of its records.
func (r *RunInfo) Took(d time.Duration, textBytes int64) {
	r.Seconds = d.Truncate(time.Millisecond).Seconds()
	r.MBPerSec = math.Round(float64(textBytes)/1e6/d.Seconds()*100) / 100
}

// Cost returns the cost of a run in words: text, time, text in a second, memory.
func (r *Result) Cost() string {
	text := r.Summary.Counts["bytes"]
	perSecond := 0.0
	if r.Run.Seconds > 0 {
		perSecond = float64(text) / r.Run.Seconds
	}
	return fmt.Sprintf("%s of text, in %.1f s (%s/s, peak memory %s)", humanize.Bytes(uint64(text)), r.Run.Seconds,
		humanize.Bytes(uint64(perSecond)), humanize.Bytes(uint64(r.Run.PeakMemory)))
}

// cpuSeconds returns the CPU time of this process, in user and kernel mode, in seconds.
func cpuSeconds() float64 {
	return process.CPU().Truncate(time.Millisecond).Seconds()
}
