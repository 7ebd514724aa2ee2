package docio

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
		"f.json": "[" + strings.TrimSuffix(strings.ReplaceAll(lines(20)+long+lines(20), "\n", ",\n "),
			",\n ") + "]",
		"g.json.gz": gz(t, "[{\"text\":\n\"one\"}, {\"id\":\"two\",\"text\":\"2\"}]"),
		"h.json":    lines(3),
	})
	p := params(dir)
	var docs []record.Document
	fn := &readFn{Params: p}
	for _, r := range slices.Concat(newPlan(t, p).ranges) {
		err := fn.readRange(context.Background(), "/", r, func(d record.Document) {
			docs = append(docs, d)
		}, func(record.Rejected) {}, nil, map[string]int64{})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Reverse(docs)
	docs = append(docs, docs[:5]...)
	refs := make([]ref, len(docs))
	for i, d := range docs {
		refs[i] = ref{d.File, d.Offset}
	}
	got := make([]string, len(docs))
	if err := fetch(context.Background(), p, nil, refs, func(i int, d *record.Document) {
		got[i] += fmt.Sprint("+", d.Markup, string(d.Text))
	}); err != nil {
		t.Fatal(err)
	}
	for i, d := range docs {
		if got[i] != fmt.Sprint("+", d.Markup, string(d.Text)) {
			t.Errorf("%s: fetched %.60q, read %.60q", d.ID, got[i], d.Text)
		}
	}
	again := NewAgain(p)
	defer again.Close()
	for _, d := range docs {
		if got, err := again.Text(t.Context(), d.File, d.Offset); err != nil || got.Markup != d.Markup ||
			got.Charset != d.Charset || string(got.Text) != string(d.Text) {
			t.Errorf("%s: read %+v again, want %+v, error %v", d.ID, got, d, err)
		}
	}
	if len(again.order) != 8 || len(again.files) != 8 {
		t.Errorf("%d files are known", len(again.order))
	}
}

// More files than stay open are read again, and one that is gone, or has no such record, is an error as
// for Text.
func TestAgain(t *testing.T) {
	files := map[string]string{}
	for i := range 2*maxOpen + 3 {
		files[fmt.Sprintf("%03d.jsonl", i)] = lines(i%5 + 1)
	}
	dir := folder(t, files)
	p := params(dir)
	again := NewAgain(p)
	defer again.Close()
	for range 2 {
		for name := range files {
			want, err := Text(t.Context(), p, filepath.Join(dir, name), 0)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := again.Text(t.Context(), filepath.Join(dir, name), 0); err != nil ||
				string(got.Text) != string(want.Text) {
				t.Fatalf("%s: %q, want %q, error %v", name, got.Text, want.Text, err)
			}
		}
	}
	if len(again.order) != maxOpen || len(again.files) != maxOpen {
		t.Errorf("%d and %d files are open, the most is %d", len(again.order), len(again.files), maxOpen)
	}
	for file, offset := range map[string]int64{"none.jsonl": 0, "001.jsonl": 9999} {
		_, want := Text(t.Context(), p, filepath.Join(dir, file), offset)
		_, err := again.Text(t.Context(), filepath.Join(dir, file), offset)
		if err == nil || err.Error() != want.Error() {
			t.Errorf("%s: error %v, want %v", file, err, want)
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
	err := fetch(context.Background(), params(dir), nil, []ref{{a, 0}, {c, 99}, {b, 0}},
		func(i int, d *record.Document) {
			got = append(got, fmt.Sprintf("%d %s", i, d.Text))
		})
	if err == nil || !strings.Contains(err.Error(), a+": at byte 0: no such file or folder") ||
		!strings.Contains(err.Error(), c+": at byte 99: ") {
		t.Errorf("error %v", err)
	}
	if want := []string{"2 b"}; !slices.Equal(got, want) {
		t.Errorf("fetched %q, want %q", got, want)
	}
}

// A file that was written again after the plan was made is not fetched: its bytes are those of
// other texts.
func TestFetchChangedFile(t *testing.T) {
	dir := folder(t, map[string]string{
		"same.txt": "same", "other.txt": "other", "a.jsonl": lines(3), "b.jsonl.gz": gz(t, lines(3)),
		"d.arc": arc(),
	})
	p := params(dir)
	plan := newPlan(t, p)
	var refs []ref
	if err := plan.Each(t.Context(), func(d record.Document) error {
		refs = append(refs, ref{d.File, d.Offset})
		return nil
	}, func(record.Rejected) {}); err != nil {
		t.Fatal(err)
	}
	fetched := func() (files map[string]int, err error) {
		files = map[string]int{}
		err = fetch(t.Context(), p, versionsOf(plan), refs, func(i int, _ *record.Document) {
			files[filepath.Base(refs[i].File)]++
		})
		return files, err
	}
	all, err := fetched()
	if err != nil || len(all) != plan.Files {
		t.Fatalf("of unchanged files: %v, %v", all, err)
	}
	for name := range all {
		if name == "same.txt" {
			continue
		}
		path := filepath.Join(dir, name)
		if err := os.Chtimes(path, time.Time{}, time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	left, err := fetched()
	if diff := cmp.Diff(map[string]int{"same.txt": 1}, left); diff != "" {
		t.Errorf("of changed files (-want +got):\n%s", diff)
	}
	if n := strings.Count(fmt.Sprint(err), "the file changed during the run"); n != plan.Files-1 {
		t.Errorf("%d files are reported, want %d: %v", n, plan.Files-1, err)
	}
}
