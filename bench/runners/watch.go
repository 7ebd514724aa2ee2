package main

import (
	"context"
	"runtime"
	"time"

	"github.com/prometheus/procfs"
)

// load is what the processes of a run took together.
type load struct {
	// Memory is the largest sum of their resident sets, in bytes.
	Memory int
	// Waiting is the time that the cores had nothing to do for the run, as a mean over all cores:
	// no thread ran, or was ready to run. Other work on the machine does not count.
	Waiting time.Duration
}

// watchInterval is the time between two samples.
const watchInterval = 500 * time.Millisecond

// watch samples a process and its descendants until the context ends.
func watch(ctx context.Context, fs procfs.FS, root int) load {
	var l load
	ticks := time.NewTicker(watchInterval)
	defer ticks.Stop()
	cores := runtime.NumCPU()
	for last := time.Now(); ; {
		select {
		case <-ctx.Done():
			return l
		case now := <-ticks.C:
			memory, ready := look(fs, root)
			l.Memory = max(l.Memory, memory)
			l.Waiting += now.Sub(last) * time.Duration(max(0, cores-ready)) / time.Duration(cores)
			last = now
		}
	}
}

// look returns the sum of the resident sets of a process and its descendants, in bytes, and how many
// of their threads run or are ready to run.
func look(fs procfs.FS, root int) (memory, ready int) {
	processes, _ := fs.AllProcs()
	stats := map[int]procfs.ProcStat{}
	for _, p := range processes {
		if s, err := p.Stat(); err == nil { // else it has ended
			stats[p.PID] = s
		}
	}
	for pid, s := range stats {
		if !descends(stats, pid, root) {
			continue
		}
		memory += s.ResidentMemory()
		threads, _ := fs.AllThreads(pid)
		for _, t := range threads {
			if s, err := t.Stat(); err == nil && s.State == "R" {
				ready++
			}
		}
	}
	return memory, ready
}

// descends reports whether a process is another one or descends from it.
func descends(stats map[int]procfs.ProcStat, pid, root int) bool {
	for pid != root {
		s, known := stats[pid]
		if !known || s.PPID == pid {
			return false
		}
		pid = s.PPID
	}
	return true
}
