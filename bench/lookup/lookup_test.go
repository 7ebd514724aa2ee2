package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The worst case is that of the source's Table 1, and the simulation with so many edits is above it.
func TestStability(t *testing.T) {
	want := map[[2]int][4]string{{50, 100}: {"33.33", "0.00", "0.00", "0.00"}, {4, 146}: {"94.67", "89.61", "84.81", "80.25"}}
	rng := rand.New(rand.NewPCG(1, 1))
	for s, row := range want {
		for i, percent := range row {
			got := worstCase(s[0], s[1], i+1)
			if text := fmt.Sprintf("%.2f", 100*got); text != percent {
				t.Errorf("q %d, w %d, m %d: %s, want %s", s[0], s[1], i+1, text, percent)
			}
			if sim := simulated(rng, s[0], s[1], i+1, 4000); sim < got-.03 || sim > 1 {
				t.Errorf("q %d, w %d, m %d: simulated %.3f, worst case %.3f", s[0], s[1], i+1, sim, got)
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
		os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("susp/suspicious-document1.txt", "ä copied text.")
	put("src/source-document1.txt", "The copied text.")
	put("02-copies/suspicious-document1-source-document1.xml", `<document reference="suspicious-document1.txt"><feature name="plagiarism" this_offset="2" this_length="11" source_reference="source-document1.txt" source_offset="4" source_length="11"/></document>`)
	got, err := readQueries(dir, 5)
	want := query{Kind: "02-copies", ID: "02-copies-0", Text: "copied text", Source: "source-document1.txt", Start: 4, End: 15}
	if err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("%+v, error %v", got, err)
	}
}

func TestFigure(t *testing.T) {
	m := measure{setting: ofSource[3], bytes: 1e6, distinct: 5, kinds: map[string]*score{"k": {}}, ledger: map[string]int64{"candidate_texts": 10}}
	m.kinds["k"].add(.5, 1)
	m.all.add(.5, 1)
	var out bytes.Buffer
	figure(&out, []query{{Kind: "k"}}, []measure{m})
	for _, want := range []string{"| frequency 4/146 | 1.0 MB | 5 |", "| frequency 4/146 | 0.5000 | 1.0000 | 0.6667 | 0.6667 |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
