package reuse_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/reuse"
)

func init() { register.Function1x0(printPair) }

// printPair prints two documents and how many sentences they share.
func printPair(f record.ReusePair) {
	fmt.Printf("%s and %s: %d sentences\n", f.A, f.B, f.Sentences)
}

// Two of three documents have sentences in common.
func ExampleFind() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the runner is talkative
	beam.Init()
	const shared = "The river rises in the hills above the old town. Every spring it floods the lower meadows. " +
		"Farmers move their sheep to the ridge in March. The mill was closed after the great flood of 1953."
	p, s := beam.NewPipelineWithRoot()
	documents := beam.CreateList(s, []record.Document{
		{ID: "guide", Text: []byte("A page of a guide. " + shared)},
		{ID: "notes", Text: []byte(shared + " Nothing else is known of it here.")},
		{ID: "poem", Text: []byte("No lark was heard that morning, and nobody had asked for one.")},
	})
	params := reuse.Defaults()
	params.Shuffle = shuffle.Size(1000, 0, 0) // bytes of text
	params.ThetaD = 2                         // the least score of a pair
	found := reuse.Find(s, params, documents)
	beam.ParDo0(s, printPair, found.Pairs)
	if _, err := prism.Execute(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Unordered output:
	// guide and notes: 4 sentences
}
