// Command exact counts the exact copies that the main job finds: it looks for runs of equal words
// that two documents share, runs the job with its default settings, and prints how many of the runs
// the records cover, as a line of a table in Markdown. It shares no code with the search itself: words
// are runs of letters and digits, or single Han characters, and runs are found by the hashes of all
// windows.
//
//	go run ./bench/exact --input=articles/
//	go run ./bench/exact --input=corpus.jsonl --show=20
//	go run ./bench/exact --input=pages/ --paragraphs -- --html=all
//
// A window is the fewest words from one word on that have --least visible characters: letters and
// digits, one for whatever is between two words, and 3 for a Han character. A run is the longest
// row of equal windows of two documents, each of them in --max_documents documents at most. It begins
// and ends at white space or beside a Han character, so that nobody's idea of a word matters, and may end a
// word early, where no window ends. It is
// covered if nine tenths of it, on both sides, are in passages of these two documents or in hot passages. Of a
// text that one of them has several times, one of its places there is enough.
//
// What is not looked for: runs inside one document; a run of which each window is in more documents,
// although the whole is not; more than --places places of one window in one document.
//
// Arguments after -- are flags of the job. Run it from the root of the module.
package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/transforms/candidate"
)

// params says what to measure.
type params struct {
	// Inputs are files of JSON Lines, with id and text, or folders of texts.
	//
	// Required.
	Inputs []string
	// Paragraphs takes the text inside of <p> alone: the input is pages of HTML.
	Paragraphs bool
	// Min is the length of a window in visible characters.
	Min int
	// MaxDocuments is that of the job; candidate.AutoDocuments chooses it in the same way.
	MaxDocuments candidate.MaxDocuments
	// Places is how many places of one window are looked at in one document.
	Places int
	// Show is how many of the runs that are not covered are printed.
	Show int
	program.Bench
	// Result is a result of the job; empty runs it.
	Result string
	// Flags are more flags of the job.
	Flags []string
}

func main() {
	var p params
	fs := pflag.CommandLine
	fs.StringArrayVar(&p.Inputs, "input", nil,
		"`path` of a file of JSON Lines (id, text), or of a folder of texts; repeat the flag for more")
	fs.BoolVar(&p.Paragraphs, "paragraphs", false, "the input is HTML: take the text inside of <p>")
	fs.IntVar(&p.Min, "least", 150, "least visible `characters` of a run")
	p.MaxDocuments = candidate.AutoDocuments
	fs.Var(&p.MaxDocuments, "max_documents", "most documents that contain a window")
	fs.IntVar(&p.Places, "places", 4, "most places of a window in one document")
	fs.IntVar(&p.Show, "show", 0, "`number` of runs to print that are not covered")
	p.Bench.Flags(fs)
	fs.StringVar(&p.Result, "result", "", "`folder` of a result of the job, which is not run then")
	program.Main("exact", func(ctx context.Context) error {
		p.Flags = pflag.Args()
		return run(ctx, p)
	})
}

func run(ctx context.Context, p params) error {
	if len(p.Inputs) == 0 {
		return fmt.Errorf("nothing to measure on: give --input")
	}
	texts, err := read(p)
	if err != nil {
		return err
	}
	p.MaxDocuments = candidate.MaxDocuments(p.MaxDocuments.In(int64(len(texts))))
	runs := find(texts, p)
	if p.Result == "" {
		defer p.Close()
		if err := p.Open(ctx); err != nil {
			return err
		}
		if p.Result, err = p.search(ctx); err != nil {
			return err
		}
	}
	f, err := readFound(p.Result)
	if err != nil {
		return err
	}
	var all, long tally
	for _, r := range f.cover(texts, runs) {
		missing := !r.covered
		all.count(missing)
		if r.size >= longRun {
			long.count(missing)
		}
		if missing && p.Show > 0 {
			p.Show--
			a, b := texts[r.a], texts[r.b]
			fmt.Printf("%.2f, %.2f of %d: %s %d-%d, %s %d-%d: %s\n", r.inA, r.inB, r.size, a.id, r.aStart, r.aEnd, b.id,
				r.bStart, r.bEnd, a.cut(r.aStart, r.aEnd))
		}
	}
	fmt.Println("| input | documents | text is hot in more than | records | runs | covered | runs of 500 and more | covered |\n" +
		"|---|---|---|---|---|---|---|---|")
	fmt.Printf("| %s | %d | %d | %d | %s | %s |\n", strings.Join(p.Inputs, ", "), len(texts), p.MaxDocuments,
		f.records, all, long)
	return nil
}

// longRun is the length in visible characters from which on no run may be missing.
const longRun = 500

// tally counts runs.
type tally struct{ all, missing int }

func (t *tally) count(missing bool) {
	t.all++
	if missing {
		t.missing++
	}
}

func (t tally) String() string {
	return fmt.Sprintf("%d | %.4f", t.all, 1-float64(t.missing)/float64(max(1, t.all)))
}

// search runs the job and returns the folder of its result.
func (p params) search(ctx context.Context) (string, error) {
	to := filepath.Join(p.Keep, "found")
	args := []string{"partial", "--quiet", "--overwrite", "--within=false", "--output=" + to,
		fmt.Sprintf("--max_documents=%d", p.MaxDocuments)}
	for _, in := range p.Inputs {
		args = append(args, "--input="+in)
	}
	_, err := program.Run(ctx, p.Binary, append(args, p.Flags...)...)
	return to, err
}
