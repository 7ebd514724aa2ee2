package main

import (
	"bytes"
	"maps"
	"path/filepath"
	"strings"
	"testing"
)

// A cost that grows by more than the limit is counted; CPU time of another machine is not.
func TestCompare(t *testing.T) {
	before := &baseline{Machine: "m", Costs: map[string]cost{"partial prose": {CPU: 2, Allocated: 1000},
		"clean prose": {CPU: 3, Allocated: 1000}}}
	for _, tc := range []struct {
		name, machine string
		partial       cost
		want          int
	}{
		{"the same", "m", cost{2, 1000}, 0},
		{"at the limit", "m", cost{2.2, 1100}, 0},
		{"cheaper", "m", cost{1, 10}, 0},
		{"more CPU time", "m", cost{2.3, 1000}, 1},
		{"more memory", "m", cost{2, 1200}, 1},
		{"both", "m", cost{3, 2000}, 2},
		{"more CPU time elsewhere", "n", cost{3, 1000}, 0},
		{"more memory elsewhere", "n", cost{2, 1200}, 1},
	} {
		costs := maps.Clone(before.Costs)
		costs["partial prose"] = tc.partial
		var out bytes.Buffer
		if got := compare(&out, before, &baseline{tc.machine, costs}, .1); got != tc.want {
			t.Errorf("%s: %d have grown, want %d:\n%s", tc.name, got, tc.want, &out)
		}
		if said := strings.Contains(out.String(), "another machine"); said != (tc.machine != "m") {
			t.Errorf("%s: says of another machine: %v", tc.name, said)
		}
	}
}

// A cost without a baseline is one that nobody guards.
func TestCompareNew(t *testing.T) {
	var out bytes.Buffer
	got := compare(&out, &baseline{Machine: "m"}, &baseline{"m", map[string]cost{"partial prose": {1, 1}}}, .1)
	if got != 1 || !strings.Contains(out.String(), "not in the baseline") {
		t.Errorf("%d have grown, want 1:\n%s", got, &out)
	}
}

// The baseline of the repository has every command on every collection, and nothing else.
func TestBaseline(t *testing.T) {
	b, err := readBaseline("baseline.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Costs) != len(commands)*len(collections) {
		t.Errorf("%d costs, want %d", len(b.Costs), len(commands)*len(collections))
	}
	for _, on := range collections {
		for _, args := range commands {
			if c := b.Costs[args[0]+" "+on.name]; c.CPU <= 0 || c.Allocated <= 0 {
				t.Errorf("%s %s: %+v", args[0], on.name, c)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "b.json")
	if err := b.write(file); err != nil {
		t.Fatal(err)
	}
	if again, err := readBaseline(file); err != nil || again.Machine != b.Machine || !maps.Equal(again.Costs, b.Costs) {
		t.Errorf("written and read it is %+v, %v", again, err)
	}
}
