package docio

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/diagonal/io/store"
)

// zipped returns lines of JSON with texts that shrink well or badly, as a compressed stream that does not name its
// size.
func zipped(t *testing.T, suffix string, lines int, hard bool) (file string, text int) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(lines), 5))
	var b, out bytes.Buffer
	for range lines {
		if hard {
			fmt.Fprintf(&b, `{"text":"%016x %016x"}`+"\n", random.Uint64(), random.Uint64())
		} else {
			fmt.Fprintf(&b, `{"text":"the number %d in a line of words that come again and again"}`+"\n",
				random.IntN(1000))
		}
	}
	if suffix == ".gz" {
		w := gzip.NewWriter(&out)
		w.Write(b.Bytes())
		w.Close()
		return out.String(), b.Len()
	}
	w, err := zstd.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.ReadFrom(&b); err != nil {
		t.Fatal(err)
	}
	w.Close()
	text = lines * len(`{"text":"0123456789abcdef 0123456789abcdef"}`+"\n")
	if !hard {
		d, err := zstd.NewReader(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		all, err := d.DecodeAll(out.Bytes(), nil)
		if err != nil {
			t.Fatal(err)
		}
		text = len(all)
	}
	return out.String(), text
}

// The text of compressed files is estimated by what some of them decompress to, within bounds.
func TestExpansions(t *testing.T) {
	for _, suffix := range []string{".gz", ".zst"} {
		for _, tc := range []struct {
			name     string
			lines    int
			hard     bool
			min, max float64 // of the estimate, as a share of the text
		}{
			{"small", 100, true, .99, 1.4},
			{"large, shrinks badly", 200_000, true, .85, 1.2},
			{"large, shrinks well", 200_000, false, .85, 1.2},
		} {
			files, text := map[string]string{}, 0
			for i := range 3 {
				file, n := zipped(t, suffix, tc.lines+i, tc.hard)
				files[fmt.Sprint(i, ".jsonl", suffix)] = file
				text += n
			}
			p := params(folder(t, files))
			plan := newPlan(t, p)
			if got := float64(plan.TextBytes) / float64(text); got < tc.min || got > tc.max {
				t.Errorf("%s, %s: %d bytes of text are estimated, want %g to %g of %d", suffix, tc.name, plan.TextBytes,
					tc.min, tc.max, text)
			}
			if _, _, got, _, err := Sizes(t.Context(), p); err != nil || got != plan.TextBytes {
				t.Errorf("%s, %s: Sizes has %d bytes of text, the plan %d, %v", suffix, tc.name, got,
					plan.TextBytes, err)
			}
		}
		broken := filepath.Join(folder(t, map[string]string{"a.jsonl" + suffix: "no compressed data"}),
			"a.jsonl"+suffix)
		if got := newPlan(t, params(broken)).TextBytes; got != 4*int64(len("no compressed data")) {
			t.Errorf("%s, broken: %d bytes of text", suffix, got)
		}
	}
}

// Files are chosen by their share of all bytes: a large one always, and of equal ones some from all over.
func TestSpread(t *testing.T) {
	sizes := func(sizes ...int64) (files []listedFile) {
		for i, size := range sizes {
			files = append(files, listedFile{File: store.File{Path: fmt.Sprint(i), Size: size}})
		}
		return files
	}
	for _, tc := range []struct {
		files []listedFile
		want  []string
	}{
		{nil, nil},
		{sizes(0, 0), nil},
		{sizes(5), []string{"0"}},
		{sizes(10, 1000, 10), []string{"1"}},
		{sizes(10, 10, 10, 10, 10, 10, 10, 10), []string{"1", "3", "5", "7"}},
		{sizes(31, 9, 40), []string{"0", "2"}},
	} {
		var got []string
		for _, f := range spread(tc.files, 4) {
			got = append(got, f.Path)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("of %d files %v are chosen, want %v", len(tc.files), got, tc.want)
		}
	}
}
