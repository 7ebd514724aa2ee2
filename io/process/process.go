// Package process says what processes have cost.
package process

import (
	"os"
	"time"
)

// CPU returns the CPU time of this process so far, in user and kernel mode; 0 if it is not known.
func CPU() time.Duration { return cpu() }

// Peak returns the most memory that this process has held, in bytes; 0 if it is not known.
func Peak() int64 { return peak() }

// PeakOf returns the most memory that a process that has ended has held, in bytes; 0 if it is not known.
func PeakOf(ended *os.ProcessState) int64 { return peakOf(ended) }
