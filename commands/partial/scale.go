package partial

import (
	"io"

	"github.com/spf13/pflag"

	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/signature"
)

// ScaleFlags returns the flags that a run with args chooses by the size of the collection: what
// --candidates=auto and --max_documents=auto are for so many words and documents. With them, a sample
// is judged as the whole is.
func ScaleFlags(args []string, words, documents int64) (more []string) {
	var p Params
	fs := pflag.NewFlagSet("partial", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.ParseErrorsAllowlist.UnknownFlags = true // those of Beam
	p.Flags(fs)
	if fs.Parse(args) != nil || p.Complete(fs) != nil {
		return nil // the command says why
	}
	if p.Find.Matching == partial.Refine && p.Find.Candidates == signature.AutoCandidates {
		more = append(more, "--candidates="+signature.CandidatesFor(words))
	}
	if p.Find.MaxDocuments == partial.AutoDocuments {
		more = append(more, "--max_documents="+partial.MaxDocuments(candidate.MaxDocuments(candidate.AutoDocuments, documents)).String())
	}
	return more
}
