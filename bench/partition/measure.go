package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/partition/site"
)

// outcome is what a setting made of a web.
type outcome struct {
	setting string
	score   score
	// planted is the web, and found the set of each of its documents.
	planted []planted
	found   map[string]string
	counts  map[string]int64
	run     job.RunInfo
}

// sets runs a setting on a collection. It returns what the run costs, and the set of each document.
func (p params) sets(ctx context.Context, collection, setting string) (*outcome, map[string]string, error) {
	out := filepath.Join(p.Keep, "sets")
	args := append([]string{"partition", "--quiet", "--overwrite", "--input=" + collection, "--output=" + out},
		strings.Fields("--method="+setting)...)
	if _, err := program.Run(ctx, p.Binary, args...); err != nil {
		return nil, nil, err
	}
	r, err := job.ReadResult(out)
	if err != nil {
		return nil, nil, err
	}
	found := map[string]string{}
	err = program.EachLine(filepath.Join(out, "sets-*.jsonl"), func(v record.InSet) error {
		found[v.ID] = v.Set
		return nil
	})
	return &outcome{setting: setting, counts: r.Summary.Counts, run: r.Run}, found, err
}

// measure runs a setting on a web and scores the result.
func (p params) measure(ctx context.Context, web, setting string) (*outcome, error) {
	o, found, err := p.sets(ctx, filepath.Join(web, "corpus.jsonl"), setting)
	if err != nil {
		return nil, err
	}
	planted, err := program.ReadLines[planted](filepath.Join(web, "sets.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(planted) != len(found) {
		return nil, fmt.Errorf("%s: %d documents in sets, and %d were planted", setting, len(found), len(planted))
	}
	o.score, o.planted, o.found = scoreOf(planted, found), planted, found
	return o, nil
}

// planted is a document of a web.
type planted struct {
	ID   string `json:"id"`
	Set  string `json:"set"`
	Kind string `json:"kind"`
}

// pairs counts pairs of documents.
type pairs struct {
	// planted is of pairs with the same article, found of those in one set, and both of those that
	// are both.
	planted, found, both int64
}

func (p pairs) precision() float64 { return share(p.both, p.found) }
func (p pairs) recall() float64    { return share(p.both, p.planted) }

func share(n, of int64) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// score is the pairs of all documents, of those that the bounds are for, of pages of one site, and
// by kind. By kind, found is not counted.
type score struct {
	all, onSites, oneSite pairs
	kinds                 map[string]pairs
}

// scoreOf compares sets. found is the set of each document.
func scoreOf(documents []planted, found map[string]string) score {
	type group struct{ planted, found, host, kind string }
	count := func(of func(planted) (group, bool)) (p pairs) {
		var plantedSets, foundSets, both = map[group]int64{}, map[group]int64{}, map[group]int64{}
		for _, d := range documents {
			if g, ok := of(d); ok {
				both[g]++
				plantedSets[group{g.planted, "", g.host, g.kind}]++
				foundSets[group{"", g.found, g.host, g.kind}]++
			}
		}
		return pairs{sum(plantedSets), sum(foundSets), sum(both)}
	}
	s := score{kinds: map[string]pairs{}}
	s.all = count(func(d planted) (group, bool) { return group{d.Set, found[d.ID], "", ""}, true })
	s.onSites = count(func(d planted) (group, bool) {
		return group{d.Set, found[d.ID], "", ""}, site.Host(d.ID) != ""
	})
	s.oneSite = count(func(d planted) (group, bool) {
		host := site.Host(d.ID)
		return group{d.Set, found[d.ID], host, ""}, host != ""
	})
	for _, d := range documents {
		if _, ok := s.kinds[d.Kind]; !ok {
			s.kinds[d.Kind] = count(func(e planted) (group, bool) {
				return group{e.Set, found[e.ID], "", e.Kind}, e.Kind == d.Kind
			})
		}
	}
	return s
}

// sum returns the number of pairs in groups of so many documents.
func sum[K comparable](sizes map[K]int64) (pairs int64) {
	for _, n := range sizes {
		pairs += n * (n - 1) / 2
	}
	return pairs
}
