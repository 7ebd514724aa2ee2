package job

import (
	"context"
	"fmt"
	"time"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/result"
)

// Result describes a finished run.
type Result struct {
	Dir     string
	Summary *result.Summary
	Run     RunInfo
	// Unused are lines about flags that no file was read by, and fields that no document has.
	Unused []string
}

// RunInfo is run.json: what is not the same in every run.
type RunInfo struct {
	Version    string    `json:"version"`
	Runner     string    `json:"runner"`
	Started    time.Time `json:"started"`
	Seconds    float64   `json:"seconds"`
	InputFiles int       `json:"input_files"`
	InputBytes int64     `json:"input_bytes"`
	// MBPerSec is MB of text, not of the files that it is read from.
	MBPerSec float64 `json:"mb_per_second"`
	// CPUSeconds is the CPU time of this process since it began; workers of a runner that are
	// other processes are not in it.
	CPUSeconds float64 `json:"cpu_seconds"`
	PeakMemory int64   `json:"peak_memory_bytes"`
	// Allocated is the bytes that this process has allocated since it began, also those that it gave back.
	Allocated int64 `json:"allocated_bytes"`
	// ShuffledRecords and ShuffledBytes are what this process sent through shuffles.
	ShuffledRecords int64 `json:"shuffled_records"`
	ShuffledBytes   int64 `json:"shuffled_bytes"`
	// SpoolBytes is what the spool was expected to take on disk; 0 without a spool.
	SpoolBytes int64 `json:"spool_bytes_expected"`
	// SpoolLargest is the most that blocks took there at a time, if this process wrote them.
	SpoolLargest int64 `json:"spool_bytes_largest"`
	Shards       int   `json:"shards"`
	// LargestShards is the size of the largest shard of each stage that received shards in
	// this process, as a multiple of the mean of all shards of that stage.
	LargestShards map[string]float64 `json:"largest_shard_of_mean"`
	// Mark is that of a result that an index waits for.
	indexio.Mark
	// Made is absent where no command line is behind the run.
	Made
}

// ReadResult reads summary.json and run.json of a run that has ended. The error names the
// folder.
func ReadResult(dir string) (*Result, error) {
	ctx := context.Background()
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := &Result{Dir: dir}
	if r.Summary, err = folder.Summary(ctx); err == nil {
		err = folder.Run(ctx, &r.Run)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return r, nil
}
