package plant

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
)

// prose is English of made-up words in n sentences.
func prose(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "The w%x", r.IntN(1<<20))
		for range 9 {
			fmt.Fprintf(&b, " w%x", r.IntN(1<<20))
		}
		b.WriteString(". ")
	}
	return b.String()
}

// writeInput writes 60 texts as JSON Lines, as text files and as compressed JSON Lines.
func writeInput(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var lines, packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for i := range 60 {
		text := prose(uint64(i), 60)
		line, err := json.Marshal(map[string]any{"id": i, "body": text})
		if err != nil {
			t.Fatal(err)
		}
		switch i % 3 {
		case 0:
			fmt.Fprintf(&lines, "%s\n\n", line)
		case 1:
			fmt.Fprintf(z, "%s\n", line)
		default:
			filetest.Write(t, filepath.Join(dir, "texts", fmt.Sprint(i, ".txt")), text)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(dir, "a.jsonl"), lines.String())
	filetest.Write(t, filepath.Join(dir, "b.jsonl.gz"), packed.String())
	return dir
}

// run runs the command and returns what it printed.
func run(args ...string) (string, error) {
	cmd := Command()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

func TestCommand(t *testing.T) {
	in, out := writeInput(t), t.TempDir()
	first, second := filepath.Join(out, "deep", "one"), filepath.Join(out, "two")
	printed, err := run("--input="+in, "--output="+first, "--text_field=body", "--size=2000")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(printed, "verbatim") || !strings.Contains(printed, first) {
		t.Errorf("printed %q, want the kinds and the folder", printed)
	}
	if printed, err = run("--input="+in, "--output="+second, "--text_field=body", "--size=2000",
		"--quiet"); err != nil || printed != "" {
		t.Errorf("with --quiet: printed %q, %v", printed, err)
	}
	files := filetest.Tree(t, first)
	if diff := cmp.Diff(files, filetest.Tree(t, second)); diff != "" {
		t.Errorf("a second run writes other bytes (-first +second):\n%s", diff)
	}
	if len(files) != 4 {
		t.Errorf("%d files, want 4", len(files))
	}
	for name, start := range map[string]string{
		corpusFile: `{"id":"d000000","text":"`, goldFile: `{"a":"d0000`, boilerFile: `{"id":"d0000`,
		markerFile: "diagonal result",
	} {
		if !strings.HasPrefix(files[name], start) {
			t.Errorf("%s begins with %.40q, want %q", name, files[name], start)
		}
	}
	if entries, err := os.ReadDir(out); err != nil || len(entries) != 2 {
		t.Errorf("beside the results is %v, %v; want nothing", entries, err)
	}
}

// TestCutting: the same texts in other files, in another order, make the same bytes.
func TestCutting(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	var forward, first, second []string
	for i := range 40 {
		text := prose(uint64(i), 50) // two short ones may share a document
		if i%4 == 0 {
			text = prose(uint64(i), 3)
		}
		line, err := json.Marshal(map[string]string{"text": text})
		if err != nil {
			t.Fatal(err)
		}
		forward = append(forward, string(line))
		if i%3 == 0 {
			filetest.Write(t, filepath.Join(dir, "cut", fmt.Sprint(40-i, ".txt")), text)
		} else if i%3 == 1 {
			first = append(first, string(line))
		} else {
			second = append(second, string(line))
		}
	}
	slices.Reverse(first)
	filetest.Write(t, filepath.Join(dir, "one.jsonl"), strings.Join(forward, "\n"))
	filetest.Write(t, filepath.Join(dir, "cut", "z.jsonl"), strings.Join(first, "\n"))
	filetest.Write(t, filepath.Join(dir, "more.jsonl"), strings.Join(second, "\n"))
	one, two := filepath.Join(out, "one"), filepath.Join(out, "two")
	if _, err := run("--input="+filepath.Join(dir, "one.jsonl"), "--output="+one, "--size=2000"); err != nil {
		t.Fatal(err)
	}
	if _, err := run("--input="+filepath.Join(dir, "more.jsonl"), "--input="+filepath.Join(dir, "cut"), "--output="+two,
		"--size=2000"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(filetest.Tree(t, one), filetest.Tree(t, two)); diff != "" {
		t.Errorf("the same texts in other files make other bytes (-one +two):\n%.2000s", diff)
	}
}

func TestCommandOverwrite(t *testing.T) {
	in, out := writeInput(t), filepath.Join(t.TempDir(), "out")
	args := []string{"--input=" + in, "--output=" + out, "--text_field=body", "--size=2000", "--quiet"}
	if _, err := run(args...); err != nil {
		t.Fatal(err)
	}
	before := filetest.Tree(t, out)
	if _, err := run(args...); line.ExitCode(err) != 2 || !strings.Contains(err.Error(), "--overwrite") {
		t.Errorf("onto an existing folder: %v, want a usage error that names --overwrite", err)
	}
	if _, err := run(append(args, "--overwrite", "--seed=2")...); err != nil {
		t.Fatal(err)
	}
	if cmp.Equal(before, filetest.Tree(t, out)) {
		t.Error("--overwrite left the old files")
	}
	_, err := run("--input="+filepath.Join(out, "corpus.jsonl"), "--output="+out, "--overwrite",
		"--size=2000", "--quiet")
	if line.ExitCode(err) != 2 || !strings.Contains(err.Error(), "corpus.jsonl, which is read") {
		t.Errorf("onto the folder that is read: %v, want a refusal", err)
	}
	filetest.Write(t, filepath.Join(out, "precious.txt"), "mine")
	if _, err := run(append(args, "--overwrite")...); line.ExitCode(err) != 2 ||
		!strings.Contains(err.Error(), "precious.txt") {
		t.Errorf("onto a folder with other files: %v, want a refusal that names one", err)
	}
	own := t.TempDir()
	filetest.Write(t, filepath.Join(own, corpusFile), "a corpus of the user")
	if _, err := run(append(args, "--output="+own, "--overwrite")...); line.ExitCode(err) != 2 ||
		!strings.Contains(err.Error(), "it holds corpus.jsonl, and no _SUCCESS") {
		t.Errorf("onto a folder with a corpus of the user: %v, want a refusal", err)
	}
}

// A file that is no text and a result of an earlier run are left out with their reasons; the others are planted as if
// they were not there.
func TestLeftOut(t *testing.T) {
	in, out := writeInput(t), t.TempDir()
	plant := func(name string) (files map[string]string, notes string) {
		t.Helper()
		cmd := Command()
		var said bytes.Buffer
		cmd.SetOut(io.Discard)
		cmd.SetErr(&said)
		cmd.SetArgs([]string{"--input=" + in, "--output=" + filepath.Join(out, name), "--text_field=body",
			"--size=2000"})
		if err := cmd.Execute(); err != nil {
			t.Fatal(err)
		}
		return filetest.Tree(t, filepath.Join(out, name)), said.String()
	}
	want, none := plant("without")
	binary := filepath.Join(in, "texts", "11.png.txt")
	filetest.Write(t, binary, "a\x00b")
	earlier := filepath.Join(in, "texts", "found")
	for _, name := range []string{"summary.json", "run.json", "_SUCCESS", "passages-00000-of-00001.jsonl"} {
		filetest.Write(t, filepath.Join(earlier, name), "{}")
	}
	got, notes := plant("with")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a file that is no text changes the rest (-want +got):\n%s", diff)
	}
	if note := "left out: " + binary + ": not a text: it contains zero bytes\n"; strings.Contains(none, "left out") ||
		!strings.Contains(notes, note) {
		t.Errorf("notes %q, want %q; without the file %q", notes, note, none)
	}
	if note := "left out: " + earlier + ": result of an earlier run\n"; !strings.Contains(notes, note) {
		t.Errorf("notes %q, want %q", notes, note)
	}
}

func TestCommandErrors(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "broken.jsonl"), "{\"text\":\"fine\"}\n{\"text\":\n")
	filetest.Write(t, filepath.Join(dir, "field.jsonl"), "{\"body\":\"x\"}\n")
	filetest.Write(t, filepath.Join(dir, "number.jsonl"), "\n{\"text\":5}\n")
	filetest.Write(t, filepath.Join(dir, "binary.txt"), "a\x00b")
	filetest.Write(t, filepath.Join(dir, "cut.jsonl.gz"), "\x1f\x8b\x08\x00")
	filetest.Write(t, filepath.Join(dir, "empty.jsonl"), "")
	out := filepath.Join(dir, "out")
	for _, tc := range []struct {
		name, input, flag string
		wantCode          int
		wantErr           string
	}{
		{"bad value", "empty.jsonl", "--per_thousand=99", 2, "--per_thousand=99: want 0 to 47"},
		{"argument", "empty.jsonl", "stray", 2, "give files as --input=stray"},
		{"missing file", "nosuch.jsonl", "--seed=1", 2, "nosuch.jsonl"},
		{"broken line", "broken.jsonl", "--seed=1", 1, "broken.jsonl:2: not a JSON object"},
		{"missing field", "field.jsonl", "--seed=1", 1, `field.jsonl:1: no field "text"`},
		{"not a string", "number.jsonl", "--seed=1", 1, `number.jsonl:2: field "text" is not a string`},
		{"binary", "binary.txt", "--seed=1", 1, "binary.txt: not a text"},
		{"broken gzip", "cut.jsonl.gz", "--seed=1", 1, "cut.jsonl.gz"},
		{"no text", "empty.jsonl", "--seed=1", 1, "the text gives 0 documents"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := run("--input="+filepath.Join(dir, tc.input), "--output="+out, tc.flag)
			if err == nil || line.ExitCode(err) != tc.wantCode || !strings.Contains(err.Error(), tc.wantErr) {
				t.Errorf("error %v with exit code %d, want %q and %d", err, line.ExitCode(err), tc.wantErr, tc.wantCode)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("the output folder is there after an error")
			}
		})
	}
	if _, err := run("--output=" + out); line.ExitCode(err) != 2 ||
		!strings.Contains(err.Error(), "--input is missing") {
		t.Errorf("without input: %v", err)
	}
	if _, err := run("--input=" + dir); line.ExitCode(err) != 2 ||
		!strings.Contains(err.Error(), "--output is missing") {
		t.Errorf("without output: %v", err)
	}
}
