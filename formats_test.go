package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// --output_format=parquet changes the files of passages and nothing else.
func TestParquetOutput(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "in.jsonl"), lineA+lineB)
	for _, format := range []string{"jsonl", "parquet"} {
		if o := finish(t, dir, program(dir, "partial", "--input=in.jsonl", "--signature=shingle", "--output="+format,
			"--output_format="+format)); o.code != 0 {
			t.Fatal(o.stderr)
		}
	}
	list := func(folder string) (names []string) {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	want := list("jsonl")
	for i, name := range want {
		if strings.HasPrefix(name, "passages-") || strings.HasPrefix(name, "within-") {
			want[i] = strings.TrimSuffix(name, ".jsonl") + ".parquet"
		} else if name != "run.json" && name != "_SUCCESS" { // which has the names of the files
			a := filetest.Read(t, filepath.Join(dir, "jsonl", name))
			if b, err := os.ReadFile(filepath.Join(dir, "parquet", name)); err != nil || !bytes.Equal(a, b) {
				t.Errorf("%s differs, error %v", name, err)
			}
		}
	}
	if diff := cmp.Diff(want, list("parquet")); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	b, err := os.ReadFile(filepath.Join(dir, "parquet", "passages-00000-of-00001.parquet"))
	if err != nil || !bytes.HasPrefix(b, []byte("PAR1")) || !bytes.Contains(b, []byte("verbatim")) {
		t.Errorf("no table of the passage: %d bytes, error %v", len(b), err)
	}
	if o := finish(t, dir, program(dir, "partial", "--input=in.jsonl", "--output=x",
		"--output_format=orc")); o.code != 2 ||
		o.stderr != "diagonal: --output_format=orc: want jsonl, parquet, arrow, csv or pan\n" {
		t.Errorf("exit %d, %s", o.code, o.stderr)
	}
}

// --output_format=arrow writes the rows of Parquet. What it writes is read as input, too.
func TestArrowOutput(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "in.jsonl"), lineA+lineB)
	for _, output := range []string{"one", "two"} {
		if o := finish(t, dir, program(dir, "partial", "--input=in.jsonl", "--with_text", "--output="+output,
			"--output_format=arrow")); o.code != 0 {
			t.Fatal(o.stderr)
		}
	}
	const name = "passages-00000-of-00001.arrow"
	one, err := os.ReadFile(filepath.Join(dir, "one", name))
	two := filetest.Read(t, filepath.Join(dir, "two", name))
	if err != nil || !bytes.HasPrefix(one, []byte("ARROW1")) || !bytes.Equal(one, two) {
		t.Errorf("%d and %d bytes, error %v", len(one), len(two), err)
	}
	o := finish(t, dir, program(dir, "sentences", "one/"+name, "--text_field=a_text", "--id_field=b"))
	if o.code != 0 || !strings.Contains(o.stdout, shared[:20]) {
		t.Errorf("exit %d, %s%s", o.code, o.stdout, o.stderr)
	}
}

// clean, evaluate and report read passages as tables, and make of them what they make of lines.
func TestTablesAreRead(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "in.jsonl"), bytes.Join(licences(t)[:60], nil))
	results := map[string]map[string]string{}
	for _, format := range []string{"jsonl", "parquet", "arrow", "csv"} {
		for _, args := range [][]string{
			{"partial", "--input=in.jsonl", "--keep_fields=name", "--output=" + format, "--output_format=" + format},
			{"clean", "--input=in.jsonl", "--result=" + format, "--output=clean-" + format},
			{"report", format, "--input=in.jsonl", "--output=report-" + format},
			{"evaluate", format, "jsonl"},
		} {
			o := finish(t, dir, program(dir, args...))
			if o.code != 0 {
				t.Fatalf("%v: exit %d, %s", args, o.code, o.stderr)
			}
			if args[0] == "evaluate" && !strings.Contains(o.stdout, "1.0000") {
				t.Errorf("%s beside lines:\n%s", format, o.stdout)
			}
		}
		results[format] = map[string]string{}
		for _, part := range []string{"clean-", "report-"} {
			for name, content := range filetest.Tree(t, filepath.Join(dir, part+format)) {
				if strings.HasPrefix(name, "data/") || strings.Contains(name, "-of-") ||
					strings.HasPrefix(name, "documents/") {
					results[format][part+name] = content
				}
			}
		}
		if diff := cmp.Diff(results["jsonl"], results[format]); diff != "" {
			t.Errorf("%s (-lines +table):\n%.3000s", format, diff)
		}
	}
}

// --output_format=pan adds a folder, changes nothing else, and is not for buckets.
func TestPANOutput(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "in.jsonl"), lineA+lineB)
	args := []string{"partial", "--input=in.jsonl", "--signature=shingle"}
	for _, format := range []string{"jsonl", "pan"} {
		if o := finish(t, dir,
			program(dir, append(args, "--output="+format, "--output_format="+format)...)); o.code != 0 {
			t.Fatal(o.stderr)
		}
	}
	entries, err := os.ReadDir(filepath.Join(dir, "jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "run.json" || e.Name() == "_SUCCESS" { // which has the names of the files
			continue
		}
		a := filetest.Read(t, filepath.Join(dir, "jsonl", e.Name()))
		if b, err := os.ReadFile(filepath.Join(dir, "pan", e.Name())); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs, error %v", e.Name(), err)
		}
	}
	lines := finish(t, dir, program(dir, "evaluate", "pan", "jsonl", "--json"))
	files := finish(t, dir, program(dir, "evaluate", "pan/pan", "pan/pan", "--json"))
	if lines.code != 0 || files.code != 0 || !strings.Contains(files.stdout, `"plagdet": 1`) ||
		!strings.Contains(lines.stdout, `"plagdet": 1`) {
		t.Errorf("evaluate: %s%s\n%s%s", lines.stderr, lines.stdout, files.stderr, files.stdout)
	}
	o := finish(t, dir, program(dir, append(args, "--output=gs://out/x", "--output_format=pan")...))
	if o.code != 2 ||
		o.stderr != "diagonal: --output_format=pan writes one small file for each pair of documents, and only on a disk, not to --output=gs://out/x; use jsonl there\n" {
		t.Errorf("into a bucket: exit %d, %s", o.code, o.stderr)
	}
}

// A column that a Parquet file has not is the user's mistake, told with those it has.
func TestParquetColumns(t *testing.T) {
	dir := t.TempDir()
	file, err := filepath.Abs("io/parquetio/testdata/pandas.parquet")
	if err != nil {
		t.Fatal(err)
	}
	for flag, want := range map[string]string{
		"--text_field=body": `no column "body" for the text; the file has `,
		"--id_field=key":    `no column "key" for the id; the file has `,
	} {
		o := finish(t, dir, program(dir, "partial", "--input="+file, "--output=out", flag))
		if o.code != 2 || !strings.HasPrefix(o.stderr, "diagonal: "+file+": "+want) ||
			strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s", flag, o.code, o.stderr)
		}
	}
}
