package job

import (
	"log"
	"log/slog"
	"os"
)

// muteLogs silences the logs of Beam and its embedded runner, which say in pages what
// the error of the run says in a line. They stay silent: the runner goes on to log
// after the run has failed. What ends the program (log.Fatal) is still heard.
func muteLogs() {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	log.SetOutput(os.Stderr) // SetDefault has taken that as well
}
