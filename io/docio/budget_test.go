package docio

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"example.org/diagonal/io/record"
)

// bounded reads a plan as a run does that has room for so much text, and for documents of so
// much.
func bounded(t *testing.T, plan *Plan, text, document int64) (documents int, err, exceeded error) {
	t.Helper()
	over, end := plan.Bound(Room{Text: text, Document: document, TextError: errors.New("too much text"),
		DocumentError: errors.New("too large")})
	defer end()
	fn := &readFn{Params: plan.params, Budget: plan.budget}
	for range 2 { // a second reading of a range counts once
		documents = 0
		for _, element := range plan.elements(maxElements) {
			if e := fn.ProcessElement(context.Background(), element, func(record.Document) { documents++ },
				func(record.Rejected) {}, func(record.Converted) {}, func(string, int64) {}); e != nil && err == nil {
				err = e
			}
		}
	}
	return documents, err, over()
}

// A run ends before its readers have given more text than there is room for, whatever the
// stored files look like.
func TestBound(t *testing.T) {
	many := strings.Repeat(`{"text":"`+strings.Repeat("text ", 200)+`"}`+"\n", 1000)
	for name, tc := range map[string]struct{ content, text, document string }{
		"many.jsonl.gz": {gz(t, many), "too much text", ""},
		"one.jsonl.gz":  {gz(t, `{"text":"`+strings.Repeat("text ", 200_000)+`"}`), "too large", "too large"},
		"one.txt.gz":    {gz(t, strings.Repeat("text ", 200_000)), "too large", "too large"},
		"two.jsonl": {strings.Repeat(`{"text":"`+strings.Repeat("text ", 220_000)+`"}`+"\n", 2), "too large",
			"too large"},
	} {
		path := filepath.Join(folder(t, map[string]string{name: tc.content}), name)
		plan := newPlan(t, params(path))
		for _, room := range []struct {
			text, document int64
			want           string
		}{{100_000, 100_000, tc.text}, {3_000_000, 900_000, tc.document}, {3_000_000, 1_200_000, ""}} {
			documents, err, exceeded := bounded(t, plan, room.text, room.document)
			if room.want == "" {
				if documents == 0 || err != nil || exceeded != nil {
					t.Errorf("%s with room: %d documents, error %v, %v", name, documents, err, exceeded)
				}
			} else if err == nil || exceeded == nil || exceeded.Error() != path+": "+room.want || documents > 100 {
				t.Errorf("%s: %d documents, error %v, %v; want %s", name, documents, err, exceeded, room.want)
			}
		}
	}
}

// A record above --max_record is rejected, in every format, and the rest goes on.
func TestMaxRecord(t *testing.T) {
	long := strings.Repeat("long ", 100)
	dir := folder(t, map[string]string{
		"a.jsonl":    "{\"text\":\"one\"}\n{\"text\":\"" + long + "\"}\n{\"text\":\"three\"}\n",
		"b.jsonl.gz": gz(t, "{\"text\":\""+long+"\"}\n{\"text\":\"two\"}\n"),
		"c.txt":      long,
		"d.html.gz":  gz(t, long),
	})
	p := params(dir)
	p.MaxRecord = 100
	const why = ": larger than 100 bytes; --max_record sets this limit"
	want := []string{
		`0 0 a.jsonl:1 a.jsonl#0@0 "one"`,
		`0 0 a.jsonl:3 a.jsonl#2@527 "three"`,
		`0 0 b.jsonl.gz:2 b.jsonl.gz#1@512 "two"`,
		"rejected a.jsonl, line 2" + why,
		"rejected b.jsonl.gz, line 1" + why,
		"rejected c.txt" + why,
		"rejected d.html.gz" + why,
	}
	if diff := cmp.Diff(want, readPlan(t, newPlan(t, p))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A file that decompresses to a thousand times its size and more is not text.
func TestExpansion(t *testing.T) {
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	bomb := string(z.EncodeAll([]byte(strings.Repeat(`{"text":"x"}`+"\n", 1<<20)), nil))
	path := filepath.Join(folder(t, map[string]string{"a.jsonl.zst": bomb}), "a.jsonl.zst")
	p := params(path)
	plan := newPlan(t, p)
	if plan.TextBytes != 13<<20 {
		t.Errorf("the plan has %d bytes of text, the frame says %d", plan.TextBytes, 13<<20)
	}
	if got := readPlan(t, plan); len(got) != 1<<20 {
		t.Errorf("below --max_record: %d records", len(got))
	}
	p.MaxRecord = 1 << 20
	got := readPlan(t, newPlan(t, p))
	if last := got[len(got)-1]; len(got) >= 1<<20 ||
		!strings.Contains(last, "decompresses to more than 1000 times as many") {
		t.Errorf("%d records, the last one %s", len(got), last)
	}
}

// The text of a zstd file is what its frame says, be it more or less than the estimate, but not if its first
// frame is one of many.
func TestZstdSize(t *testing.T) {
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	hard := "" // shrinks to about half
	for range 2000 {
		hard += fmt.Sprintf("%016x the same words", random.Uint64())
	}
	frame := func(s string) string { return string(z.EncodeAll([]byte(s), nil)) }
	many := frame(hard[:1000]) + frame(hard)
	for name, tc := range map[string]struct {
		file string
		want int
	}{
		"one frame":   {frame(hard), len(hard)},
		"many frames": {many, len(hard[:1000]) + len(hard)},
	} {
		path := filepath.Join(folder(t, map[string]string{"a.jsonl.zst": tc.file}), "a.jsonl.zst")
		if got := newPlan(t, params(path)).TextBytes; got != int64(tc.want) {
			t.Errorf("%s: %d bytes of text, want %d", name, got, tc.want)
		}
	}
}
