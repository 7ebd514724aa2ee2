package job

import (
	"flag"
	"runtime/debug"
	"strings"
)

// runnerName is the Beam runner that --runner names; prism, the embedded one, by default.
func runnerName() string {
	f := flag.Lookup("runner")
	if f == nil || f.Value.String() == "" {
		return "prism"
	}
	return strings.ToLower(strings.TrimSuffix(f.Value.String(), "Runner"))
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
