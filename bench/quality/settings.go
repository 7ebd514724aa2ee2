package main

import (
	"fmt"
	"slices"
	"strings"
)

// setting is a name for flags of the main job.
type setting struct {
	name  string
	flags []string
}

// settings are the default, and those of the comparison in Zhang et al. 2010: n-shingles
// and their τ (Figure 6), I-Match by the range of idf (7), SpotSigs by the number of
// antecedents (8) and τ (9), γ. Figures 6 to 9 are of sentences before they are put in
// sequence: gamma=0. The numbers of antecedents are those of the figure and between.
var settings = makeSettings()

func makeSettings() []setting {
	all := []setting{
		{"default", nil},
		{"fast", []string{"--preset=fast"}},
		{"diagonal", []string{"--matching=diagonal"}},
		{"grams", []string{"--candidates=grams"}},
		{"chains", []string{"--candidates=chains"}},
	}
	// As in the paper, gaps are not passed over.
	add := func(name string, flags ...string) {
		all = append(all, setting{name, append([]string{"--matching=diagonal", "--gap=0"}, flags...)})
	}
	for _, n := range []string{"2", "3", "4"} {
		for _, tau := range []string{"0.5", "0.7", "0.9"} {
			add(n+"-shingles tau="+tau, "--signature=shingle", "--n="+n, "--tau="+tau, "--gamma=3")
		}
		for _, gamma := range []string{"0", "1"} {
			add(n+"-shingles tau=0.9 gamma="+gamma, "--signature=shingle", "--n="+n, "--tau=0.9", "--gamma="+gamma)
		}
	}
	for _, idf := range []string{"0,1", "0.1,1", "0.2,1", "0.3,1", "0.1,0.9", "0.1,0.8"} {
		add("imatch idf="+strings.ReplaceAll(idf, ",", "-"), "--signature=imatch", "--idf="+idf, "--gamma=3")
	}
	for _, idf := range []string{"0,1", "0.1,1", "0.2,1", "0.3,1", "0.4,1"} {
		add("imatch idf="+strings.ReplaceAll(idf, ",", "-")+" gamma=0", "--signature=imatch", "--idf="+idf, "--gamma=0")
	}
	add("imatch idf=0.1-1 gamma=1", "--signature=imatch", "--idf=0.1,1", "--gamma=1")
	for _, antecedents := range []string{"5", "10", "20", "60", "100", "200", "500", "1000", "5000", "10000", "20000"} {
		for _, tau := range []string{"0.5", "0.7", "0.9"} {
			add("spotsigs A="+antecedents+" tau="+tau, "--signature=spotsigs", "--antecedents="+antecedents,
				"--tau="+tau, "--gamma=3")
		}
		add("spotsigs A="+antecedents+" tau=0.9 gamma=0", "--signature=spotsigs", "--antecedents="+antecedents,
			"--tau=0.9", "--gamma=0")
	}
	add("spotsigs A=60 tau=0.9 gamma=1", "--signature=spotsigs", "--antecedents=60", "--tau=0.9", "--gamma=1")
	// The same number of antecedents, and another number of signatures.
	for _, chain := range []string{"1", "3", "4"} {
		add("spotsigs chain="+chain+" A=60 tau=0.9 gamma=0", "--signature=spotsigs", "--antecedents=60",
			"--chain="+chain, "--tau=0.9", "--gamma=0")
	}
	return all
}

// compared is the settings of Zhang et al., the one they recommend first: the times of the
// others are relative to it.
func compared() []setting {
	var out []setting
	for _, s := range settings {
		if s.name == "fast" || slices.Contains(s.flags, "--gap=0") {
			out = append(out, s)
		}
	}
	return out
}

// choose returns the settings whose names begin with one of the given ones; all, if none is.
func choose(names []string) ([]setting, error) {
	if len(names) == 0 {
		return settings, nil
	}
	var chosen []setting
	for _, name := range names {
		i := slices.IndexFunc(settings, func(s setting) bool { return strings.HasPrefix(s.name, name) })
		if i < 0 {
			return nil, fmt.Errorf("--settings: there is no %q", name)
		}
		for _, s := range settings {
			if strings.HasPrefix(s.name, name) && !slices.ContainsFunc(chosen, func(c setting) bool {
				return c.name == s.name
			}) {
				chosen = append(chosen, s)
			}
		}
	}
	return chosen, nil
}
