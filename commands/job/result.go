package job

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"example.org/diagonal/io/shardio"
)

// ReadResult reads what a run that has ended says of itself, in a folder on a disk.
func ReadResult(dir string) (*Result, error) {
	r := &Result{Dir: dir, Summary: &shardio.Summary{}}
	for _, f := range []struct {
		name string
		into any
	}{{shardio.SummaryFile, r.Summary}, {shardio.RunFile, &r.Run}} {
		b, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(b, f.into); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(dir, f.name), err)
		}
	}
	return r, nil
}
