package job

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/io/lockdir"
	"example.org/diagonal/runners/local"
)

// The runners that run a job in this process. Beam's own two are for comparing: prism
// opens ports, and direct runs on one core.
const (
	prism  = "prism"
	direct = "direct"
)

// inProcess returns whether a runner keeps the whole job in this process.
func inProcess(runner string) bool {
	return runner == local.Name || runner == prism || runner == direct
}

// runnerName is the Beam runner that --runner names; the embedded one by default.
func runnerName() string {
	return runnerNamed(beamFlag("runner"))
}

func runnerNamed(name string) string {
	if name == "" {
		return local.Name
	}
	return strings.ToLower(strings.TrimSuffix(name, "Runner"))
}

// runnerBelongings are the flags of Beam that count with some runners alone.
var runnerBelongings = []Belonging{
	{Flags: []string{"endpoint", "parallelism"}, To: "runner", Values: []string{"flink", "spark", "universal"}},
	{Flags: []string{"environment_type", "environment_config", "worker_binary"}, To: "runner", Values: []string{"flink", "spark", "universal", "dataflow"}},
	{Flags: []string{
		"project", "region", "staging_location", "temp_location", "max_num_workers", "worker_machine_type",
		"service_account_email", "subnetwork", "no_use_public_ips",
	}, To: "runner", Values: []string{"dataflow"}},
}

// CheckRunnerFlags reports the first flag of Beam that the user gave a command and that
// does nothing on the runner. It is asked before anything runs: the embedded runner sets
// flags of its own.
func CheckRunnerFlags(fs *pflag.FlagSet) error {
	runner := fs.Lookup("runner")
	if runner == nil { // the command is no pipeline
		return nil
	}
	name := runnerNamed(runner.Value.String())
	if _, ok := runners[name]; !ok {
		return nil // told by Run
	}
	for _, b := range runnerBelongings {
		if err := b.check(fs, name); err != nil {
			return Usage(err)
		}
	}
	return nil
}

// beamFlag is the value of a flag of Beam.
func beamFlag(name string) string {
	if f := flag.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// runners are the Beam runners that a job can name, and whether they need a job service.
var runners = map[string]bool{
	local.Name: false, direct: false, prism: false, "flink": true, "spark": true, "universal": true, "dataflow": false,
}

// checkRunner says no to a runner that Beam would end the process for.
func checkRunner(name, endpoint string) error {
	needsEndpoint, ok := runners[name]
	if !ok {
		return Usage(fmt.Errorf("--runner=%s is unknown; use one of %s", name, strings.Join(slices.Sorted(maps.Keys(runners)), ", ")))
	}
	if needsEndpoint && endpoint == "" {
		return Usage(fmt.Errorf("--runner=%s needs --endpoint=HOST:PORT, the address of a Beam job server; `./run.sh COMMAND --runner=%[1]s` starts one", name))
	}
	return nil
}

// tempPrefix begins the names of the folders of ownTemp.
const tempPrefix = "diagonal-"

// ownTemp makes a folder for the temporary files of this process, until remove is
// called: Beam leaves a file there for each job. Those of processes that were killed are
// removed.
func ownTemp() (dir string, remove func(), err error) {
	lockdir.RemoveStale(os.TempDir(), tempPrefix, nil)
	own, err := lockdir.Make(os.TempDir(), tempPrefix, 0o700)
	if err != nil {
		return "", nil, err
	}
	old, was := os.LookupEnv("TMPDIR")
	os.Setenv("TMPDIR", own.Path())
	return own.Path(), func() {
		if was {
			os.Setenv("TMPDIR", old)
		} else {
			os.Unsetenv("TMPDIR")
		}
		own.Remove()
	}, nil
}

// version is set by the linker (run.sh).
var version = ""

// Version is the version of this program: that of the commit or module it was built from.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}
