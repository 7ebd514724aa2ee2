package docio

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

// Every document that was read is fetched again, in any order and more than once.
func TestFetch(t *testing.T) {
	long := "{\"text\":\"" + strings.Repeat("long ", seekBytes/2) + "\"}\n"
	dir := folder(t, map[string]string{
		"a.jsonl":    "\ufeff" + lines(50) + long + lines(50),
		"b.jsonl.gz": gz(t, lines(30)+long+lines(30)),
		"c.txt":      "plain \xff",
		"d.html.gz":  gz(t, "<p>hi</p>"),
		"e.txt":      "",
	})
	p := params(dir)
	var docs []record.Document
	fn := &readFn{Params: p}
	for _, r := range slices.Concat(newPlan(t, p).ranges) {
		err := fn.readRange(context.Background(), "/", r, func(d record.Document) { docs = append(docs, d) }, func(record.Rejected) {}, map[string]int64{})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Reverse(docs)
	docs = append(docs, docs[:5]...)
	refs := make([]Ref, len(docs))
	for i, d := range docs {
		refs[i] = RefOf(d)
	}
	got := make([]string, len(docs))
	if err := Fetch(context.Background(), p, refs, func(i int, text []byte, markup record.Markup) { got[i] += fmt.Sprint("+", markup, string(text)) }); err != nil {
		t.Fatal(err)
	}
	for i, d := range docs {
		if got[i] != fmt.Sprint("+", d.Markup, string(d.Text)) {
			t.Errorf("%s: fetched %.60q, read %.60q", d.ID, got[i], d.Text)
		}
	}
}

// What is gone is named, and the rest is fetched.
func TestFetchWhatIsGone(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": "a", "b.txt": "b", "c.jsonl": "{\"text\":\"c\"}\n"})
	a, b, c := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt"), filepath.Join(dir, "c.jsonl")
	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	var got []string
	err := Fetch(context.Background(), params(dir), []Ref{{a, 0}, {c, 99}, {b, 0}}, func(i int, text []byte, _ record.Markup) {
		got = append(got, fmt.Sprintf("%d %s", i, text))
	})
	if err == nil || !strings.Contains(err.Error(), a+": at byte 0: no such file or folder") || !strings.Contains(err.Error(), c+": at byte 99: ") {
		t.Errorf("error %v", err)
	}
	if want := []string{"2 b"}; !slices.Equal(got, want) {
		t.Errorf("fetched %q, want %q", got, want)
	}
}
