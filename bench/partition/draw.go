package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/transforms/partition/site"
)

// draw prints pairs to judge, as labels without a label. From the sets of each setting it takes at most p.Draw sets of
// each size class and site, and two documents of each: a large set counts as much as a small one. To these come pairs
// that resemble each other, of two sets of the first setting, at most p.Draw of each class of resemblance and site.
func (p params) draw(ctx context.Context, w, counts io.Writer) error {
	var drawn []label
	var first map[string]string
	var name func(a, b string) string
	for _, setting := range strings.Split(p.Settings, ";") {
		_, found, err := p.sets(ctx, p.Judged, setting)
		if err != nil {
			return err
		}
		if first == nil {
			first, name = found, siteOf(found)
		}
		strata := inSets(found, name, p.Seed)
		fmt.Fprintf(counts, "%s:\n%s", setting, sizes(strata))
		drawn = append(drawn, take(strata, p.Draw)...)
	}
	strata, err := p.apart(ctx, first, name)
	if err != nil {
		return err
	}
	fmt.Fprintf(counts, "apart:\n%s", sizes(strata))
	drawn = append(drawn, take(strata, p.Draw)...)
	seen := map[[2]string]bool{}
	for _, l := range drawn {
		pair := [2]string{l.A, l.B}
		if seen[pair] {
			continue
		}
		seen[pair] = true
		line, err := json.Marshal(l)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", line)
	}
	return nil
}

// candidate is a pair that may be drawn: the least ranks are.
type candidate struct {
	label
	rank uint64
}

// inSets returns a pair of each set of two and more, by site and size.
func inSets(found map[string]string, name func(a, b string) string, seed uint64) map[string][]candidate {
	type least struct {
		n    int
		a, b string // of the members, those with the least ranks
	}
	sets := map[string]*least{}
	for id, set := range found {
		l := sets[set]
		if l == nil {
			l = &least{}
			sets[set] = l
		}
		l.n++
		switch r := rank(seed, id); {
		case l.n == 1 || r < rank(seed, l.a):
			l.a, l.b = id, l.a
		case l.n == 2 || r < rank(seed, l.b):
			l.b = id
		}
	}
	strata := map[string][]candidate{}
	for set, l := range sets {
		if l.n < 2 {
			continue
		}
		class := "a set of 2"
		switch {
		case l.n >= 10:
			class = "a set of 10 and more"
		case l.n > 2:
			class = "a set of 3 to 9"
		}
		add(strata, candidate{label{Drawn: class, Site: name(l.a, l.b), A: min(l.a, l.b), B: max(l.a, l.b)},
			rank(seed, set)})
	}
	return strata
}

// apart returns the pairs that resemble each other and are of two sets, by site and resemblance.
func (p params) apart(
	ctx context.Context, found map[string]string, name func(a, b string) string,
) (map[string][]candidate, error) {
	out := filepath.Join(p.Keep, "resembling")
	if _, err := os.Stat(out); err != nil {
		if _, err := program.Run(ctx, p.Binary, "resemblance", "--quiet", "--threshold=0.3", "--input="+p.Judged,
			"--output="+out); err != nil {
			return nil, err
		}
	}
	folder, err := result.Open(ctx, out)
	if err != nil {
		return nil, err
	}
	strata := map[string][]candidate{}
	return strata, result.Each(ctx, folder, "pairs", func(v record.SimilarPair, _ []byte) error {
		if found[v.A] == found[v.B] {
			return nil
		}
		class := "apart, .3 to .5"
		switch {
		case v.Resemblance >= .8:
			class = "apart, .8 to 1"
		case v.Resemblance >= .5:
			class = "apart, .5 to .8"
		}
		add(strata, candidate{label{Drawn: class, Site: name(v.A, v.B), A: v.A, B: v.B, Resemblance: v.Resemblance},
			rank(p.Seed, v.A+"\x00"+v.B)})
		return nil
	})
}

func add(strata map[string][]candidate, c candidate) {
	key := c.Site + ", " + c.Drawn
	strata[key] = append(strata[key], c)
}

// take returns at most n pairs of each stratum.
func take(strata map[string][]candidate, n int) (drawn []label) {
	for _, key := range slices.Sorted(maps.Keys(strata)) {
		all := strata[key]
		slices.SortFunc(all, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
		})
		for _, c := range all[:min(n, len(all))] {
			drawn = append(drawn, c.label)
		}
	}
	return drawn
}

// sizes says how many pairs may be drawn in each stratum.
func sizes(strata map[string][]candidate) (out string) {
	for _, key := range slices.Sorted(maps.Keys(strata)) {
		out += fmt.Sprintf("  %s: %d\n", key, len(strata[key]))
	}
	return out
}

// largeSite is the least share of the documents of a site with a name of its own in the labels.
const largeSite = .01

// siteOf returns what names the site of two documents: the host of both, or "others" if they are of two hosts or of one
// that has few of the documents.
func siteOf(found map[string]string) func(a, b string) string {
	pages := map[string]int{}
	for id := range found {
		pages[site.Host(id)]++
	}
	return func(a, b string) string {
		host := site.Host(a)
		if host != "" && host == site.Host(b) && float64(pages[host]) >= largeSite*float64(len(found)) {
			return host
		}
		return "others"
	}
}

// rank is where an id is in a random order.
func rank(seed uint64, id string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d\x00%s", seed, id)
	x := h.Sum64() // mixed, because ids that differ at their ends have near values
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return x
}
