package job

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// A graph runs in this process, and its elements are there afterwards.
func TestHere(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		filetest.Write(t, filepath.Join(dir, name), "text of "+name)
	}
	p := docio.Defaults()
	p.Input = []string{dir}
	plan, err := docio.NewPlan(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var documents func() []record.Document
	build := func(s beam.Scope, _ shuffle.Params) {
		read, _, _, _ := docio.Read(s, plan)
		documents = Keep[record.Document](s, read)
	}
	var notes bytes.Buffer
	if err := Here(t.Context(), plan, 0, true, &notes, build); err != nil || notes.Len() > 0 {
		t.Fatal(err, notes.String())
	}
	var got []string
	for _, d := range documents() {
		got = append(got, d.ID+": "+string(d.Text))
	}
	slices.Sort(got)
	if want := []string{"a: text of a", "b: text of b", "c: text of c"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Here(ctx, plan, 0, true, io.Discard, build); line.ExitCode(err) != 130 {
		t.Errorf("cancelled: %v", err)
	}
}

// An element of another type is an error, not a missing element.
func TestKeepOfAnotherType(t *testing.T) {
	err := Here(t.Context(), &docio.Plan{}, 0, true, io.Discard, func(s beam.Scope, _ shuffle.Params) {
		Keep[string](s, beam.Create(s, 1))
	})
	if err == nil || err.Error() != "job.Keep: an element is a int, want string" {
		t.Error(err)
	}
}
