package plan

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/job/forecast"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/visible"
)

// print prints a forecast.
func print(out io.Writer, f *Forecast) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s, %s\n", f.Command, how(f))
	row := func(name, format string, values ...any) {
		fmt.Fprintf(w, "  %-10s %s\n", name, fmt.Sprintf(format, values...))
	}
	words := ""
	if f.Words > 0 { // some commands do not count them
		words = ", " + about(f.Words, "word")
	}
	row("input", "%s, %s, %s of text%s", line.Many(int64(f.Files), "file"), about(f.Documents, "document"),
		size(f.Text), words)
	where := "this machine"
	if f.Remote {
		where = "a runner, whose own cost comes on top"
	}
	row("time", "%s of CPU; %s on %s of %s", between(f.CPU, duration), between(f.Clock, duration),
		line.Many(int64(f.Cores), "core"), where)
	row("memory", "%s", memory(f))
	row("shuffle", "%s in some %s", between(f.Shuffled, bytes), about(int64(f.Records.Value), "record"))
	if !f.Remote {
		row("disk", "%s of temporary files; a run begins if %s are free%s", between(f.Disk, bytes), size(f.Spool),
			room(f.Free))
	}
	row("result", "%s", between(f.Output, bytes))
	for _, l := range lines(f) {
		row("", "%s", l)
	}
	printFrequent(w, f)
	for _, a := range advice(f) {
		fmt.Fprintf(w, "  → %s\n", a)
	}
	return w.Flush()
}

func printFrequent(w io.Writer, f *Forecast) {
	if len(f.Frequent) == 0 || f.MaxDocuments < 0 {
		return
	}
	fmt.Fprintf(w, "  %-10s the sentences in most documents:\n", "frequent")
	for _, s := range f.Frequent {
		fate := "makes pairs"
		if f.MaxDocuments > 0 && s.Documents > f.MaxDocuments {
			fate = "is hot: makes no pairs"
			// which reports as hot what is long enough for a passage, and pairs documents by other text beside it
			if f.Refine {
				fate = "makes no pairs by itself"
			}
		}
		fmt.Fprintf(w, "    in %s: %s  (%s)\n", about(s.Documents, "document"), visible.Text(s.Text), fate)
	}
}

// how says what the forecast was made of, and what it could not learn.
func how(f *Forecast) string {
	if f.Whole {
		return "the whole input was read, because it is small"
	}
	s := fmt.Sprintf("from %s of up to %s", line.Many(int64(f.Samples), "sample"), size(f.Sample))
	if part := float64(f.Sample) / float64(max(1, f.Text)); part < 1 {
		s += fmt.Sprintf(", %s of the text", percent(part))
	}
	if f.Cut {
		s += "; there was no time for a larger one: --seconds=N before the command gives more"
	}
	return s
}

// percent returns a share with one digit, or two from 10 % on.
func percent(share float64) string {
	if share >= .1 {
		return fmt.Sprintf("%.0f %%", 100*share)
	}
	return fmt.Sprintf("%.1g %%", 100*share)
}

// between returns an estimate in words: about so much, and the range.
func between(r forecast.Range, words func(float64) string) string {
	value := words(r.Value)
	if low, high := words(r.Low), words(r.High); low != value || high != value {
		return fmt.Sprintf("about %s (%s to %s)", value, low, high)
	}
	return value
}

func memory(f *Forecast) string {
	s := between(f.Memory, bytes)
	if f.Available > 0 {
		s += fmt.Sprintf("; a run stays below %s (--memory)", size(f.Available))
	}
	return s
}

func room(free int64) string {
	if free < 0 {
		return ""
	}
	return fmt.Sprintf(", %s are", size(free))
}

// lines says how many lines each stream has, without empty ones.
func lines(f *Forecast) (all []string) {
	for _, stream := range slices.Sorted(maps.Keys(f.Lines)) {
		if r := f.Lines[stream]; r.High >= 1 && stream != "largest" {
			all = append(all, fmt.Sprintf("%s: %s", stream, between(r, count)))
		}
	}
	return all
}

// advice returns what to change.
func advice(f *Forecast) (all []string) {
	if !f.Remote && f.Free >= 0 && f.Spool > f.Free {
		text := fmt.Sprintf("the disk has too little room for temporary files: name a folder with %s with --spool=FOLDER", size(f.Spool))
		if f.Refine {
			text += ", or use --matching=diagonal, which needs a fifth"
		}
		all = append(all, text)
	}
	if f.Available > 0 && f.Memory.Value > float64(f.Available) && !f.Remote {
		all = append(all, fmt.Sprintf("with %s of memory it is slower: give it %s with --memory", size(f.Available),
			bytes(f.Memory.Value)))
	}
	if f.MaxDocuments == 0 && len(f.Frequent) > 0 && f.Frequent[0].Documents > 1000 {
		n := f.Frequent[0].Documents
		all = append(all, fmt.Sprintf("--max_documents=0 makes %s of one sentence alone: choose a number",
			about(n*(n-1)/2, "pair")))
	}
	if f.Clock.Value > 3600 && !f.Remote {
		text := "it takes more than an hour here: --runner=flink or spark uses more cores"
		if f.Refine {
			text += ", --matching=diagonal takes a third of the time"
		}
		all = append(all, text)
	}
	return all
}

func size(n int64) string { return humanize.Bytes(uint64(max(0, n))) }

// about returns a number of two or three digits that count, with its noun.
func about(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return rounded(n) + " " + strings.TrimPrefix(line.Many(2, noun), "2 ")
}

// rounded returns a number of two digits that count.
func rounded(n int64) string { return humanize.Comma(int64(twoDigits(float64(n)))) }

// twoDigits rounds to two digits, because a forecast has no more, and to a whole number.
func twoDigits(x float64) float64 {
	step := 1.0
	for x/step >= 100 {
		step *= 10
	}
	return math.Round(x/step) * step
}

// count, bytes and duration return a number, bytes and seconds in words, with two digits.
func count(x float64) string { return rounded(int64(math.Round(x))) }

func bytes(x float64) string { return size(int64(twoDigits(x))) }

func duration(s float64) string {
	switch {
	case s < 10:
		return fmt.Sprintf("%.1f s", s)
	case s < 120:
		return fmt.Sprintf("%.0f s", s)
	case s < 600:
		return fmt.Sprintf("%.1f min", s/60)
	case s < 2*3600:
		return fmt.Sprintf("%.0f min", twoDigits(s/60))
	}
	if hours := s / 3600; hours >= 10 {
		return fmt.Sprintf("%.0f hours", twoDigits(hours))
	}
	return fmt.Sprintf("%.1f hours", s/3600)
}
