package plan

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/visible"
)

// print prints a forecast.
func print(out io.Writer, f *Forecast) error {
	w := bufio.NewWriter(out)
	how := fmt.Sprintf("from a sample of %s", size(f.Sample))
	if f.Whole {
		how = "the whole input was read, because it is small"
	}
	fmt.Fprintf(w, "%s, %s\n", f.Command, how)
	row := func(name, format string, values ...any) {
		fmt.Fprintf(w, "  %-10s %s\n", name, fmt.Sprintf(format, values...))
	}
	words := ""
	if f.Words > 0 { // some commands do not count them
		words = ", " + about(f.Words, "word")
	}
	row("input", "%s, %s, %s of text%s", line.Many(int64(f.Files), "file"), about(f.Documents, "document"), size(f.Text), words)
	where := "this machine"
	if f.Engine {
		where = "an engine, whose own cost comes on top"
	}
	row("time", "%s of CPU; %s on %s of %s", seconds(f.CPU), seconds(f.Clock), line.Many(int64(f.Cores), "core"), where)
	row("memory", "%s", memory(f))
	row("shuffle", "%s in some %s", size(f.Shuffled), about(f.Records, "record"))
	if !f.Engine {
		row("disk", "%s of temporary files; a run begins if %s are free%s", size(f.Shuffled), size(f.Spool), room(f.Free))
	}
	row("result", "%s: %s", size(f.Output), lines(f))
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
	fmt.Fprintf(w, "  %-10s the sentences in most documents:\n", "boilerplate")
	for _, s := range f.Frequent {
		fate := "makes pairs"
		if f.MaxDocuments > 0 && s.Documents > f.MaxDocuments {
			fate = "is hot: makes no pairs"
		}
		fmt.Fprintf(w, "    in %s: %s  (%s)\n", about(s.Documents, "document"), visible.Text(s.Text), fate)
	}
}

func memory(f *Forecast) string {
	s := "about " + size(f.Memory)
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

// lines returns the numbers of lines of each stream, without empty ones.
func lines(f *Forecast) string {
	var parts []string
	for _, stream := range slices.Sorted(maps.Keys(f.Lines)) {
		if n := f.Lines[stream]; n > 0 && stream != "largest" {
			parts = append(parts, fmt.Sprintf("%s %s", stream, rounded(n)))
		}
	}
	if len(parts) == 0 {
		return "no records"
	}
	return strings.Join(parts, ", ")
}

// advice returns what to change.
func advice(f *Forecast) (all []string) {
	if !f.Engine && f.Free >= 0 && f.Spool > f.Free {
		text := fmt.Sprintf("the disk has too little room for temporary files: name a folder with %s with --spool=FOLDER", size(f.Spool))
		if f.Refine {
			text += ", or use --matching=diagonal, which needs a fifth"
		}
		all = append(all, text)
	}
	if f.Available > 0 && f.Memory > f.Available && !f.Engine {
		all = append(all, fmt.Sprintf("with %s of memory it is slower: give it %s with --memory", size(f.Available), size(f.Memory)))
	}
	if f.MaxDocuments == 0 && len(f.Frequent) > 0 && f.Frequent[0].Documents > 1000 {
		n := f.Frequent[0].Documents
		all = append(all, fmt.Sprintf("--max_documents=0 makes %s of one sentence alone: choose a number", about(n*(n-1)/2, "pair")))
	}
	if f.Clock > 3600 && !f.Engine {
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

func rounded(n int64) string {
	step := int64(1)
	for n/step >= 1000 {
		step *= 10
	}
	return humanize.Comma((n + step/2) / step * step)
}

// seconds returns a duration in words.
func seconds(s float64) string {
	d := time.Duration(s * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", s)
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", s)
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", s/60)
	}
	return fmt.Sprintf("%.1f hours", s/3600)
}
