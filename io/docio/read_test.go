package docio

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

func TestEach(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{
		"a.jsonl": `{"id":"1","text":"one"}` + "\n{\n" + `{"id":"2","text":"two"}`,
		"b.txt":   "three", "c.html": "<p>four", "d.txt": "\x00",
	})
	plan, err := NewPlan(t.Context(), Params{Input: []string{dir}, Format: "auto", HTML: HTMLAll, IDField: "id",
		TextField: "text", MaxRecord: record.MaxBytes})
	if err != nil {
		t.Fatal(err)
	}
	var got, bad []string
	err = plan.Each(t.Context(), func(d record.Document) error {
		got = append(got, d.ID+" "+string(d.Text))
		return nil
	}, func(r record.Rejected) { bad = append(bad, filepath.Base(r.File)) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1 one", "2 two", "b.txt three", "c.html <p>four"}, got); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.jsonl", "d.txt"}, bad); diff != "" {
		t.Errorf("rejected (-want +got):\n%s", diff)
	}
	stop := errors.New("stop")
	if err := plan.Each(t.Context(), func(record.Document) error {
		return stop
	}, func(record.Rejected) {}); !errors.Is(err, stop) {
		t.Errorf("Each = %v, want the error of emit", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := plan.Each(ctx, func(record.Document) error {
		return nil
	}, func(record.Rejected) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("Each = %v, want that it was cancelled", err)
	}
}
