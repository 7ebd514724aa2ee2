package docio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/sevenz/sevenztest"
)

// spooled returns the documents and rejected records of standard input, as lines, and reads each
// document again.
func spooled(t *testing.T, content string, change func(*Params)) (lines []string) {
	t.Helper()
	p := params(Stdin)
	if change != nil {
		change(&p)
	}
	remove, err := Spool(t.Context(), &p, strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	plan := newPlan(t, p)
	var refs []ref
	var texts []string
	err = plan.Each(t.Context(), func(d record.Document) error {
		lines = append(lines, fmt.Sprintf("%s %s %d", d.ID, d.Text, d.Markup))
		texts = append(texts, string(d.Text))
		refs = append(refs, ref{File: p.place(plan.Dir(), d.File), Offset: d.Offset})
		return nil
	}, func(r record.Rejected) { lines = append(lines, r.String()) })
	if err != nil {
		t.Fatal(err)
	}
	err = fetch(t.Context(), p, versionsOf(plan), refs, func(i int, d *record.Document) {
		text := d.Text
		if string(text) != texts[i] {
			t.Errorf("read again: %q, want %q", text, texts[i])
		}
		texts[i] = ""
	})
	if err != nil || strings.Join(texts, "") != "" {
		t.Errorf("read again: %v; left out: %q", err, texts)
	}
	remove()
	if _, err := os.Stat(filepath.Dir(p.Stdin.File)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary file is left: %v", err)
	}
	return lines
}

func TestStdin(t *testing.T) {
	lines := `{"text":"One."}` + "\n{\n" + `{"id":"b","text":"Two."}` + "\n"
	want := []string{"stdin.jsonl:1 One. 0", "standard input, record 2: not a JSON object", "b Two. 0"}
	for _, tc := range []struct {
		name, content string
		change        func(*Params)
		want          []string
	}{
		{"text", "One. Two.", nil, []string{"stdin.txt One. Two. 0"}},
		{"empty", "", nil, []string{"stdin.txt  0"}},
		{"HTML", "\n<!DOCTYPE html><p>One.", nil, []string{"stdin.html \n<!DOCTYPE html><p>One. 1"}},
		{"HTML, main text", "<html><p>One.", func(p *Params) {
			p.HTML = HTMLMain
		}, []string{"stdin.html <html><p>One. 2"}},
		{"XML", "<?xml version='1.0'?><TEI>One.</TEI>", nil,
			[]string{"stdin.xml <?xml version='1.0'?><TEI>One.</TEI> 3"}},
		{"lines", lines, nil, want},
		{"a format that is named", lines, func(p *Params) { p.Format = "text" }, []string{"stdin.txt " + lines + " 0"}},
		{"RTF", `{\rtf1 One.}`, nil, []string{"stdin.rtf One.\n 0"}},
		{"a book", testdata(t, "extract/testdata/book.epub"), func(p *Params) {
			p.MaxRecord = 4000
		},
			[]string{"stdin.docx In the year of the flood she counted “eleven” herons, and 两只鹤 beside the mill.\n\n" +
				"The Valley\n\nThe carpenter’s daughter kept a notebook of every bird that crossed the valley.\n 0"}},
		{"7z", sevenztest.Of("a/b.txt", "One.", "c.xml", "<p>"), nil,
			[]string{"stdin.7z/a/b.txt One. 0", "stdin.7z/c.xml <p> 3"}},
		{"zip", zipOf(t, "a/b.txt", "One.", "c.xml", "<p>"), nil,
			[]string{"stdin.zip/a/b.txt One. 0", "stdin.zip/c.xml <p> 3"}},
		{"tar in gzip", gz(t, tarOf(t, "b.txt", "One.")), nil, []string{"stdin.tar.gz/b.txt One. 0"}},
		{"text in zstd", zst(t, "One."), nil, []string{"stdin.txt.zst One. 0"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := spooled(t, tc.content, tc.change)
			for i := range got {
				if strings.HasPrefix(got[i], "standard input, record 2: ") && len(tc.want) > i {
					got[i] = tc.want[i] // in the words of the reader of lines
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if got := spooled(t, arc(), nil); len(got) == 0 || !slices.ContainsFunc(got, func(s string) bool {
		return strings.HasPrefix(s, "http://")
	}) {
		t.Errorf("an archive: %q", got)
	}
}

// TestStdinLarge: standard input is read in ranges, as a file is.
func TestStdinLarge(t *testing.T) {
	var b strings.Builder
	for i := range 60000 {
		fmt.Fprintf(&b, "{\"text\":\"This is the text of record %d, and it is its own.\"}\n", i)
	}
	p := params(Stdin)
	remove, err := Spool(t.Context(), &p, strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	defer remove()
	plan := newPlan(t, p)
	ids := map[string]bool{}
	if err := plan.Each(t.Context(), func(d record.Document) error {
		ids[d.ID] = true
		return nil
	}, func(r record.Rejected) { t.Error(r) }); err != nil {
		t.Fatal(err)
	}
	if len(plan.Ranges()) < 2 || len(ids) != 60000 || !ids["stdin.jsonl:60000"] {
		t.Errorf("%d ranges, %d ids", len(plan.Ranges()), len(ids))
	}
}

// TestStdinErrors: a read that does not end is left when the run is interrupted; both sides cannot be
// standard input.
func TestStdinErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	defer w.Close()
	cancel()
	p := params(Stdin)
	if _, err := Spool(ctx, &p, r); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted run: %v", err)
	}
	p.Source = []string{Stdin}
	if _, err := Spool(t.Context(), &p, strings.NewReader("")); err == nil ||
		!strings.Contains(err.Error(), "the same standard input") {
		t.Errorf("input and source: %v", err)
	}
}
