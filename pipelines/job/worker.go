package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"

	"example.org/diagonal/io/visible"
)

// A binary is a worker when it is launched with one of these flags and no command.
// Beam's boot program says --worker=true, and the endpoints. An engine that starts
// processes by itself says where they learn the endpoints: --provision_endpoint.
const (
	workerFlag    = "worker=true"
	provisionFlag = "provision_endpoint="
)

// IsWorker says whether an engine launched this binary as a worker.
func IsWorker(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], "-") &&
		(hasFlag(args, workerFlag) || hasFlag(args, provisionFlag))
}

// hasFlag says whether one of the arguments is a flag that begins so.
func hasFlag(args []string, prefix string) bool {
	for _, a := range args {
		if strings.HasPrefix(a, "-") && strings.HasPrefix(strings.TrimLeft(a, "-"), prefix) {
			return true
		}
	}
	return false
}

// Work runs the worker until the engine has no more for it, and returns the exit code.
func Work(args []string) int {
	endWithParent()
	if hasFlag(args, workerFlag) {
		flag.CommandLine.Parse(args)
		beam.Init() // runs the worker and does not return
		return 0
	}
	if err := provisioned(args); err != nil {
		fmt.Fprintln(os.Stderr, "diagonal: worker: "+visible.Error(err))
		return 1
	}
	return 0
}

// parentTick is how often a worker looks whether its parent is there.
const parentTick = 200 * time.Millisecond

// endWithParent ends this process once the one that started it is gone: engines kill
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

// provisioned runs a worker that asks its engine for the endpoints. It does what
// Beam's boot program does, without a copy of the binary and a second process.
func provisioned(args []string) error {
	fs := flag.NewFlagSet("worker", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // the error says it
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
		return fmt.Errorf("the engine at %s sent no options of the job: %w", *endpoint, err)
	}
	text, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return fmt.Errorf("the options of the job: %w", err)
	}
	var options runtime.RawOptionsWrapper
	if err := json.Unmarshal([]byte(text), &options); err != nil {
		return fmt.Errorf("the options of the job: %w", err)
	}
	if err := sameBinary(options.Options.Options[fingerprintOption]); err != nil {
		return err
	}
	runtime.GlobalOptions.Import(options.Options)
	err = harness.MainWithOptions(ctx, info.GetLoggingEndpoint().GetUrl(), info.GetControlEndpoint().GetUrl(),
		harness.Options{StatusEndpoint: info.GetStatusEndpoint().GetUrl(), RunnerCapabilities: info.GetRunnerCapabilities()})
	if err != nil {
		return fmt.Errorf("lost the engine: %w", err)
	}
	return nil
}

// fingerprintOption is the option of a job that says which binary has made its graph.
const fingerprintOption = "diagonal_binary"

// fingerprint says which binary this is: its version where that names a commit, so that
// the binaries for two machines are equal, else the hash of the file.
var fingerprint = sync.OnceValues(func() (string, error) {
	if v := Version(); v != "unknown" && v != "(devel)" && !strings.HasSuffix(v, "dirty") {
		return v, nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
})

var errOtherBinary = errors.New("this build of diagonal is not the one that submitted the job; install the same build on every machine")

// sameBinary says no to a job whose graph another build has made: a field that one of
// the two does not know would be lost without a word.
func sameBinary(want string) error {
	got, err := fingerprint()
	if err == nil && want != "" && got != want {
		err = fmt.Errorf("%w (%.20s here, %.20s there)", errOtherBinary, got, want)
	}
	return err
}
