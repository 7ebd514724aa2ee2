package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/forecast"
	"example.org/diagonal/commands/partial"
)

// What a point holds beside the CPU seconds of stages.
const (
	shuffledRecords = "shuffled records, millions"
	shuffledBytes   = "shuffled bytes, GB"
	written         = "passages, thousands"
)

// measure runs the job in this process, for its profile.
func measure(ctx context.Context, input, output string, flags []string) (forecast.Point, error) {
	info, err := os.Stat(input)
	if err != nil {
		return forecast.Point{}, err
	}
	beamlog.SetupLogging("error", "text")
	flag.CommandLine.Parse(nil) // Beam asks that its flags be parsed; these are their defaults
	beam.Init()
	cmd := partial.Command()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs(append([]string{"--input=" + input, "--output=" + output, "--overwrite", "--quiet"}, flags...))
	var cpu bytes.Buffer
	if err := pprof.StartCPUProfile(&cpu); err != nil {
		return forecast.Point{}, err
	}
	err = cmd.ExecuteContext(ctx)
	pprof.StopCPUProfile()
	if err != nil {
		return forecast.Point{}, fmt.Errorf("partial %v: %w", flags, err)
	}
	p := forecast.Point{GB: float64(info.Size()) / 1e9}
	if p.Takes, err = forecast.ByStage(&cpu); err != nil {
		return p, err
	}
	return p, count(&p, output)
}

// count adds the counts of the result.
func count(p *forecast.Point, output string) error {
	r, err := job.ReadResult(output)
	if err != nil {
		return err
	}
	p.Takes[shuffledRecords] = float64(r.Run.ShuffledRecords) / 1e6
	p.Takes[shuffledBytes] = float64(r.Run.ShuffledBytes) / 1e9
	p.Takes[written] = float64(r.Summary.Lines["passages"]) / 1e3
	return nil
}
