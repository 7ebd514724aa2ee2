package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// judged measures settings on pairs that people judged: a folder with the collection, docs.jsonl, and
// pairs.tsv, whose columns are two ids and a number that is 0 if the documents are no near duplicates.
func (p params) judged(ctx context.Context, w io.Writer) error {
	truth, err := readJudged(filepath.Join(p.Judged, "pairs.tsv"))
	if err != nil {
		return err
	}
	fmt.Fprint(w, "| setting | P | in 95 of 100 cases | R | in 95 of 100 cases | F1 |\n|---|---|---|---|---|---|\n")
	for _, setting := range strings.Split(p.Settings, ";") {
		_, found, err := p.sets(ctx, filepath.Join(p.Judged, "docs.jsonl"), setting)
		if err != nil {
			return err
		}
		var s pairs
		for _, j := range truth {
			together := found[j.a] == found[j.b]
			if j.same {
				s.planted++
			}
			if together {
				s.found++
			}
			if j.same && together {
				s.both++
			}
		}
		f1 := 2 * float64(s.both) / float64(s.planted+s.found)
		lowP, highP := interval(s.both, s.found)
		lowR, highR := interval(s.both, s.planted)
		if _, err := fmt.Fprintf(w, "| `%s` | %.3f | %.3f to %.3f | %.3f | %.3f to %.3f | %.3f |\n", setting, s.precision(), lowP, highP, s.recall(), lowR, highR, f1); err != nil {
			return err
		}
	}
	return nil
}

// judgement is a pair of documents that people judged.
type judgement struct {
	a, b string
	same bool
}

func readJudged(path string) (all []judgement, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		columns := strings.Split(lines.Text(), "\t")
		if len(columns) < 3 {
			return nil, fmt.Errorf("%s: %q: want two ids and a number", path, lines.Text())
		}
		all = append(all, judgement{columns[0], columns[1], columns[2] != "0"})
	}
	return all, lines.Err()
}
