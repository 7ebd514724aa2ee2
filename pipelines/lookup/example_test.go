package lookup_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
)

func init() { register.Function1x0(printPassage) }

// printPassage prints the places of a passage.
func printPassage(f record.Passage) {
	fmt.Printf("%s from %d to %d: %s from %d to %d\n", f.A, f.AStart, f.AEnd, filepath.Base(f.B), f.BStart, f.BEnd)
}

// A query shares a passage with a document of an index, which the command index has made.
func ExampleFind() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the runner is talkative
	beam.Init()
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	const shared = "The river rises in the hills above the old town. Every spring it floods the lower meadows. " +
		"Farmers move their sheep to the ridge in March. The mill was closed after the great flood of 1953."
	guide, dir := filepath.Join(folder, "guide.txt"), filepath.Join(folder, "index")
	if err := os.WriteFile(guide, []byte("A page of a guide. "+shared), 0o600); err != nil {
		panic(err)
	}
	command := index.Command()
	command.SetArgs([]string{"--input=" + guide, "--index=" + dir, "--quiet"})
	if err := command.ExecuteContext(ctx); err != nil {
		panic(err)
	}

	manifest, err := indexio.ReadManifest(ctx, dir)
	if err != nil {
		panic(err)
	}
	p, s := beam.NewPipelineWithRoot()
	queries := beam.CreateList(s, []record.Document{
		{ID: "notes", Text: []byte(shared + " Nothing else is known of it here.")},
	})
	found := lookup.Find(s, lookup.Defaults(), dir, manifest, queries)
	beam.ParDo0(s, printPassage, found.Passages)
	if _, err := prism.Execute(ctx, p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Output:
	// notes from 0 to 189: guide.txt from 19 to 208
}
