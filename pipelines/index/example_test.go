package index_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire/lines"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/index"
)

func init() { register.Function1x1(printBatch) }

// printBatch prints the ids of the documents of a batch of entries.
func printBatch(batch []byte) error {
	return lines.Each(batch, func(key, line []byte) error {
		var d entry.Document
		err := d.Read(key, line[len(key):])
		fmt.Println(d.ID)
		return err
	})
}

// Two documents are made ready for an index.
func ExampleFind() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the runner is talkative
	p, s := beam.NewPipelineWithRoot()
	documents := beam.CreateList(s, []record.Document{
		{ID: "guide", Text: []byte("The river rises in the hills above the old town, and floods the meadows.")},
		{ID: "poem", Text: []byte("No lark was heard that morning, and nobody had asked for one.")},
	})
	params := index.Defaults()
	params.Shuffle = shuffle.Size(1000, 0, 0) // bytes of text
	found := index.Find(s, params, documents)
	beam.ParDo0(s, printBatch, found.Documents)
	if _, err := prism.Execute(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Unordered output:
	// guide
	// poem
}
