// Package profile runs a command in this process, and says what each of its stages takes.
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
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/forecast"
)

// Run runs a command, such as partial.Command(), in this process. flags are those of the command beside input and
// output.
func Run(ctx context.Context, cmd *cobra.Command, input, output string, flags []string) error {
	beamlog.SetupLogging("error", "text")
	flag.CommandLine.Parse(nil) // Beam asks that its flags be parsed; these are their defaults
	beam.Init()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs(append([]string{"--input=" + input, "--output=" + output, "--overwrite", "--quiet"}, flags...))
	if err := cmd.ExecuteContext(ctx); err != nil {
		return fmt.Errorf("%s %v: %w", cmd.Name(), flags, err)
	}
	return nil
}

// Stages runs a command (Run), and returns the CPU seconds of each stage (forecast.ByStage), and its result. The
// profile itself is in output.pprof.
func Stages(
	ctx context.Context, cmd *cobra.Command, input, output string, flags []string,
) (map[string]float64, *job.Result, error) {
	var cpu bytes.Buffer
	if err := pprof.StartCPUProfile(&cpu); err != nil {
		return nil, nil, err
	}
	err := Run(ctx, cmd, input, output, flags)
	pprof.StopCPUProfile()
	if err != nil {
		return nil, nil, err
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
