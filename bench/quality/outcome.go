package main

import (
	"time"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/result"
	"example.org/diagonal/transforms/signature"
)

// outcome is a result with its summary and its cost.
type outcome struct {
	dir string
	cpu time.Duration
	result.Summary
	job.RunInfo
}

// withoutSignature is the share of the sentences that had no signature.
func (f outcome) withoutSignature() float64 {
	return float64(f.Ledger["sentences_without_signature"]) / float64(max(1, f.Counts["sentences"]))
}

// signatures is how many signatures a sentence has, those without one counted.
func (f outcome) signatures() float64 {
	return float64(f.Counts[signature.Signatures]) / float64(max(1, f.Counts["sentences"]))
}
