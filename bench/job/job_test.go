package main

import (
	"path/filepath"
	"testing"
	"time"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/filetest"
)

// Each measure has its own median, whichever run it is of.
func TestMedian(t *testing.T) {
	got := median([]program.Cost{
		{Wall: 3 * time.Second, CPU: 1 * time.Second, Memory: 20},
		{Wall: 1 * time.Second, CPU: 5 * time.Second, Memory: 10},
		{Wall: 2 * time.Second, CPU: 4 * time.Second, Memory: 90},
	})
	if want := (program.Cost{Wall: 2 * time.Second, CPU: 4 * time.Second, Memory: 20}); got != want {
		t.Errorf("median %+v, want %+v", got, want)
	}
}

func TestPerByte(t *testing.T) {
	if got := perByte(150, 1000); got != "0.150" {
		t.Errorf("%s, want 0.150", got)
	}
}

func TestSamePassages(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{
		"passages-00000-of-00002.jsonl": "a\n", "passages-00001-of-00002.jsonl": "b\n",
		"within-00000-of-00001.jsonl": "aa\n", "hot-00000-of-00001.jsonl": "h\n",
		"same": "a\naa\nb\n", "another order": "b\na\naa\n", "short": "a\nb\n", "twice": "a\naa\nb\nb\n",
	})
	for name, want := range map[string]bool{"same": true, "another order": true, "short": false, "twice": false} {
		if got, err := samePassages(dir, filepath.Join(dir, name)); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", name, got, err, want)
		}
	}
}
