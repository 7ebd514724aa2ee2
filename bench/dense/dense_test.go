package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/forecast"
)

// Each collection is the same each time, and has in common what its name says, but novels.
func TestKinds(t *testing.T) {
	for _, k := range kinds {
		var first, second bytes.Buffer
		for _, b := range []*bytes.Buffer{&first, &second} {
			if err := k.Write(b, 200_000); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: two collections differ", k.Name)
		}
		if got := repeated(t, first.String()); (got > .1) != (k.Name != "novels") {
			t.Errorf("%s: %.2f of its runs of ten characters come again", k.Name, got)
		}
	}
}

// repeated is the share of runs of ten characters that stand in an earlier document, of every tenth one.
func repeated(t *testing.T, jsonl string) float64 {
	t.Helper()
	known := map[string]bool{}
	all, again := 0, 0
	for line := range strings.Lines(jsonl) {
		var d struct{ ID, Text string }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		text := []rune(d.Text)
		var own []string
		for x := 0; x+10 <= len(text); x++ {
			run := string(text[x : x+10])
			if x%10 == 0 {
				all++
				if known[run] {
					again++
				}
			}
			own = append(own, run)
		}
		for _, run := range own {
			known[run] = true
		}
	}
	return float64(again) / float64(all)
}

func TestPrint(t *testing.T) {
	rows := []row{
		{name: "novels", documents: 3, mb: 2, cpu: map[string]float64{forecast.AllCPU: .2, "align": .1},
			steps: []float64{2000, 20, 4, 2, 12.5}},
		{name: "laws", documents: 4, mb: 4, cpu: map[string]float64{forecast.AllCPU: 1, "align": .6},
			steps: []float64{4e6, 40, 4, 2, 100}},
	}
	var out strings.Builder
	print(&out, rows)
	for _, want := range []string{
		"| collection | documents | MB | all | read | split |",
		"| laws | 4 | 4.0 | 250 (2.50) | 0 | 0 | 0 | 0 | 0 | 150 | 0 |",
		"| novels | 1,000 | 10 | 2 | 1 | 6.3 |\n| laws | 1,000,000 | 10 | 1 | 0.5 | 25 |\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
