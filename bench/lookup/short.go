package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/lookup/winnow"
)

// around is the length of the text on each side of a run that is quoted, in letters.
const around = 400

// quoted prints, for each setting, the share of runs of each of p.Quoted letters, copied from the collection into
// another text, in which both texts have a common signature. Without one an index cannot find the run.
func quoted(ctx context.Context, p params, settings []setting, out io.Writer) error {
	var texts [][]byte
	bytes, err := each(ctx, p.Collection, func(d record.Document) {
		if text := normalised(d.Text); len(text) > 4*around {
			texts = append(texts, text)
		}
	})
	if err != nil {
		return err
	}
	if len(texts) < 2 {
		return fmt.Errorf("%s: fewer than two texts of letters from a to z are as long as %d letters",
			p.Collection, 4*around)
	}
	fmt.Fprintf(out, "%d runs of each length, from %d texts\n\n| setting | index, of the text |", p.Trials, len(texts))
	for _, n := range p.Quoted {
		fmt.Fprintf(out, " %d letters |", n)
	}
	fmt.Fprint(out, "\n|---|---|")
	for range p.Quoted {
		fmt.Fprint(out, "---|")
	}
	fmt.Fprintln(out)
	for _, s := range settings {
		m := measure{setting: s}
		dir := filepath.Join(p.Keep, "quoted "+s.name())
		if err := m.makeIndex(ctx, p, p.Collection, dir); err != nil {
			return err
		}
		selector, size, err := selectorOf(ctx, s.Params, dir)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "| %s | %.1f %% |", s.name(), 100*float64(size)/float64(max(1, bytes)))
		for _, n := range p.Quoted {
			fmt.Fprintf(out, " %.3f |", sharedRuns(rand.New(rand.NewPCG(1, uint64(n))), selector, texts, n, p.Trials))
		}
		fmt.Fprintln(out)
	}
	return nil
}

// normalised returns the letters of a text as an index reads them, nil if some are no letters from a to z.
func normalised(text []byte) []byte {
	if !utf8.Valid(text) {
		return nil
	}
	letters, ok := normal.AppendLatin(nil, text)
	if !ok {
		return nil
	}
	return letters
}

// selectorOf returns the Selector of an index, and the size of its postings and documents.
func selectorOf(ctx context.Context, p winnow.Params, dir string) (*winnow.Selector, int64, error) {
	x, err := indexio.Open(ctx, dir)
	if err != nil {
		return nil, 0, err
	}
	defer x.Close()
	ranks, err := lookup.Ranks(x)
	if err != nil {
		return nil, 0, err
	}
	return winnow.NewSelector(p, ranks), x.Manifest.Segments[0].Bytes(), nil
}

// sharedRuns returns the share of runs of n letters in which a text and another one that quotes it have a common
// signature.
func sharedRuns(rng *rand.Rand, selector *winnow.Selector, texts [][]byte, n, trials int) float64 {
	shared := 0
	for range trials {
		source, other := texts[rng.IntN(len(texts))], texts[rng.IntN(len(texts))]
		at, to := around+rng.IntN(len(source)-2*around-n), around+rng.IntN(len(other)-2*around)
		query := slices.Concat(other[to-around:to], source[at:at+n], other[to:to+around])
		own := map[uint32]winnow.Gram{}
		for _, s := range selector.AppendLatin(nil, query) {
			own[s.Place] = s.Gram
		}
		for _, s := range selector.AppendLatin(nil, source[at-around:at+n+around]) {
			if s.Place < around || int(s.Place)+selector.Length() > around+n {
				continue
			}
			if g, ok := own[s.Place]; ok && g == s.Gram {
				shared++
				break
			}
		}
	}
	return float64(shared) / float64(trials)
}
