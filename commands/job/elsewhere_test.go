package job

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"example.org/diagonal/engine/spool"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/runners/target"
)

// A runner may tell what its workers have read, and they may write blocks to a folder of this machine. What nobody
// tells is not shown.
func TestProgressElsewhere(t *testing.T) {
	blocks, err := spool.Make(t.TempDir(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer blocks.Close()
	filetest.Write(t, filepath.Join(blocks.Path(), "worker"), make([]byte, 3_000_000))
	counted := func(documents, bytes int64) target.Counters {
		return target.Counters{docio.DocumentsRead: documents, docio.BytesRead: bytes}
	}
	for _, tc := range []struct {
		name   string
		said   target.Progress
		blocks *spool.Folder
		reads  int
		want   string
	}{
		{"before the job is there", target.Progress{State: "submitting"}, nil, 1,
			"running on flink (submitting)  10 s"},
		{"only the state", target.Progress{State: "running"}, nil, 1, "running on flink  10 s"},
		{"blocks on this machine", target.Progress{State: "running"}, blocks, 1,
			"running on flink  3.0MB shuffled  10 s"},
		{"reading", target.Progress{State: "running", Counters: counted(1234, 8_000_000)}, blocks, 1,
			"reading on flink  1,234 documents, 3.0MB shuffled  0.8 MB/s  10 s"},
		{"all was read", target.Progress{State: "running", Counters: counted(3000, 10_000_000)}, nil, 1,
			"running on flink  3,000 documents  1.0 MB/s  10 s"},
		{"the second of two readings", target.Progress{State: "running", Counters: counted(4000, 15_000_000)}, nil, 2,
			"reading, 2 of 2 on flink  2,000 documents  1.5 MB/s  10 s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := newMeter(&docio.Plan{Bytes: 10_000_000}, tc.reads)
			m.elsewhere = &elsewhere{"flink", func() target.Progress { return tc.said }, tc.blocks}
			time.Sleep(10 * time.Second)
			if got := m.state().line(100); got != tc.want {
				t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
			}
		})
	}
}
