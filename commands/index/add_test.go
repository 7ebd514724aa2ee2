package index_test

import (
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/frequency"
)

// manyLetters makes one segment of an index, as --compact does, and its counts those of 400 million q-grams. If they
// are of the first build, signatures that are added to the index have two letters more.
func manyLetters(t *testing.T, dir string, ofFirst bool) {
	t.Helper()
	x, err := indexio.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	counts := &frequency.Counts{}
	if err := x.SegmentCounts(t.Context(), 0, counts.AddPage); err != nil {
		t.Fatal(err)
	}
	for range 4 { // of four separators, which no text has
		if err := counts.AddPage(0, binary.AppendUvarint([]byte{0}, 100_000_000)); err != nil {
			t.Fatal(err)
		}
	}
	m := *x.Manifest
	segment, err := x.Merge(t.Context(), "large", counts.Each, func() any { return nil })
	if err != nil {
		t.Fatal(err)
	}
	segment.Counts["places"] += 400_000_000
	m.Segments = []indexio.Segment{segment}
	m.Frequencies = &indexio.Source{Segment: "large", Stream: indexio.Frequencies}
	if ofFirst {
		m.Frequencies.Stream = indexio.Counts
	}
	if err := m.Write(t.Context(), dir, x.Manifest); err != nil {
		t.Fatal(err)
	}
}

// An addition says that a build would choose longer signatures, if it would.
func TestLonger(t *testing.T) {
	const says = "Signatures have 4 letters, as at the first build; of all documents they would have 6, and lookups would cost less: --compact --renew\n"
	for _, tc := range []struct {
		name           string
		large, ofFirst bool
		want           bool
	}{{"small", false, false, false}, {"large since", true, false, true}, {"large from the first", true, true, false}} {
		t.Run(tc.name, func(t *testing.T) {
			ix := filepath.Join(t.TempDir(), "ix")
			must(t, "--input="+write(t, "d1", "d2"), "--index="+ix, "--quiet")
			if tc.large {
				manyLetters(t, ix, tc.ofFirst)
			}
			if out := must(t, "--input="+write(t, "d3"), "--index="+ix, "--add"); strings.HasSuffix(out,
				says) != tc.want || strings.Contains(out, "Signatures have") != tc.want {
				t.Errorf("it says\n%s", out)
			}
		})
	}
}

// The nearest text is found by longer signatures, too: they say where to look, and its q-grams how similar it is.
func TestNearestTextOfLonger(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d9"), "--index="+ix, "--quiet")
	manyLetters(t, ix, true)
	must(t, "--input="+write(t, "d1", "d2", "d3", "d4", "d5"), "--index="+ix, "--add", "--quiet")
	if out := must(t, "--index="+ix, "--info"); !strings.Contains(out, "signatures have 6 letters") {
		t.Fatalf("signatures have not grown:\n%s", out)
	}
	x, err := indexio.Open(t.Context(), ix)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	ranks, err := lookup.Ranks(x)
	if err != nil {
		t.Fatal(err)
	}
	p := lookup.Defaults()
	p.Answer = lookup.Texts
	s, err := lookup.NewSearcher(x, ranks, p)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole, part := text(2), text(4)[100:350]
	for name, tc := range map[string]struct {
		query, want string
		from, to    int64
		min         float64
	}{
		"a whole text":       {whole, "d2", 0, int64(len(strings.TrimSpace(whole))) - 1, 1},
		"a part among other": {text(20)[:60] + part + text(21)[:60], "d4", 105, 345, .6},
		"an edited part":     {strings.Replace(part, part[120:126], "zzzzz ", 1), "d4", 105, 345, .9},
	} {
		a, err := s.Find(t.Context(), &record.Document{ID: "q", Text: []byte(tc.query)})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Texts; len(got) != 1 || got[0].ID != tc.want || got[0].Similarity < tc.min ||
			got[0].Start > tc.from || got[0].End < tc.to {
			t.Errorf("%s: %+v, want %s from %d to %d with %g", name, got, tc.want, tc.from, tc.to, tc.min)
		}
	}
}
