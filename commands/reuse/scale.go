package reuse

import (
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
)

// ScaleFlags returns the flags with which a sample is judged as a whole of so many documents is (job.ScaleFlags).
func ScaleFlags(args []string, _, documents int64, share float64) (more []string, max int64) {
	var p Params
	return job.ScaleFlags(args, share, p.Flags, func(*pflag.FlagSet) ([]string, int, error) {
		return nil, p.Find.MaxDocuments.In(documents), nil
	})
}
