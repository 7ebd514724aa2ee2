package decontaminate_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/decontaminate"
)

func init() { register.Function1x0(printItem) }

// printItem prints an item of a test set, and where it was found.
func printItem(f record.TestItem) {
	fmt.Printf("%s %s: %.0f %%", f.Benchmark, f.ID, 100*f.Passage)
	for _, in := range f.In {
		fmt.Printf(", %s from %d to %d", in.ID, in.Start, in.End)
	}
	fmt.Println()
}

// One of two questions of a test set is in the training text.
func ExampleFind() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the runner is talkative
	p, s := beam.NewPipelineWithRoot()
	tests := beam.CreateList(s, []record.Document{
		{File: "village", ID: "1", Text: []byte("How many horses did the miller of the old village keep?")},
		{File: "village", ID: "2", Text: []byte("Which river floods the lower meadows of the town each spring?")},
	})
	documents := beam.CreateList(s, []record.Document{
		{ID: "quiz", Text: []byte("It is asked: how many horses did the miller of the old village keep? Seven.")},
		{ID: "poem", Text: []byte("No lark was heard that morning, and nobody had asked for one.")},
	})
	found := decontaminate.Find(s, decontaminate.Defaults(), tests, documents)
	beam.ParDo0(s, printItem, found.Items)
	if _, err := prism.Execute(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Unordered output:
	// village 1: 100 %, quiz from 13 to 67
	// village 2: 0 %
}
