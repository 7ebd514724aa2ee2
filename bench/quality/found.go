package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// found is a result, and what it says of itself.
type found struct {
	dir string
	cpu time.Duration

	Counts map[string]int64 `json:"counts"`
	Ledger map[string]int64 `json:"ledger"`
	Lines  map[string]int64 `json:"lines"`

	Seconds    float64 `json:"seconds"`
	PeakMemory int64   `json:"peak_memory_bytes"`
}

// readFound reads summary.json and run.json of a result.
func readFound(dir string, cpu time.Duration) (found, error) {
	f := found{dir: dir, cpu: cpu}
	for _, name := range []string{"summary.json", "run.json"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return f, err
		}
		if err := json.Unmarshal(b, &f); err != nil {
			return f, fmt.Errorf("%s/%s: %w", dir, name, err)
		}
	}
	return f, nil
}

// withoutSignature is the share of the sentences that had no signature.
func (f found) withoutSignature() float64 {
	return float64(f.Ledger["sentences_without_signature"]) / float64(max(1, f.Counts["sentences"]))
}
