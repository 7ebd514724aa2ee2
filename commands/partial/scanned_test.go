package partial

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/pipelines/partial"
)

// editions is documents of which each other one spells a letter otherwise, in every word.
const editions = -1

// scanned writes documents of which two and two print the same text, in which one of so many letters is replaced; 0 is
// none.
func scanned(t *testing.T, documents, errors int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	misread := func(i int, s string) string {
		if errors == editions && i%2 == 1 {
			return strings.ReplaceAll(s, "v", "u")
		}
		b := []byte(s)
		for i := range b {
			if errors > 0 && b[i] != ' ' && b[i] != '.' && r.IntN(errors) == 0 {
				b[i] = 'a' + byte(r.IntN(26))
			}
		}
		return string(b)
	}
	words := make([]string, 500)
	for i := range words {
		b := make([]byte, 4+r.IntN(6))
		for k := range b {
			b[k] = 'a' + byte(r.IntN(26))
		}
		words[i] = string(b)
	}
	sentence := func() string {
		s := make([]string, 12)
		for i := range s {
			s[i] = words[r.IntN(len(words))]
		}
		return strings.Join(s, " ") + ". "
	}
	article := make([]string, documents/2)
	for i := range article {
		for range 8 {
			article[i] += sentence()
		}
	}
	var out bytes.Buffer
	for i := range documents {
		fmt.Fprintf(&out, "{\"id\":\"%02d\",\"text\":%q}\n", i, sentence()+misread(i, article[i/2])+sentence())
	}
	return filetest.Write(t, filepath.Join(t.TempDir(), "scans.jsonl"), out.Bytes())
}

// Text with reading errors, in many documents or few, is compared by its letters without a flag, with the result of the
// flag. Other text is not, and neither are editions that spell otherwise.
func TestNoiseAuto(t *testing.T) {
	for _, tc := range []struct {
		documents, errors int
		want              string
	}{
		{80, 0, partial.NoiseOff}, {80, editions, partial.NoiseOff}, {80, 25, partial.NoiseOn},
		{8, 0, partial.NoiseOff}, {8, editions, partial.NoiseOff}, {8, 40, partial.NoiseOn},
	} {
		errors, want := tc.errors, tc.want
		path := scanned(t, tc.documents, errors)
		results := map[string]string{}
		for _, noise := range []string{partial.NoiseAuto, partial.NoiseOff, partial.NoiseOn} {
			var p Params
			p.Flags(pflag.NewFlagSet("partial", pflag.ContinueOnError))
			p.Job.Docs.Input, p.Job.Output, p.Job.Quiet, p.Find.Noise = []string{path},
				filepath.Join(t.TempDir(), "out"), noise != partial.NoiseAuto, noise
			var said bytes.Buffer
			r, err := Run(t.Context(), p, &said)
			if err != nil {
				t.Fatal(err)
			}
			var closing bytes.Buffer
			r.Summary.Ledger["passages_of_set_phrases"] = 1e6
			if err := report(t.Context(), &closing, p, r); err != nil {
				t.Fatal(err)
			}
			if named := strings.Contains(closing.String(), "--noise=on"); named == (noise == partial.NoiseOn ||
				noise == partial.NoiseAuto && want == partial.NoiseOn) {
				t.Errorf("%d documents, an error every %d letters, --noise=%s: the closing lines are\n%s", tc.documents,
					errors, noise, closing.String())
			}
			if noise == partial.NoiseAuto &&
				strings.Contains(said.String(), "reading errors") != (want == partial.NoiseOn) {
				t.Errorf("%d documents, an error every %d letters: said %q", tc.documents, errors, said.String())
			}
			files, _ := filepath.Glob(filepath.Join(p.Job.Output, "passages-*"))
			for _, f := range files {
				b := filetest.Read(t, f)
				results[noise] += string(b)
			}
		}
		if errors > 0 && results[partial.NoiseOn] == results[partial.NoiseOff] {
			t.Fatal("letters find nothing that words do not: nothing is tested")
		}
		if results[partial.NoiseAuto] != results[want] {
			t.Errorf("%d documents, an error every %d letters: auto is not as %s", tc.documents, errors, want)
		}
	}
}
