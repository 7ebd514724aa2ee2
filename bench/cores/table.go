package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"example.org/diagonal/engine/local"
)

// maxStages is how many stages the second table has.
const maxStages = 12

// print prints the tables in Markdown.
func print(out io.Writer, rows []row) {
	fmt.Fprint(out,
		"Seconds, with one worker whose caches stay warm, and with a worker for each core. Speed-up is CPU time over replayed time, of the first one; so are the shares: what lies between stages, what one core does alone of it, and cores that wait for tasks of others.\n"+
			"\n")
	fmt.Fprint(out,
		"| cores | shards | CPU | replayed | measured | speed-up | between stages | alone | waiting |\n"+
			"|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		one, each, measured := r.one.replay(r.cores), r.each.replay(r.cores), "-"
		if r.measured > 0 {
			measured = fmt.Sprintf("%.2f", r.measured.Seconds())
		}
		fmt.Fprintf(out, "| %d | %d | %.2f, %.2f | %.2f, %.2f | %s | %.1f | %.1f %% | %.1f %% | %.1f %% |\n", r.cores, r.shards,
			r.one.all.Seconds(), r.each.all.Seconds(), one.all.Seconds(), each.all.Seconds(), measured,
			share(r.one.all, one.all), 100*share(one.between, one.all), 100*share(one.alone, one.all),
			100*share(one.waiting, one.all))
	}
	last := rows[len(rows)-1]
	one, each := last.one.replay(last.cores), last.each.replay(last.cores)
	fmt.Fprintf(out,
		"\nThe stages that take longest on %d cores:\n\n| stage | tasks | CPU | longest task | replayed |\n"+
			"|---|---|---|---|---|\n", last.cores)
	order := make([]int, len(one.stages))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(one.stages[b], one.stages[a]) })
	for _, i := range order[:min(maxStages, len(order))] {
		a, b := last.one.stages[i], last.each.stages[i]
		fmt.Fprintf(out, "| %s | %d | %.2f, %.2f | %.3f, %.3f | %.3f, %.3f |\n", a.Name, len(a.Tasks), a.All.Seconds(),
			b.All.Seconds(),
			longest(a).Seconds(), longest(b).Seconds(), one.stages[i].Seconds(), each.stages[i].Seconds())
	}
}

// longest returns the longest task of a stage, 0 if it has none.
func longest(s local.TracedStage) (t time.Duration) {
	for _, of := range s.Tasks {
		t = max(t, of)
	}
	return t
}

func share(part, of time.Duration) float64 { return part.Seconds() / of.Seconds() }
