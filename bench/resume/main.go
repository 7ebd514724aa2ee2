// Command resume measures what a run that dies costs, and what going on from its stages would cost all runs:
//
//	go run ./bench/resume --mb=100,500
//
// Each run is made whole, then killed when half of its CPU time is over, and at the smallest size made again: its
// result must have the same bytes. To go on, a run has to keep all that it shuffles, on the disk. Its blocks are in
// files already, which are used again as soon as a block was read. So keeping them costs at least their room, and a
// sync, so that they outlive the machine: the program writes a file of so many bytes, and syncs it, several times, of
// which the least counts. Run it from the root of the module, on Linux.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/prometheus/procfs"
	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/process"
)

// params configures the measurement.
type params struct {
	program.Bench
	// MB are the sizes of the collections, in millions of bytes, ascending.
	MB []int
	// Commands are those that are killed.
	Commands []string
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	pflag.IntSliceVar(&p.MB, "mb", []int{100, 500}, "sizes of the collections, in millions of bytes, ascending")
	pflag.StringSliceVar(&p.Commands, "commands", []string{"partial", "clean"}, "`names` of commands")
	program.Main("resume", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	fmt.Println("| command | MB | CPU s | seconds | CPU s lost by a kill | made again | shuffled MB | on disk at a time | CPU s to keep | seconds to keep | % of CPU | pays if of 100 runs die |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, command := range p.Commands {
		for i, mb := range p.MB {
			if err := p.measure(ctx, command, mb, i == 0); err != nil {
				return fmt.Errorf("%s, %d MB: %w", command, mb, err)
			}
		}
	}
	return nil
}

// measure prints the line of a command and a size. again makes the run that was killed again.
func (p params) measure(ctx context.Context, command string, mb int, again bool) error {
	input := filepath.Join(p.Keep, fmt.Sprintf("corpus-%d.jsonl", mb))
	if err := program.Corpus(ctx, input, fmt.Sprintf("--mb=%d", mb)); err != nil {
		return err
	}
	whole, dead := filepath.Join(p.Keep, "whole"), filepath.Join(p.Keep, "dead")
	if err := errors.Join(os.RemoveAll(whole), os.RemoveAll(dead)); err != nil {
		return err
	}
	args := func(output string) []string {
		return []string{command, "--quiet", "--input=" + input, "--output=" + output}
	}
	cost, err := program.Run(ctx, p.Binary, args(whole)...)
	if err != nil {
		return err
	}
	lost, err := killed(ctx, cost.CPU/2, p.Binary, args(dead)...)
	if err != nil {
		return err
	}
	if _, err := os.Stat(dead); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("a killed run has left %s: %v", dead, err)
	}
	made := ""
	if again {
		if _, err := program.Run(ctx, p.Binary, args(dead)...); err != nil {
			return err
		}
		x, errX := sumOf(whole)
		y, errY := sumOf(dead)
		if err := errors.Join(errX, errY); err != nil {
			return err
		}
		if made = "same bytes"; x != y {
			made = "OTHER BYTES"
		}
	}
	result, err := job.ReadResult(whole)
	if err != nil {
		return err
	}
	shuffled := result.Run.ShuffledBytes
	cpu, seconds, err := minKeep(filepath.Join(p.Keep, "kept"), shuffled)
	if err != nil {
		return err
	}
	share := cpu.Seconds() / cost.CPU.Seconds()
	fmt.Printf("| %s | %d | %.1f | %.1f | %.1f | %s | %d | %d | %.1f | %.1f | %.1f | %.0f |\n", command, mb,
		cost.CPU.Seconds(), cost.Wall.Seconds(),
		lost.Seconds(), made, shuffled/1e6, result.Run.SpoolLargest/1e6, cpu.Seconds(), seconds.Seconds(), 100*share,
		100*share*cost.CPU.Seconds()/lost.Seconds())
	return nil
}

// killed runs a program, and kills it when it has taken so much CPU time. lost is what it had taken then.
func killed(ctx context.Context, after time.Duration, name string, args ...string) (lost time.Duration, err error) {
	cmd := exec.CommandContext(ctx, name, args...)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := false
	for lost < after && err == nil && !ended {
		time.Sleep(20 * time.Millisecond)
		var p procfs.Proc
		var stat procfs.ProcStat
		if p, err = procfs.NewProc(cmd.Process.Pid); err == nil {
			stat, err = p.Stat()
			// waits to be waited for
			lost, ended = time.Duration(stat.CPUTime()*float64(time.Second)), stat.State == "Z"
		}
	}
	errKill := cmd.Process.Kill()
	errWait := cmd.Wait()
	switch {
	case err != nil:
		return 0, err
	case ended || errWait == nil:
		return 0, fmt.Errorf("it ended before it was killed: %v", cmd.ProcessState)
	}
	return lost, errKill
}

// keeps is how often a file is written: what else the machine does makes it cost more, never less.
const keeps = 5

// minKeep is the least CPU time, and the least time, of several calls of keep.
func minKeep(name string, bytes int64) (cpu, seconds time.Duration, err error) {
	for i := range keeps {
		c, s, err := keep(name, bytes)
		if err != nil {
			return 0, 0, err
		}
		if i == 0 {
			cpu, seconds = c, s
		}
		cpu, seconds = min(cpu, c), min(seconds, s)
	}
	return cpu, seconds, nil
}

// keep writes a file of so many bytes, syncs it, and removes it: the CPU time and the time that it took.
func keep(name string, bytes int64) (cpu, seconds time.Duration, err error) {
	before, start := process.CPU(), time.Now()
	f, err := os.Create(name)
	if err != nil {
		return 0, 0, err
	}
	defer os.Remove(name)
	block := make([]byte, 1<<20)
	for ; bytes > 0 && err == nil; bytes -= int64(len(block)) {
		_, err = f.Write(block[:min(bytes, int64(len(block)))])
	}
	err = errors.Join(err, f.Sync(), f.Close())
	return process.CPU() - before, time.Since(start), err
}

// sumOf returns a sum of the files of a result, but for what the run took.
func sumOf(folder string) (uint64, error) {
	sum := xxhash.New()
	err := filepath.WalkDir(folder, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "run.json" {
			return err
		}
		below, _ := filepath.Rel(folder, name)
		data, err := os.ReadFile(name)
		fmt.Fprintf(sum, "%s %d\n", below, len(data))
		sum.Write(data)
		return err
	})
	return sum.Sum64(), err
}
