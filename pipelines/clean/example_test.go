package clean_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/clean"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/cleaning"
)

func init() { register.Function1x0(printText) }

// printText prints each sentence of a document.
func printText(d record.Document) {
	for _, sentence := range strings.SplitAfter(string(d.Text), ". ") {
		fmt.Printf("%s: %s\n", d.ID, strings.TrimSpace(sentence))
	}
}

// The passages that partial.Find finds are removed, and each stays in one document.
func Example() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the runner is talkative
	beam.Init()
	const shared = "The river rises in the hills above the old town. Every spring it floods the lower meadows. Farmers move their sheep to the ridge in March. The mill was closed after the great flood of 1953."
	p, s := beam.NewPipelineWithRoot()
	documents := beam.CreateList(s, []record.Document{
		{ID: "a", Text: []byte("A page of a guide. " + shared)},
		{ID: "b", Text: []byte(shared + " Nothing else is known of it here.")},
	})
	find := partial.Defaults()
	find.Shuffle = shuffle.Size(1000, 0, 0) // bytes of text
	found := partial.Find(s, find, documents)
	params := clean.Defaults()
	params.Shuffle = find.Shuffle
	cleaned := clean.Find(s, params, clean.Input{
		Documents: documents,
		Findings: cleaning.Findings{Passages: beam.Flatten(s, found.Passages, found.Within),
			HotOccurrences: found.HotOccurrences},
	})
	beam.ParDo0(s, printText, cleaned.Documents)
	if _, err := prism.Execute(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Unordered output:
	// a: A page of a guide.
	// a: The river rises in the hills above the old town.
	// a: Every spring it floods the lower meadows.
	// a: Farmers move their sheep to the ridge in March.
	// a: The mill was closed after the great flood of 1953.
	// b: Nothing else is known of it here.
}
