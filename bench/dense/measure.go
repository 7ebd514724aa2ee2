package main

import (
	"context"
	"path/filepath"

	"example.org/diagonal/bench/madeup"
	"example.org/diagonal/bench/profile"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/candidate"
)

// row is what one collection takes.
type row struct {
	name      string
	documents int
	mb        float64
	// cpu is the CPU seconds of each stage (forecast.Stages), the least of all rounds.
	cpu map[string]float64
	// steps are what is counted at each step, in the order of their names in the package variable steps.
	steps []float64
}

// steps are the steps from candidates to records.
var steps = []string{"equal runs of words", "pairs of documents near", "aligned", "records", "MB that travel"}

// measure runs every collection p.Rounds times.
func (p params) measure(ctx context.Context, chosen []madeup.Kind) ([]row, error) {
	var rows []row
	for range p.Rounds {
		for i, k := range chosen {
			r, err := p.once(ctx, k)
			if err != nil {
				return nil, err
			}
			if i == len(rows) {
				rows = append(rows, r)
			} else if r.all() < rows[i].all() {
				rows[i] = r
			}
		}
	}
	return rows, nil
}

// once runs one collection.
func (p params) once(ctx context.Context, k madeup.Kind) (row, error) {
	input, documents, err := k.File(p.Keep, p.MB)
	if err != nil {
		return row{}, err
	}
	cpu, result, err := profile.Stages(ctx, partial.Command(), input, filepath.Join(p.Keep, k.Name+"-result"), p.Flags)
	if err != nil {
		return row{}, err
	}
	counts, lines := result.Summary.Counts, result.Summary.Lines
	return row{
		name: k.Name, documents: documents, mb: float64(counts["bytes"]) / 1e6, cpu: cpu,
		steps: []float64{
			float64(counts[candidate.UnitMatches]), float64(counts[candidate.NearPairs]),
			float64(counts[alignment.Aligned]),
			float64(lines["passages"] + lines["within"]), float64(result.Run.ShuffledBytes) / 1e6,
		},
	}, nil
}
