package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// judgedSettings measures settings on pairs that people judged.
func (p params) judgedSettings(ctx context.Context, w io.Writer) error {
	input, read, path := filepath.Join(p.Judged, "docs.jsonl"), readPairs, filepath.Join(p.Judged, "pairs.tsv")
	if p.Labels != "" {
		input, read, path = p.Judged, readLabels, p.Labels
	}
	truth, err := read(path)
	if err != nil {
		return err
	}
	sites := siteNames(truth)
	fmt.Fprint(w,
		"| setting | pairs | near | together | P | in 95 of 100 cases | R | in 95 of 100 cases | F1 |\n"+
			"|---|---|---|---|---|---|---|---|---|\n")
	for _, setting := range strings.Split(p.Settings, ";") {
		_, found, err := p.sets(ctx, input, setting)
		if err != nil {
			return err
		}
		for _, l := range truth {
			for _, id := range []string{l.A, l.B} {
				if _, ok := found[id]; !ok {
					return fmt.Errorf("%s: there is no document %q", path, id)
				}
			}
		}
		for _, site := range sites {
			name := "`" + setting + "`"
			if site != "" {
				name += ", " + site
			}
			if _, err := fmt.Fprintln(w, judgedRow(name, truth, found, site)); err != nil {
				return err
			}
		}
	}
	return nil
}

// siteNames returns "", which is all pairs, and then each site that labels name.
func siteNames(truth []label) []string {
	sites := []string{""}
	for _, l := range truth {
		if !slices.Contains(sites, l.Site) {
			sites = append(sites, l.Site)
		}
	}
	slices.Sort(sites)
	return sites
}

// judgedRow is the line of the judged pairs of a site. found is the set of each document.
func judgedRow(name string, truth []label, found map[string]string, site string) string {
	var s pairs
	all := 0
	for _, l := range truth {
		if site != "" && l.Site != site {
			continue
		}
		all++
		together := found[l.A] == found[l.B]
		if l.near() {
			s.planted++
		}
		if together {
			s.found++
		}
		if l.near() && together {
			s.both++
		}
	}
	f1 := 2 * float64(s.both) / float64(max(1, s.planted+s.found))
	lowP, highP := interval(s.both, s.found)
	lowR, highR := interval(s.both, s.planted)
	return fmt.Sprintf("| %s | %d | %d | %d | %.3f | %.3f to %.3f | %.3f | %.3f to %.3f | %.3f |",
		name, all, s.planted, s.found, s.precision(), lowP, highP, s.recall(), lowR, highR, f1)
}

// label is a pair of documents that a person judged.
type label struct {
	// Drawn is where the pair was drawn, and Site the site of both, or what draw calls the others.
	Drawn string `json:"drawn,omitempty"`
	Site  string `json:"site,omitempty"`
	A     string `json:"a"`
	B     string `json:"b"`
	// Resemblance is that of `diagonal resemblance`, of pairs that were drawn by it.
	Resemblance float64 `json:"resemblance,omitempty"`
	// Label is near, or what else the two are, and Note says more.
	Label string `json:"label"`
	Note  string `json:"note,omitempty"`
}

// nearDuplicate is the label of near duplicates.
const nearDuplicate = "near"

func (l label) near() bool { return l.Label == nearDuplicate }

// readPairs reads columns: two ids, and a number that is 0 if the documents are no near duplicates.
func readPairs(path string) ([]label, error) {
	return readLines(path, func(line string) (l label, err error) {
		columns := strings.Split(line, "\t")
		if len(columns) < 3 {
			return l, fmt.Errorf("%q: want two ids and a number", line)
		}
		l.A, l.B = columns[0], columns[1]
		if columns[2] != "0" {
			l.Label = nearDuplicate
		}
		return l, nil
	})
}

// readLabels reads a file of labels, one on each line.
func readLabels(path string) ([]label, error) {
	return readLines(path, func(line string) (l label, err error) {
		if err = json.Unmarshal([]byte(line), &l); err == nil && l.Label == "" {
			err = fmt.Errorf("%q: there is no label", line)
		}
		return l, err
	})
}

func readLines(path string, read func(line string) (label, error)) (all []label, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		l, err := read(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, l)
	}
	return all, lines.Err()
}
