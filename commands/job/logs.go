package job

import (
	"log"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/hooks"

	"example.org/diagonal/io/visible"
)

// muteLogs silences the logs of Beam and its embedded runner, which say in pages what
// the error of the run says in a line. They stay silent: the runner goes on to log
// after the run has failed. What ends the program (log.Fatal) is still heard.
//
// A worker in this process would otherwise send its logs to the embedded runner, and to
// the standard error once that one is gone; where workers are others and have a place
// for their logs (keep), they keep them.
func muteLogs(keep bool) {
	if !keep {
		hooks.DisableHook(harness.DefaultRemoteLoggingHook)
	}
	slog.SetDefault(slog.New(slog.DiscardHandler))
	log.SetOutput(visible.Writer(os.Stderr)) // SetDefault has taken that as well
}
