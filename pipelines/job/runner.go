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

// Version is the version of this program: that of the module, or of the commit it was
// built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return s.Value[:12]
		}
	}
	return info.Main.Version
}
