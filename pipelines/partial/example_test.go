package partial_test

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
	"example.org/diagonal/pipelines/partial"
)

func init() { register.Function1x0(printPassage) }

// printPassage prints where a passage is, in code points.
func printPassage(f record.Passage) {
	fmt.Printf("%s %d to %d, %s %d to %d: %s\n", f.A, f.AStart, f.AEnd, f.B, f.BStart, f.BEnd, f.Kind)
}

// Two of three documents share a passage.
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
	params := partial.Defaults()
	params.Shuffle = shuffle.Size(1000, 0, 0) // bytes of text
	found := partial.Find(s, params, documents)
	beam.ParDo0(s, printPassage, found.Passages)
	if _, err := prism.Execute(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Unordered output:
	// guide 19 to 208, notes 0 to 189: verbatim
}
