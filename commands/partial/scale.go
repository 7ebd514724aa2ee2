package partial

import (
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/signature"
)

// ScaleFlags returns the flags with which a sample is judged as a whole of so many words and documents is
// (job.ScaleFlags).
// --candidates is the kind of signatures of the whole.
func ScaleFlags(args []string, words, documents int64, share float64) (more []string, max int64) {
	var p Params
	return job.ScaleFlags(args, share, p.Flags, func(fs *pflag.FlagSet) (more []string, max int, err error) {
		if err := p.Complete(fs); err != nil {
			return nil, 0, err
		}
		if p.Find.Matching == partial.Refine && p.Find.Candidates == signature.AutoCandidates {
			more = append(more, "--candidates="+signature.CandidatesFor(words))
		}
		return more, p.Find.MaxDocuments.In(documents), nil
	})
}
