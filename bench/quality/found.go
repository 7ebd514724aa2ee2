package main

import (
	"time"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/result"
)

// found is a result, and what it says of itself.
type found struct {
	dir string
	cpu time.Duration
	result.Summary
	job.RunInfo
}

// withoutSignature is the share of the sentences that had no signature.
func (f found) withoutSignature() float64 {
	return float64(f.Ledger["sentences_without_signature"]) / float64(max(1, f.Counts["sentences"]))
}
