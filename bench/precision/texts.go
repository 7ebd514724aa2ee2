package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

// What has the same chance to be drawn.
const (
	byText   = "text"
	byRecord = "record"
	byRank   = "rank" // nothing: the first texts are drawn
)

var ways = []string{byText, byRecord, byRank}

// found is what a result has found.
type found struct {
	passages []record.Passage
	// texts are the passages of each distinct text, and textOf is the text of each passage.
	texts  [][]int
	textOf []int
	// documents is in how many documents each text stands.
	documents []int64
	// ranked are the texts that are clusters, in the order of clusters-*.jsonl, as tables and reports show them.
	ranked []int
}

// read reads a result, and finds the distinct texts: a cluster is one, and so is a passage that is in none.
func read(ctx context.Context, dir string) (*found, error) {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	if !folder.Whole() {
		return nil, fmt.Errorf("%s: no result of diagonal partial", dir)
	}
	places, documents := map[string][]record.ClusterPlace{}, map[string]int64{}
	err = result.Each(ctx, folder, "cluster-places", func(p record.ClusterPlace, _ []byte) error {
		places[p.ID] = append(places[p.ID], p)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var clusters []string
	err = result.Each(ctx, folder, "clusters", func(c record.Cluster, _ []byte) error {
		clusters, documents[c.Cluster] = append(clusters, c.Cluster), c.Documents
		return nil
	})
	if err != nil {
		return nil, err
	}
	f, byCluster := &found{}, map[string]int{}
	err = result.Each(ctx, folder, "passages", func(p record.Passage, _ []byte) error {
		p.AText, p.BText = "", ""
		cluster := clusterOf(p, places)
		t, ok := byCluster[cluster]
		if !ok {
			t = len(f.texts)
			f.texts, f.documents = append(f.texts, nil), append(f.documents, max(2, documents[cluster]))
			if cluster != "" {
				byCluster[cluster] = t
			}
		}
		f.texts[t] = append(f.texts[t], len(f.passages))
		f.passages, f.textOf = append(f.passages, p), append(f.textOf, t)
		return nil
	})
	for _, c := range clusters {
		// A cluster without a text has its places in one document, or its passages are nearer to other clusters.
		if t, ok := byCluster[c]; ok {
			f.ranked = append(f.ranked, t)
		}
	}
	return f, err
}

// clusterOf is the cluster that has a place nearly at both sides of p, or "": what the place and the side share is half
// of what they cover, or more. Of several clusters it is the one that p is nearest to.
func clusterOf(p record.Passage, places map[string][]record.ClusterPlace) (best string) {
	const half = .5
	near := map[string]float64{}
	for _, c := range places[p.A] {
		if n := alike(c.Start, c.End, p.AStart, p.AEnd); n >= half {
			near[c.Cluster] = max(near[c.Cluster], n)
		}
	}
	most := 0.0
	for _, c := range places[p.B] {
		n := alike(c.Start, c.End, p.BStart, p.BEnd)
		if n < half {
			continue
		}
		n = min(near[c.Cluster], n)
		if n >= half && (n > most || n == most && c.Cluster < best) {
			best, most = c.Cluster, n
		}
	}
	return best
}

// alike is what two ranges share of what they cover together.
func alike(aStart, aEnd, bStart, bEnd int64) float64 {
	return max(0, float64(min(aEnd, bEnd)-max(aStart, bStart))) / float64(max(aEnd, bEnd)-min(aStart, bStart))
}

// draw draws n passages. By rank they are the first one of each of the first texts.
func (f *found) draw(n int, by string, seed uint64) []labelled {
	r := rand.New(rand.NewPCG(seed, uint64(len(by))))
	groups := f.texts
	if by == byRecord {
		groups = make([][]int, len(f.passages))
		for i := range groups {
			groups[i] = []int{i}
		}
	}
	if by == byRank {
		groups = make([][]int, len(f.ranked))
		for i, t := range f.ranked {
			groups[i] = f.texts[t]
		}
	} else {
		groups = slices.Clone(groups)
		r.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	}
	var drawn []labelled
	for _, g := range groups[:min(n, len(groups))] {
		i := g[0]
		if by != byRank {
			i = g[r.IntN(len(g))]
		}
		p := f.passages[i]
		drawn = append(drawn, labelled{
			Drawn: by, A: p.A, AStart: p.AStart, AEnd: p.AEnd, B: p.B, BStart: p.BStart, BEnd: p.BEnd, Kind: p.Kind,
			Matched:    p.Matched,
			Similarity: p.Similarity, Evidence: p.Evidence, Prose: p.Prose, Documents: f.documents[f.textOf[i]],
			Records: len(f.texts[f.textOf[i]]),
		})
	}
	return drawn
}
