package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/google/pprof/profile"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/transforms/shuffle"
)

// point is the time and memory of one run of the job.
type point struct {
	// GB is the size of the input in 10^9 bytes.
	GB float64
	// Takes is CPU seconds by stage, and what was shuffled (see the names below).
	Takes map[string]float64
}

// What a point holds beside the CPU seconds of stages.
const (
	allCPU          = "all CPU, s"
	shuffledRecords = "shuffled records, millions"
	shuffledBytes   = "shuffled bytes, GB"
	written         = "passages, thousands"
)

// measure runs the job in this process, for its profile.
func measure(ctx context.Context, input, output string, flags []string) (point, error) {
	info, err := os.Stat(input)
	if err != nil {
		return point{}, err
	}
	beamlog.SetupLogging("error", "text")
	flag.CommandLine.Parse(nil) // Beam asks that its flags be parsed; these are their defaults
	beam.Init()
	cmd := partial.Command()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs(append([]string{"--input=" + input, "--output=" + output, "--overwrite", "--quiet"}, flags...))
	var cpu bytes.Buffer
	if err := pprof.StartCPUProfile(&cpu); err != nil {
		return point{}, err
	}
	err = cmd.ExecuteContext(ctx)
	pprof.StopCPUProfile()
	if err != nil {
		return point{}, fmt.Errorf("partial %v: %w", flags, err)
	}
	p := point{GB: float64(info.Size()) / 1e9}
	if p.Takes, err = byStage(&cpu); err != nil {
		return p, err
	}
	return p, p.count(output)
}

// count adds the counts of the result.
func (p *point) count(output string) error {
	r, err := job.ReadResult(output)
	if err != nil {
		return err
	}
	p.Takes[shuffledRecords] = float64(r.Run.ShuffledRecords) / 1e6
	p.Takes[shuffledBytes] = float64(r.Run.ShuffledBytes) / 1e9
	p.Takes[written] = float64(r.Summary.Lines["passages"]) / 1e3
	return nil
}

// The stages, in the order of the data, and what belongs to none.
var stages = []string{"read", "split", "sign", "shuffle", "pair", "align", "locate", "write", "Beam, runtime", "garbage collection"}

// stageOf is the stage that the functions of a package work for. What is not here, like
// coders, works for its caller.
var stageOf = map[string]string{
	"io/docio": "read", "io/jsonlio": "read", "io/plainio": "read", "io/compress": "read", "io/store": "read",
	"transforms/analysis": "split", "transforms/signature": "sign", "transforms/shuffle": "shuffle",
	"transforms/candidate": "pair", "transforms/alignment": "align", "transforms/locate": "locate",
	"io/shardio": "write",
}

// module is the path of this module.
var module = strings.TrimSuffix(reflect.TypeFor[shuffle.Params]().PkgPath(), "/transforms/shuffle")

var ourPackage = regexp.MustCompile("^" + regexp.QuoteMeta(module) + "/([a-z]+/[a-z]+)")

// byStage sums the CPU seconds of a profile by stage: a sample belongs to the stage of
// the innermost function that has one.
func byStage(cpu *bytes.Buffer) (map[string]float64, error) {
	p, err := profile.Parse(cpu)
	if err != nil {
		return nil, err
	}
	takes := map[string]float64{}
	for _, s := range p.Sample {
		seconds := time.Duration(s.Value[1]).Seconds()
		takes[stageOfSample(s)] += seconds
		takes[allCPU] += seconds
	}
	return takes, nil
}

func stageOfSample(s *profile.Sample) string {
	stage := "Beam, runtime"
	for _, l := range s.Location { // the innermost first
		for _, line := range l.Line {
			name := line.Function.Name
			if m := ourPackage.FindStringSubmatch(name); m != nil && stageOf[m[1]] != "" {
				return stageOf[m[1]]
			}
			if name == "runtime.gcBgMarkWorker" || name == "runtime.bgsweep" || name == "runtime.bgscavenge" {
				stage = "garbage collection"
			}
		}
	}
	return stage
}
