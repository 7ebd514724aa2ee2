package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
)

// baseline is what everything costs.
type baseline struct {
	// Machine is the kind of machine that it was measured on.
	Machine string `json:"machine"`
	// Costs is by command and collection, as in "partial prose".
	Costs map[string]cost `json:"costs"`
}

func newBaseline() *baseline { return &baseline{Machine: machine(), Costs: map[string]cost{}} }

// machine returns the kind of this machine: its processor, the number of threads, and Go.
func machine() string {
	model := runtime.GOARCH
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d threads, %s", model, runtime.GOMAXPROCS(0), runtime.Version())
}

func readBaseline(file string) (*baseline, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var b baseline
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &b, nil
}

func (b *baseline) write(file string) error {
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o644)
}

func (b *baseline) print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\tCPU, of the yardstick\tallocated MB")
	for _, name := range slices.Sorted(maps.Keys(b.Costs)) {
		fmt.Fprintf(t, "%s\t%.2f\t%.1f\n", name, b.Costs[name].CPU, float64(b.Costs[name].Allocated)/1e6)
	}
	t.Flush()
}

// compare prints the costs of now as multiples of those before, and returns how many have grown by more than limit. CPU
// time counts on the same kind of machine only, and that of all collections together: that of a short run is too noisy.
func compare(w io.Writer, before, now *baseline, limit float64) (grown int) {
	same := before.Machine == now.Machine
	if !same {
		fmt.Fprintf(w,
			"The baseline is of another machine (%s; this one: %s): CPU time is shown, and does not count.\n",
			before.Machine, now.Machine)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\tCPU, of the baseline\tallocated, of the baseline\t")
	totals := map[string][2]float64{} // CPU time of a command, before and now
	line := func(name, cpu, allocated string, tooMuch bool) {
		mark := ""
		if tooMuch {
			mark = "grown"
			grown++
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", name, cpu, allocated, mark)
	}
	for _, name := range slices.Sorted(maps.Keys(now.Costs)) {
		a, b := before.Costs[name], now.Costs[name]
		if a.CPU <= 0 || a.Allocated <= 0 {
			line(name+", not in the baseline", "", "", true)
			continue
		}
		command, _, _ := strings.Cut(name, " ")
		totals[command] = [2]float64{totals[command][0] + a.CPU, totals[command][1] + b.CPU}
		allocated := float64(b.Allocated) / float64(a.Allocated)
		line(name, fmt.Sprintf("%.3f", b.CPU/a.CPU), fmt.Sprintf("%.3f", allocated), allocated > 1+limit)
	}
	for _, command := range slices.Sorted(maps.Keys(totals)) {
		cpu := totals[command][1] / totals[command][0]
		line(command+", in all", fmt.Sprintf("%.3f", cpu), "", same && cpu > 1+limit)
	}
	t.Flush()
	return grown
}
