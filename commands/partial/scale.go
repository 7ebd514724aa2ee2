package partial

import (
	"io"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/signature"
)

// ScaleFlags returns the flags with which a run with args judges a sample as it judges the whole
// collection, which has so many words and documents. share is the share of the documents that are in
// the sample. --candidates is the kind of signatures of the whole, --max_documents the part of that of
// the whole that is to be expected in the sample, and most is that of the whole: 0 is no cap.
func ScaleFlags(args []string, words, documents int64, share float64) (more []string, most int64) {
	var p Params
	fs := pflag.NewFlagSet("partial", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.ParseErrorsAllowlist.UnknownFlags = true // those of Beam
	p.Flags(fs)
	if fs.Parse(args) != nil || p.Complete(fs) != nil {
		return nil, 0 // the command says why
	}
	if p.Find.Matching == partial.Refine && p.Find.Candidates == signature.AutoCandidates {
		more = append(more, "--candidates="+signature.CandidatesFor(words))
	}
	most = int64(candidate.MaxDocuments(int(p.Find.MaxDocuments), documents))
	return append(more, job.ScaleDocuments(most, share)...), most
}
