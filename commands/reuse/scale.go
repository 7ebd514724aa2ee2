package reuse

import (
	"io"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/transforms/candidate"
)

// ScaleFlags returns the flags with which a run with args judges a sample as it judges the whole
// collection, which has so many documents (job.ScaleDocuments). share is the share of the documents that are in
// the sample, and most the number of documents above which a sentence is hot in the whole: 0 is no cap.
func ScaleFlags(args []string, _, documents int64, share float64) (more []string, most int64) {
	var p Params
	fs := pflag.NewFlagSet("reuse", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.ParseErrorsAllowlist.UnknownFlags = true // those of Beam
	p.Flags(fs)
	if fs.Parse(args) != nil {
		return nil, 0 // the command says why
	}
	most = int64(candidate.MaxDocuments(int(p.Find.MaxDocuments), documents))
	return job.ScaleDocuments(most, share), most
}
