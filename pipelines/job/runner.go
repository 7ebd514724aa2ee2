package job

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

// runnerName is the Beam runner that --runner names; prism, the embedded one, by default.
func runnerName() string {
	if name := beamFlag("runner"); name != "" {
		return strings.ToLower(strings.TrimSuffix(name, "Runner"))
	}
	return "prism"
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
	"prism": false, "flink": true, "spark": true, "universal": true, "dataflow": false,
}

// checkRunner says no to a runner that Beam would end the process for.
func checkRunner(name, endpoint string) error {
	needsEndpoint, ok := runners[name]
	if !ok {
		return Usage(fmt.Errorf("--runner=%s is unknown; use one of %s", name, strings.Join(slices.Sorted(maps.Keys(runners)), ", ")))
	}
	if needsEndpoint && endpoint == "" {
		return Usage(fmt.Errorf("--runner=%s needs --endpoint=HOST:PORT, the job service of a Beam job server; `./run.sh COMMAND --runner=%[1]s` starts one by itself", name))
	}
	return nil
}

// ownTemp makes a folder for the temporary files of this process, until remove is
// called: Beam leaves a file there for each job.
func ownTemp() (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "diagonal-")
	if err != nil {
		return "", nil, err
	}
	old, was := os.LookupEnv("TMPDIR")
	os.Setenv("TMPDIR", dir)
	return dir, func() {
		if was {
			os.Setenv("TMPDIR", old)
		} else {
			os.Unsetenv("TMPDIR")
		}
		os.RemoveAll(dir)
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
