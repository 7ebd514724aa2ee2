package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"time"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/process"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
)

const (
	// copies is the number of queries that are copied from a collection, copied their length in
	// characters.
	copies, copied = 1000, 2000
	// keptTexts is the number of documents of which texts are copied.
	keptTexts = 4000
)

// passages measures lookups of passages in the collection p.Collection: for each setting the size of
// the index, the costs, and the share of what `partial --source` finds.
func passages(ctx context.Context, p params, settings []setting, dir string, out io.Writer) error {
	queries, bytes, err := passageQueries(ctx, p)
	if err != nil {
		return err
	}
	var want []record.Passage
	if p.Reference {
		if want, err = referencePassages(ctx, p, queries, dir); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%d queries, %d passages of partial --source\n\n", len(queries), len(want))
	fmt.Fprintln(out,
		"| setting | index, of the text | build, CPU s | query, CPU ms | found | characters | documents aligned a query | read and not aligned | not read |\n"+
			"|---|---|---|---|---|---|---|---|---|")
	for _, s := range settings {
		m := measure{setting: s, ledger: map[string]int64{}}
		found, err := m.passages(ctx, p, queries, filepath.Join(dir, "passages "+s.name()))
		if err != nil {
			return err
		}
		share, characters, lost := compareFound(want, found)
		n := float64(max(1, len(queries)))
		mean := func(names ...string) float64 {
			sum := int64(0)
			for _, name := range names {
				sum += m.ledger[name]
			}
			return float64(sum) / n
		}
		fmt.Fprintf(out, "| %s | %.1f %% | %.1f | %.2f | %.4f | %.4f | %.1f | %.1f | %.1f |\n", s.name(),
			100*float64(m.bytes)/float64(max(1, bytes)), m.build.Seconds(), m.query.Seconds()*1000,
			share, characters, mean(lookup.Aligned), mean(lookup.Little), mean(lookup.Capped, lookup.Beyond))
		if p.Lost != "" {
			if err := writeLost(p.Lost, lost); err != nil {
				return err
			}
		}
	}
	return nil
}

// passageQueries returns the documents of p.Queries, or copies from the collection, and the size of the
// collection in bytes.
func passageQueries(ctx context.Context, p params) (queries []record.Document, bytes int64, err error) {
	if p.Queries != "" {
		if _, err := each(ctx, p.Queries, func(d record.Document) { queries = append(queries, d) }); err != nil {
			return nil, 0, err
		}
		bytes, err = each(ctx, p.Collection, func(record.Document) {})
		return queries, bytes, err
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var texts [][]rune
	seen := 0
	bytes, err = each(ctx, p.Collection, func(d record.Document) {
		if len(d.Text) < copied {
			return
		}
		text := []rune(string(d.Text))
		if len(text) < copied {
			return
		}
		switch seen++; {
		case len(texts) < keptTexts:
			texts = append(texts, text)
		default:
			if i := rng.IntN(seen); i < keptTexts {
				texts[i] = text
			}
		}
	})
	if err == nil && len(texts) == 0 {
		err = fmt.Errorf("%s: no text has %d characters", p.Collection, copied)
	}
	if err != nil {
		return nil, 0, err
	}
	for i := range copies {
		text := texts[rng.IntN(len(texts))]
		from := rng.IntN(len(text) - copied + 1)
		queries = append(queries,
			record.Document{ID: fmt.Sprintf("q%06d", i), Text: []byte(string(text[from : from+copied]))})
	}
	return queries, bytes, nil
}

// each calls f with the documents of a path, and returns the bytes of their texts.
func each(ctx context.Context, path string, f func(record.Document)) (bytes int64, err error) {
	docs := docio.Defaults()
	docs.Input = []string{path}
	plan, err := docio.NewPlan(ctx, docs)
	if err != nil {
		return 0, err
	}
	var rejected error
	err = plan.Each(ctx, func(d record.Document) error {
		bytes += int64(len(d.Text))
		f(d)
		return nil
	}, func(r record.Rejected) { rejected = errors.New(r.String()) })
	return bytes, errors.Join(err, rejected)
}

// referencePassages returns what partial --source finds.
func referencePassages(
	ctx context.Context, p params, queries []record.Document, dir string,
) (found []record.Passage, err error) {
	input, reference := filepath.Join(dir, "queries.jsonl"), filepath.Join(dir, "reference")
	f, err := os.Create(input)
	if err != nil {
		return nil, err
	}
	lines := json.NewEncoder(f)
	for _, q := range queries {
		if err := lines.Encode(map[string]string{"id": q.ID, "text": string(q.Text)}); err != nil {
			return nil, err
		}
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	if _, err := program.Run(ctx, p.Binary, "partial", "--input="+input, "--source="+p.Collection,
		"--output="+reference, "--overwrite", "--quiet"); err != nil {
		return nil, err
	}
	return program.ReadLines[record.Passage](filepath.Join(reference, "passages-*.jsonl"))
}

// passages makes an index and asks all queries.
func (m *measure) passages(
	ctx context.Context, p params, queries []record.Document, dir string,
) (found []record.Passage, err error) {
	if err := m.makeIndex(ctx, p, p.Collection, dir); err != nil {
		return nil, err
	}
	return found, m.ask(ctx, p, queries, dir, 1, func(a *lookup.Answer) { found = append(found, a.Passages...) })
}

// ask asks all queries for passages, times times, and measures the last time. It calls f with the answers of that.
func (m *measure) ask(
	ctx context.Context, p params, queries []record.Document, dir string, times int, f func(*lookup.Answer),
) error {
	x, err := indexio.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer x.Close()
	for i := range x.Manifest.Segments {
		m.bytes += x.Manifest.Segments[i].Bytes()
		m.documents += x.Manifest.Segments[i].Entries[indexio.Documents]
	}
	ranks, err := lookup.Ranks(x)
	if err != nil {
		return err
	}
	searcher, err := lookup.NewSearcher(x, ranks, lookup.Defaults())
	if err != nil {
		return err
	}
	defer searcher.Close()
	for range times - 1 {
		for i := range queries {
			if _, err := searcher.Find(ctx, &queries[i]); err != nil {
				return err
			}
		}
	}
	if p.Profile != "" {
		file, err := os.Create(p.Profile)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	start := process.CPU()
	for i := range queries {
		a, err := searcher.Find(ctx, &queries[i])
		if err != nil {
			return err
		}
		f(a)
		for name, n := range a.Ledger {
			m.ledger[name] += n
		}
	}
	m.query = (process.CPU() - start) / time.Duration(max(1, len(queries)))
	return nil
}

// lostPassage is a passage of which less than half is found.
type lostPassage struct {
	Share float64
	record.Passage
}

// compareFound returns the share of the passages of want of which found contains the half or more,
// in both documents, the share of their characters, and the passages of which it contains less.
func compareFound(want, found []record.Passage) (share, characters float64, lost []lostPassage) {
	type pair struct{ a, b string }
	type box [4]int64
	by := map[pair][]box{}
	for _, p := range found {
		key := pair{p.A, p.B}
		by[key] = append(by[key], box{p.AStart, p.AEnd, p.BStart, p.BEnd})
	}
	n, all, common := 0, int64(0), int64(0)
	for _, p := range want {
		var a, b [][2]int64
		for _, f := range by[pair{p.A, p.B}] {
			x := [2]int64{max(f[0], p.AStart), min(f[1], p.AEnd)}
			y := [2]int64{max(f[2], p.BStart), min(f[3], p.BEnd)}
			if x[0] < x[1] && y[0] < y[1] {
				a, b = append(a, x), append(b, y)
			}
		}
		inA, inB := union(a), union(b)
		all += p.AEnd - p.AStart
		common += inA
		part := min(float64(inA)/float64(max(1, p.AEnd-p.AStart)), float64(inB)/float64(max(1, p.BEnd-p.BStart)))
		if part >= .5 {
			n++
		} else {
			lost = append(lost, lostPassage{part, p})
		}
	}
	return float64(n) / float64(max(1, len(want))), float64(common) / float64(max(1, all)), lost
}

// union returns the length of the union of ranges.
func union(ranges [][2]int64) (n int64) {
	slices.SortFunc(ranges, func(a, b [2]int64) int { return int(a[0] - b[0]) })
	end := int64(0)
	for _, r := range ranges {
		n += max(0, r[1]-max(r[0], end))
		end = max(end, r[1])
	}
	return n
}

// writeLost writes lost passages as JSON Lines.
func writeLost(path string, lost []lostPassage) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := json.NewEncoder(f)
	for _, l := range lost {
		if err := lines.Encode(l); err != nil {
			return err
		}
	}
	return f.Close()
}
