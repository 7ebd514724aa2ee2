package transforms_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/alignment/diagonal"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/signature"
)

func init() {
	register.Function1x1(documentFn)
	register.Function1x0(printFn)
}

// documentFn makes a document of a line; a pipeline of your own has a reader of its own.
func documentFn(line string) record.Document {
	return record.Document{ID: line[:1], Text: []byte(line[3:])}
}

func printFn(p record.Passage) {
	fmt.Printf("%s %d-%d is %s %d-%d (%s)\n", p.A, p.AStart, p.AEnd, p.B, p.BStart, p.BEnd, p.Kind)
}

// The stages of the main job in another pipeline: whatever makes documents may stand
// before them, and whatever takes passages behind.
func Example() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the runner is talkative
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	documents := beam.ParDo(s, documentFn, beam.CreateList(s, []string{
		"x: This is new here. The cat sat on the mat today. A dog ran over the old bridge. It rained in the valley.",
		"y: The cat sat on the mat today. A dog ran over the old bridge. Nothing else is like it.",
	}))
	sh := shuffle.Params{Shards: 4}
	split := analysis.Split(s, analysis.Params{Shuffle: sh}, documents)
	signatures := signature.Defaults()
	signatures.Method, signatures.Shuffle = signature.Shingle, sh
	emitted := signature.Emit(s, signatures, split.Analysed, tally.Table[vocabulary.Set]{})
	paired := candidate.Pair(s, candidate.Params{Tau: signatures.Tau, Sequence: 1, MaxDocuments: 100, Repeats: 4,
		Shuffle: sh}, candidate.Size(s, split.Analysed), emitted.Postings)
	extended := alignment.Extend(s, alignment.Params{Diagonal: diagonal.Params{Gamma: 1}, Shuffle: sh}, paired.Matches)
	located := locate.Locate(s, locate.Params{Shuffle: sh},
		locate.Input{Catalogue: split.Catalogue, Found: extended.Found, Hot: paired.Hot})
	beam.ParDo0(s, printFn, located.Passages)
	if _, err := prism.Execute(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Output: x 18-78 is y 0-60 (verbatim)
}
