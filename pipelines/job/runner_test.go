package job

import (
	"strings"
	"testing"
)

func TestCheckRunner(t *testing.T) {
	for name, want := range map[string]string{ // what the error says; empty: none
		"prism": "",
		"flnk":  "--runner=flnk is unknown; use one of dataflow, flink, prism, spark, universal",
		"spark": "needs --endpoint=HOST:PORT",
	} {
		err := checkRunner(name, "")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("checkRunner(%q) = %v, want %q", name, err, want)
		}
		if err != nil && ExitCode(err) != 2 {
			t.Errorf("checkRunner(%q): exit code %d, want 2", name, ExitCode(err))
		}
	}
}
