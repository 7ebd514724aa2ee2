package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/record"
)

// outcome is what a run took and found.
type outcome struct {
	flags     string
	ended     bool // at the limit; then all else is 0
	cpu       float64
	memory    int64
	met       int64 // pairs of sentences that have a key, a bucket or a word in common
	compared  int64 // of which S was computed
	pairs     map[[2]string]float64
	sentences map[string]struct{}
}

// measure runs the program.
func (b bench) measure(ctx context.Context, file string, flags ...string) (outcome, error) {
	o := outcome{flags: strings.Join(flags, " ")}
	out := filepath.Join(b.Keep, "out")
	defer os.RemoveAll(out)
	args := append([]string{"reuse", "--quiet", "--overwrite", "--input=" + file, "--output=" + out}, flags...)
	cost, ended, err := program.RunWithin(ctx, b.limit, b.Binary, args...)
	if o.ended = ended; ended || err != nil {
		return o, err
	}
	o.cpu, o.memory = cost.CPU.Seconds(), cost.Memory
	r, err := job.ReadResult(out)
	if err != nil {
		return o, err
	}
	o.met, o.compared = r.Summary.Counts["sentence_pairs_met"], r.Summary.Counts["sentence_pairs_compared"]
	o.pairs, o.sentences = map[[2]string]float64{}, map[string]struct{}{}
	err = program.EachLine(filepath.Join(out, "pairs-*.jsonl"), func(p record.ReusePair) error {
		o.pairs[[2]string{p.A, p.B}] = p.Score
		return nil
	})
	if err != nil {
		return o, err
	}
	return o, program.EachLine(filepath.Join(out, "sentences-*.jsonl"), func(line json.RawMessage) error {
		o.sentences[string(line)] = struct{}{}
		return nil
	})
}

// recall returns the share of the pairs of documents with a score of at least thetaD in the truth that o has
// with such a score.
func (o outcome) recall(truth outcome, thetaD float64) float64 {
	all, found := 0, 0
	for pair, score := range truth.pairs {
		if score < thetaD {
			continue
		}
		all++
		if o.pairs[pair] >= thetaD {
			found++
		}
	}
	return program.Share(found, all)
}

// sentenceRecall is the same for pairs of sentences.
func (o outcome) sentenceRecall(truth outcome) float64 {
	found := 0
	for s := range truth.sentences {
		if _, ok := o.sentences[s]; ok {
			found++
		}
	}
	return program.Share(found, len(truth.sentences))
}
