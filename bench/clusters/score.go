package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/transforms/evaluation/agreement"
	"example.org/diagonal/transforms/evaluation/planted"
)

// text is a place of a planted text.
type text struct {
	Text   string  `json:"text"`
	ID     string  `json:"id"`
	Start  int     `json:"start"`
	End    int     `json:"end"`
	Edited float64 `json:"edited"`
}

// place is a place of a cluster. Some programs call its start begin.
type place struct {
	Cluster json.RawMessage `json:"cluster"`
	ID      string          `json:"id"`
	Start   int             `json:"start"`
	Begin   int             `json:"begin"`
	End     int             `json:"end"`
}

// share is how many of some planted places are in the cluster that has most places of their text.
type share struct{ in, all int }

func (s share) String() string {
	if s.all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", float64(s.in)/float64(s.all))
}

// outcome is how the clusters of a collection compare with the planted texts.
type outcome struct {
	name                   string
	texts, places, missed  int
	clusters, other, parts int
	// index is the adjusted Rand index of all planted places, those that were missed in a cluster of
	// their own each; ofFound is that of the places that were found.
	index, ofFound float64
	byEdit         map[float64]share
	bySize         map[int]share
}

// scoreFolder scores the places of clusters in files against the collection in a folder.
func scoreFolder(folder, glob string) (*outcome, error) {
	texts, err := program.ReadLines[text](filepath.Join(folder, "places.jsonl"))
	if err != nil {
		return nil, err
	}
	places, err := program.ReadLines[place](glob)
	if err != nil {
		return nil, err
	}
	for i := range places {
		places[i].Start += places[i].Begin
	}
	o := score(texts, places)
	o.name = filepath.Base(folder)
	return o, nil
}

// score compares clusters with planted texts. A planted place was found if a place of a cluster has more in
// common with it than half of what the two cover together.
func score(texts []text, places []place) *outcome {
	byDocument := map[string][]int{}
	clusters := map[string]bool{}
	for i, p := range places {
		byDocument[p.ID] = append(byDocument[p.ID], i)
		clusters[string(p.Cluster)] = true
	}
	o := &outcome{places: len(texts), clusters: len(clusters), byEdit: map[float64]share{}, bySize: map[int]share{}}
	used := make([]bool, len(places))
	var want, have, wantFound, haveFound []string
	together := map[string]map[string]int{} // of each text, its places in each cluster
	for i, t := range texts {
		best, at := .5, -1
		for _, x := range byDocument[t.ID] {
			p := places[x]
			if both := float64(min(p.End, t.End)-max(p.Start, t.Start)) / float64(max(p.End, t.End)-min(p.Start,
				t.Start)); both > best {
				best, at = both, x
			}
		}
		if together[t.Text] == nil {
			together[t.Text] = map[string]int{}
		}
		label := fmt.Sprint("missed ", i)
		if at < 0 {
			o.missed++
		} else {
			used[at] = true
			label = string(places[at].Cluster)
			together[t.Text][label]++
			wantFound, haveFound = append(wantFound, t.Text), append(haveFound, label)
		}
		want, have = append(want, t.Text), append(have, label)
	}
	sizes := map[string]int{}
	for _, t := range texts {
		sizes[t.Text]++
	}
	for i, t := range texts {
		in, all := together[t.Text][have[i]], 0
		for _, n := range together[t.Text] {
			all = max(all, n)
		}
		add := func(s share) share {
			s.all++
			if in > 0 && in == all {
				s.in++
			}
			return s
		}
		o.byEdit[t.Edited], o.bySize[sizes[t.Text]] = add(o.byEdit[t.Edited]), add(o.bySize[sizes[t.Text]])
	}
	o.texts = len(sizes)
	o.index, o.ofFound = agreement.AdjustedRand(want, have), agreement.AdjustedRand(wantFound, haveFound)
	o.count(texts, places, used)
	return o
}

// count counts the places that are not the best one of a planted place: those inside a planted place or
// around one, and all others.
func (o *outcome) count(texts []text, places []place, used []bool) {
	byDocument := map[string][]text{}
	for _, t := range texts {
		byDocument[t.ID] = append(byDocument[t.ID], t)
	}
	for i, p := range places {
		switch {
		case used[i]:
		case slices.ContainsFunc(byDocument[p.ID], func(t text) bool {
			return 2*(min(p.End, t.End)-max(p.Start, t.Start)) > min(p.End-p.Start, t.End-t.Start)
		}):
			o.parts++
		default:
			o.other++
		}
	}
}

// tables prints the tables.
func tables(w io.Writer, rows []*outcome) error {
	fmt.Fprintln(w,
		"| text | planted | missed | adjusted Rand index | of the places found | clusters | other places of planted texts | other places |\n"+
			"|---|---|---|---|---|---|---|---|")
	for _, o := range rows {
		fmt.Fprintf(w, "| %s | %d places of %d texts | %d | %.4f | %.4f | %d | %d | %d |\n", o.name, o.places, o.texts,
			o.missed, o.index, o.ofFound, o.clusters, o.parts, o.other)
	}
	fmt.Fprint(w, "\n| text, share in the largest cluster |")
	for _, percent := range planted.ReprintShares {
		fmt.Fprintf(w, " %d %% edited |", percent)
	}
	sizes := map[int]bool{}
	for _, o := range rows {
		for size := range o.bySize {
			sizes[size] = true
		}
	}
	columns := slices.Sorted(maps.Keys(sizes))
	for _, size := range columns {
		fmt.Fprintf(w, " %d places |", size)
	}
	fmt.Fprint(w, "\n|---|")
	for range len(planted.ReprintShares) + len(columns) {
		fmt.Fprint(w, "---|")
	}
	fmt.Fprintln(w)
	for _, o := range rows {
		fmt.Fprintf(w, "| %s |", o.name)
		for _, percent := range planted.ReprintShares {
			fmt.Fprintf(w, " %v |", o.byEdit[float64(percent)/100])
		}
		for _, size := range columns {
			fmt.Fprintf(w, " %v |", o.bySize[size])
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}
