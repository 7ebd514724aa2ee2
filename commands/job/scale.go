package job

import (
	"fmt"
	"io"
	"math"

	"github.com/spf13/pflag"
)

// ScaleDocuments returns the flag --max_documents with which a sample of a share of the documents is judged
// as the whole is, in which text in more than limit documents is hot. 0 is no cap, and has no flag.
//
// Text in n documents of the whole is in about share*n of the sample, give or take the root of that. The flag is one
// root above what is to be expected, so that most text that makes pairs in the whole does in the sample.
func ScaleDocuments(limit int64, share float64) (flag []string) {
	if limit == 0 {
		return nil
	}
	expected := share * float64(limit)
	return []string{fmt.Sprintf("--max_documents=%d",
		max(minOfSample, int64(math.Round(expected+math.Sqrt(expected)))))}
}

// minOfSample is the least --max_documents of a sample: with one, no text of two documents would
// be compared.
const minOfSample = 2

// ScaleFlags returns the flags with which a run with args judges a sample of a share of the documents as it judges the
// whole collection, and the number of documents above which text is hot in the whole (ScaleDocuments). flags defines
// the flags of the command. whole says, once they are parsed, what more flags there are, and that number; its error is
// one that the command tells itself.
func ScaleFlags(
	args []string, share float64, flags func(*pflag.FlagSet),
	whole func(*pflag.FlagSet) (more []string, max int, err error),
) ([]string, int64) {
	fs := pflag.NewFlagSet("scale", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.ParseErrorsAllowlist.UnknownFlags = true // those of Beam
	flags(fs)
	if fs.Parse(args) != nil {
		return nil, 0 // the command says why
	}
	more, max, err := whole(fs)
	if err != nil {
		return nil, 0
	}
	return append(more, ScaleDocuments(int64(max), share)...), int64(max)
}
