// Package worker is the program that workers of Flink, Spark and Dataflow run: this one.
// It starts as a worker when it is launched as one, and checks that it is the same build
// as the program that has submitted the job.
package worker

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// A binary is a worker when it is launched with one of these flags and no command. Beam's boot
// program passes --worker=true, and the endpoints. A runner that starts processes by itself
// passes the address where they learn the endpoints: --provision_endpoint.
const (
	workerFlag    = "worker=true"
	provisionFlag = "provision_endpoint="
)

// IsWorker reports whether a runner launched this binary as a worker.
func IsWorker(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], "-") &&
		(hasFlag(args, workerFlag) || hasFlag(args, provisionFlag))
}

// hasFlag reports whether one of the arguments is a flag that begins so.
func hasFlag(args []string, prefix string) bool {
	for _, a := range args {
		if strings.HasPrefix(a, "-") && strings.HasPrefix(strings.TrimLeft(a, "-"), prefix) {
			return true
		}
	}
	return false
}

// Work runs the worker until the runner has no more work for it.
func Work(args []string) error {
	endWithParent()
	if hasFlag(args, workerFlag) {
		flag.CommandLine.Parse(args)
		beam.Init() // runs the worker and does not return
		return nil
	}
	return provisioned(args)
}

// parentTick is how often a worker looks whether its parent is there.
const parentTick = 200 * time.Millisecond

// endWithParent ends this process once the one that started it is gone: runners kill
// what they have started, which may not be the worker itself, and may be killed.
func endWithParent() {
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(parentTick)
		}
		os.Exit(1)
	}()
}

// provisioned runs a worker that asks its runner for the endpoints. It does what
// Beam's boot program does, without a copy of the binary and a second process.
func provisioned(args []string) error {
	fs := flag.NewFlagSet("worker", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // the error contains the usage
	id := fs.String("id", "", "")
	endpoint := fs.String("provision_endpoint", "", "")
	for _, known := range []string{"logging_endpoint", "control_endpoint", "artifact_endpoint", "semi_persist_dir"} {
		fs.String(known, "", "")
	}
	if err := fs.Parse(args); err != nil {
		return err
	}
	beam.Init()
	ctx := grpcx.WriteWorkerID(context.Background(), *id)
	info, err := tools.ProvisionInfo(ctx, *endpoint)
	if err != nil {
		return fmt.Errorf("the runner at %s sent no options of the job: %w", *endpoint, err)
	}
	text, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return fmt.Errorf("the options of the job: %w", err)
	}
	var options runtime.RawOptionsWrapper
	if err := json.Unmarshal([]byte(text), &options); err != nil {
		return fmt.Errorf("the options of the job: %w", err)
	}
	if err := sameBinary(options.Options.Options[Option]); err != nil {
		return err
	}
	runtime.GlobalOptions.Import(options.Options)
	err = harness.MainWithOptions(ctx, info.GetLoggingEndpoint().GetUrl(), info.GetControlEndpoint().GetUrl(),
		harness.Options{StatusEndpoint: info.GetStatusEndpoint().GetUrl(),
			RunnerCapabilities: info.GetRunnerCapabilities()})
	if err != nil {
		return fmt.Errorf("lost the runner: %w", err)
	}
	return nil
}
