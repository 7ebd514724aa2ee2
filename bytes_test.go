package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every file of a result but run.json has the same bytes, whatever the memory, the order of the input and the files
// that it is cut into. The files that clean writes follow those that it reads, so its input is not cut.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	lines := licences(t)[:60]
	one, cut := filepath.Join(dir, "one"), filepath.Join(dir, "cut")
	write := func(folder, name string, lines [][]byte) {
		if err := errors.Join(os.MkdirAll(folder, 0o755),
			os.WriteFile(filepath.Join(folder, name), bytes.Join(lines, nil), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	write(one, "all.jsonl", lines)
	slices.Reverse(lines)
	for i := range 4 {
		write(cut, fmt.Sprintf("%d.jsonl", i), lines[15*i:15*i+15])
	}
	for _, command := range []string{"partial", "partial --matching=diagonal", "resemblance", "partition", "reuse",
		"clean --exact=50"} {
		var want map[string]string
		inputs := []string{"--input=one", "--input=one --memory=300MB", "--input=one --memory=2GB", "--input=cut"}
		if strings.HasPrefix(command, "clean") {
			inputs = inputs[:3]
		}
		for i, more := range inputs {
			out := strings.ReplaceAll(command, " ", "_") + fmt.Sprint(i)
			o := finish(t, dir, program(dir, strings.Fields(command+" --quiet --output="+out+" "+more)...))
			if o.code != 0 {
				t.Fatalf("%s %s: %s", command, more, o.stderr)
			}
			got := filesOf(t, filepath.Join(dir, out))
			if want == nil {
				want = got
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s (-want +got):\n%.2000s", command, more, diff)
			}
			if _, ok := got["_SUCCESS"]; !ok || len(got) < 3 {
				t.Errorf("%s: files %v", command, slices.Sorted(maps.Keys(got)))
			}
		}
	}
}
