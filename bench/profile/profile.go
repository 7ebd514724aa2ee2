// Package profile runs the main job in this process, and says what each of its stages takes.
package profile

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

// Partial runs the command partial, and returns the CPU seconds of each stage (forecast.ByStage), and its result. flags
// are those of the command beside input and output. The profile itself is in output.pprof.
func Partial(ctx context.Context, input, output string, flags []string) (map[string]float64, *job.Result, error) {
	beamlog.SetupLogging("error", "text")
	flag.CommandLine.Parse(nil) // Beam asks that its flags be parsed; these are their defaults
	beam.Init()
	cmd := partial.Command()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs(append([]string{"--input=" + input, "--output=" + output, "--overwrite", "--quiet"}, flags...))
	var cpu bytes.Buffer
	if err := pprof.StartCPUProfile(&cpu); err != nil {
		return nil, nil, err
	}
	err := cmd.ExecuteContext(ctx)
	pprof.StopCPUProfile()
	if err != nil {
		return nil, nil, fmt.Errorf("partial %v: %w", flags, err)
	}
	if err := os.WriteFile(output+".pprof", cpu.Bytes(), 0o644); err != nil {
		return nil, nil, err
	}
	takes, err := forecast.ByStage(&cpu)
	if err != nil {
		return nil, nil, err
	}
	r, err := job.ReadResult(output)
	return takes, r, err
}
