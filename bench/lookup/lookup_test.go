package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/transforms/lookup/winnow"
)

// The simulation is above the worst case and near the average, except where many q-grams change.
func TestStability(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, p := range []winnow.Params{{Q: 50, W: 100}, {Q: 4, W: 146}} {
		for m := 1; m <= 4; m++ {
			sim := simulated(rng, p.Q, p.W, m, 4000)
			if worst, average := p.Worst(m), p.Edited(m); sim < worst-.03 || sim < average-.03 || sim > average+.06 {
				t.Errorf("%+v, m %d: simulated %.3f, worst case %.3f, average %.3f", p, m, sim, worst, average)
			}
		}
	}
	if got := simulated(rng, 4, 146, 0, 100); math.Abs(got-1) > 0 {
		t.Errorf("without a change: %v", got)
	}
}

func TestReadQueries(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	put("susp/suspicious-document1.txt", "ä copied text.")
	put("src/source-document1.txt", "The copied text.")
	put("02-copies/suspicious-document1-source-document1.xml", `<document reference="suspicious-document1.txt"><feature name="plagiarism" this_offset="2" this_length="11" source_reference="source-document1.txt" source_offset="4" source_length="11"/></document>`)
	got, err := readQueries(dir, 5)
	want := query{Kind: "02-copies", ID: "02-copies-0", Text: "copied text", Source: "source-document1.txt",
		Start: 4, End: 15}
	if err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("%+v, error %v", got, err)
	}
}

func TestFigure(t *testing.T) {
	m := measure{setting: ofSource[3], bytes: 1e6, distinct: 5, kinds: map[string]*score{"k": {}},
		ledger: map[string]int64{"candidate_texts": 10}}
	m.kinds["k"].add(.5, 1)
	m.all.add(.5, 1)
	var out bytes.Buffer
	figure(&out, []query{{Kind: "k"}}, []measure{m})
	for _, want := range []string{"| frequency 4/146 | 1.0 MB | 5 |",
		"| frequency 4/146 | 0.5000 | 1.0000 | 0.6667 | 0.6667 |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// Runs as long as the guarantee always have a common signature, and shorter ones have it less often.
func TestSharedRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 41))
	var texts [][]byte
	for range 5 {
		text := make([]byte, 5*around)
		for i := range text {
			text[i] = normalised([]byte("etaoinshrdlu"))[rng.IntN(12)]
		}
		texts = append(texts, text)
	}
	p := winnow.Params{Signature: winnow.Random, Q: 4, W: 60}
	selector := winnow.NewSelector(p, nil)
	share := func(n int) float64 { return sharedRuns(rand.New(rand.NewPCG(2, 2)), selector, texts, n, 1000) }
	if all, some, few := share(p.Guarantee()), share(40), share(10); all != 1 || some >= 1 || few >= some || few == 0 {
		t.Errorf("of %d letters %g, of 40 %g, of 10 %g", p.Guarantee(), all, some, few)
	}
}
