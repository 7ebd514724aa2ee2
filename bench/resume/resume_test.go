package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/diagonal/io/filetest"
)

// A program is killed when it has taken the time, and one that ends before is an error.
func TestKilled(t *testing.T) {
	lost, err := killed(t.Context(), 30*time.Millisecond, "/bin/sh", "-c", "while :; do :; done")
	if err != nil || lost < 30*time.Millisecond {
		t.Errorf("%v, %v", lost, err)
	}
	if _, err := killed(t.Context(), time.Hour, "/bin/true"); err == nil {
		t.Error("a program that has ended was killed")
	}
}

// The sum of a result is that of the names and bytes of its files, without what the run took.
func TestSumOf(t *testing.T) {
	folder := t.TempDir()
	sum := func(name, text string) uint64 {
		filetest.Write(t, filepath.Join(folder, name), text)
		s, err := sumOf(folder)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	x := sum("a.jsonl", "x")
	if y := sum("run.json", "1 s"); x != y {
		t.Error("the sum depends on the time that a run took")
	}
	if y := sum("a.jsonl", "y"); x == y {
		t.Error("the sum does not depend on a file")
	}
}

// What is kept is written, and removed afterwards.
func TestKeep(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kept")
	cpu, seconds, err := minKeep(name, 3<<20+1)
	if _, stat := os.Stat(name); err != nil || cpu < 0 || seconds <= 0 || !os.IsNotExist(stat) {
		t.Errorf("%v, %v, %v, %v", cpu, seconds, err, stat)
	}
}
