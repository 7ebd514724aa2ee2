package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) {
	if os.Getenv(signalTest) != "" { // the process of TestSecondSignal needs no program
		os.Exit(m.Run())
	}
	for _, variable := range os.Environ() { // those of the user are defaults of flags
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "DIAGONAL_") {
			os.Unsetenv(name)
		}
	}
	dir, err := os.MkdirTemp("", "diagonal-test-")
	if err != nil {
		panic(err)
	}
	syscall.Umask(0o022)
	os.Chmod(dir, 0o755) // a test runs the program as another user
	binary = filepath.Join(dir, "diagonal")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as run.sh builds it
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// outcome is what a run of the program left.
type outcome struct {
	code           int
	stdout, stderr string
	// The result, where there is one.
	passages []record.Passage
	rejected []record.Rejected
	summary  result.Summary
}

// program is the program with a folder to work in.
func program(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	return cmd
}

// partialIn runs `diagonal partial --matching=diagonal --output=out` in a folder, whose
// ranges are known to the character in the smallest of texts, and checks that the
// result is there if and only if the run succeeded, and nothing else of it is.
func partialIn(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	o := finish(t, dir, program(dir, append([]string{"partial", "--matching=diagonal", "--output=out"}, args...)...))
	if o.code == 0 {
		o.read(t, filepath.Join(dir, "out"))
	}
	return o
}

func finish(t *testing.T, dir string, cmd *exec.Cmd) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var o outcome
	if err := cmd.Run(); err != nil {
		var e *exec.ExitError
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
		o.code = e.ExitCode()
	}
	o.stdout, o.stderr = stdout.String(), stderr.String()
	if strings.Contains(o.stderr, "goroutine ") || strings.Contains(o.stderr, "panic") {
		t.Errorf("the program panicked:\n%s", o.stderr)
	}
	noLeftovers(t, dir)
	return o
}

// noLeftovers reports files of a run that did not end well.
func noLeftovers(t *testing.T, dir string) {
	t.Helper()
	for _, pattern := range []string{".out.*", "out.*", "*.tmp*", ".tmp*"} {
		if names, _ := filepath.Glob(filepath.Join(dir, pattern)); len(names) > 0 {
			t.Errorf("left behind: %v", names)
		}
	}
}

func (o *outcome) read(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "_SUCCESS")); err != nil {
		t.Fatalf("exit 0, but %v", err)
	}
	b := filetest.Read(t, filepath.Join(dir, "summary.json"))
	if err := json.Unmarshal(b, &o.summary); err != nil {
		t.Fatal(err)
	}
	o.passages = readLines[record.Passage](t, filepath.Join(dir, "passages-00000-of-00001.jsonl"))
	o.rejected = readLines[record.Rejected](t, filepath.Join(dir, "rejected-00000-of-00001.jsonl"))
}

func readLines[T any](t *testing.T, name string) []T {
	t.Helper()
	b := filetest.Read(t, name)
	var all []T
	for d := json.NewDecoder(bytes.NewReader(b)); d.More(); {
		var v T
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// The text that documents of these tests share, and lines around it.
const (
	shared  = "The ferry leaves at noon today. Nobody had bought a ticket before. Her brother was waiting at the pier. Then the engine began to roar."
	lineA   = `{"id":"a","text":"Apples are red. ` + shared + `"}` + "\n"
	lineB   = `{"id":"b","text":"Bananas grow in bunches. ` + shared + `"}` + "\n"
	passage = "a 16 150 b 25 159"
)

// show is passages in short.
func show(passages []record.Passage) string {
	var all []string
	for _, p := range passages {
		all = append(all, fmt.Sprintf("%s %d %d %s %d %d", p.A, p.AStart, p.AEnd, p.B, p.BStart, p.BEnd))
	}
	return strings.Join(all, "; ")
}

func packGzip(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

func packZstd(s string) string {
	z, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	return string(z.EncodeAll([]byte(s), nil))
}

// noise is text that compresses badly and has no sentence twice.
func noise(n int, seed uint32) string {
	var b strings.Builder
	x := seed
	for b.Len() < n {
		x = x*1664525 + 1013904223
		fmt.Fprintf(&b, "%x is %x. ", x, x^x>>7)
	}
	return b.String()
}

func TestInput(t *testing.T) {
	long := fmt.Sprintf(`{"id":"y","text":"%s"}`+"\n"+`{"id":"z","text":"%s"}`+"\n", noise(1<<20, 1), noise(1<<20, 2))
	gz, zst := packGzip(lineA+lineB+long), packZstd(lineA+lineB+long)
	flipped := []byte(gz)
	flipped[len(gz)-6] ^= 0xff // in the checksum
	for _, tc := range []struct {
		name     string
		files    map[string]string
		args     []string
		code     int
		passages string
		rejected []string // FILE:RECORD:ID: and a part of the reason
		count    int64    // documents
		stderr   string   // a part of it
	}{
		{name: "gzip cut off", files: map[string]string{"in.jsonl.gz": gz[:len(gz)*3/4]},
			passages: passage, rejected: []string{"in.jsonl.gz:3::gzip data ends too early"}, count: 3},
		{name: "gzip damaged", files: map[string]string{"in.jsonl.gz": string(flipped)},
			passages: passage, rejected: []string{"in.jsonl.gz:4::gzip data is broken"}, count: 4},
		{name: "zstd cut off", files: map[string]string{"in.jsonl.zst": zst[:len(zst)*3/4]},
			passages: passage, rejected: []string{"in.jsonl.zst:3::zstd data ends too early"}, count: 3},
		{name: "gzip that is none", files: map[string]string{"in.jsonl.gz": "\x00\x01\x02",
			"good.jsonl": lineA + lineB},
			passages: passage, rejected: []string{"in.jsonl.gz:0::"}, count: 2},
		{name: "last line without its end", files: map[string]string{"in.jsonl": lineA + strings.TrimSpace(lineB)},
			passages: passage, count: 2},
		{name: "last line cut off", files: map[string]string{"in.jsonl": lineA + lineB + lineA[:40]},
			passages: passage, rejected: []string{"in.jsonl:2::"}, count: 2},
		{name: "no text field",
			files:    map[string]string{"in.jsonl": lineA + `{"id":"n"}` + "\n" + `{"id":"m","text":7}` + "\n" + lineB},
			passages: passage, rejected: []string{"in.jsonl:1:n:text", "in.jsonl:2:m:text"}, count: 2},
		{name: "not JSON", files: map[string]string{"in.jsonl": "hello\n" + lineA + "\n\n" + lineB + "{}\n"},
			passages: passage, rejected: []string{"in.jsonl:0::", "in.jsonl:5::text"}, count: 2},
		{name: "invalid UTF-8", files: map[string]string{
			"a.txt": "\xfe\xfd\xc3( red. " + shared, "b.txt": "Bananas grow in bunches\x80. " + shared},
			passages: "a.txt 10 144 b.txt 26 160", count: 2},
		{name: "byte order mark", files: map[string]string{"a.txt": "\ufeffApples are red. " + shared,
			"b.txt": "Bananas grow in bunches. " + shared},
			passages: "a.txt 17 151 b.txt 25 159", count: 2},
		{name: "HTML", files: map[string]string{
			"a.html": "<html><body><p>Apples are red. " + strings.Replace(shared, "leaves", "<b>leaves</b>", 1) +
				"</p></body></html>",
			"b.txt": "Bananas grow in bunches. " + shared},
			passages: "a.html 31 172 b.txt 25 159", count: 2},
		{name: "control characters", files: map[string]string{
			"a.txt": "Apples\x01\x02 are\x1b[31m red\x7f. " + shared + "\x0c\x08",
			"b.txt": "Bananas grow in bunches. " + shared + "\x03"},
			passages: "a.txt 24 158 b.txt 25 159", count: 2},
		{name: "empty file and empty text",
			files: map[string]string{"in.jsonl": lineA + lineB + `{"id":"e","text":""}` + "\n", "empty.txt": "",
				"empty.jsonl": "", "empty.jsonl.gz": ""},
			passages: passage, count: 4},
		{name: "no sentence end", files: map[string]string{"a.txt": strings.Repeat("no end ", 2000),
			"b.txt": strings.Repeat("无穷", 5000)}, count: 2},
		{name: "binary files in a folder", files: map[string]string{"in/a.txt": "Apples are red. " + shared,
			"in/b":     "Bananas grow in bunches. " + shared,
			"in/c.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "in/d/e.bin": "\x7fELF\x00\x00", "in/.hidden": "secret"},
			args: []string{"--input=in"}, passages: "a.txt 16 150 b 25 159",
			rejected: []string{"in/c.png:0:c.png:PNG image", "in/d/e.bin:0:d/e.bin:binary"}, count: 2},
		{name: "same document twice", files: map[string]string{"in.jsonl": lineA + lineB + lineA},
			args:     []string{"--input=in.jsonl", "--signature=shingle"},
			passages: passage, rejected: []string{"in.jsonl:2:a:duplicate id"}, count: 3},
		{name: "folders with files of one name", files: map[string]string{"x/1.txt": "Apples are red. " + shared,
			"y/1.txt": "Bananas grow in bunches. " + shared},
			args: []string{"--input=x", "--input=y"}, rejected: []string{"y/1.txt:0:1.txt:give the folder above both"},
			count: 2},
		{name: "the folder above them", files: map[string]string{"in/x/1.txt": "Apples are red. " + shared,
			"in/y/1.txt": "Bananas grow in bunches. " + shared},
			args: []string{"--input=in"}, passages: "x/1.txt 16 150 y/1.txt 25 159", count: 2},
		{name: "empty folder", files: map[string]string{"in/": ""}, args: []string{"--input=in"}, code: 2,
			stderr: "in: there is no file in it"},
		{name: "empty file", files: map[string]string{"in.jsonl": "", "in.txt": ""}, count: 1},
		{name: "glob without match", args: []string{"--input=*.nothing"}, code: 2, stderr: "nothing"},
		{name: "no such file", args: []string{"--input=gone.jsonl"}, code: 2, stderr: "gone.jsonl"},
		{name: "no input", args: []string{"--gamma=2"}, code: 2, stderr: "--input"},
		{name: "unknown flag", files: map[string]string{"in.jsonl": lineA},
			args: []string{"--input=in.jsonl", "--gama=3"}, code: 2, stderr: "gama"},
		{name: "impossible value", files: map[string]string{"in.jsonl": lineA},
			args: []string{"--input=in.jsonl", "--tau=2"}, code: 2, stderr: "tau"},
		{name: "flag of another runner", files: map[string]string{"in.jsonl": lineA},
			args: []string{"--input=in.jsonl", "--endpoint=localhost:1"}, code: 2,
			stderr: "--endpoint has no effect without --runner="},
		{name: "an argument too many", files: map[string]string{"in.jsonl": lineA},
			args: []string{"--input=in.jsonl", "more.jsonl"}, code: 2, stderr: "more.jsonl"},
		{name: "output exists", files: map[string]string{"in.jsonl": lineA, "out/mine": "x"},
			args: []string{"--input=in.jsonl"}, code: 2, stderr: "--overwrite"},
		{name: "output is a file", files: map[string]string{"in.jsonl": lineA, "out": "x"},
			args: []string{"--input=in.jsonl"}, code: 2, stderr: "out"},
		{name: "overwrite what is no result", files: map[string]string{"in.jsonl": lineA, "out/mine": "x"},
			args: []string{"--input=in.jsonl", "--overwrite"}, code: 2, stderr: "no result"},
		{name: "strict", files: map[string]string{"in.jsonl": lineA + "{\n" + lineB},
			args: []string{"--input=in.jsonl", "--strict"}, code: 1, stderr: "in.jsonl, line 2"},
		{name: "all rejected", files: map[string]string{"in.jsonl": "{\n{\n"}, args: []string{"--input=in.jsonl"},
			code: 1, stderr: "every record was rejected"},
		{name: "dashes for underscores",
			files:    map[string]string{"in.jsonl": strings.ReplaceAll(lineA+lineB, `"text"`, `"body"`)},
			args:     []string{"--input=in.jsonl", "--text-field=body"},
			passages: passage, count: 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			filetest.Put(t, dir, tc.files)
			args := tc.args
			if args == nil {
				for name := range tc.files {
					args = append(args, "--input="+name)
				}
				slices.Sort(args)
			}
			o := partialIn(t, dir, args...)
			if o.code != tc.code || !strings.Contains(o.stderr, tc.stderr) {
				t.Fatalf("exit %d, want %d; stderr should contain %q:\n%s", o.code, tc.code, tc.stderr, o.stderr)
			}
			if o.code != 0 {
				if n := strings.Count(strings.TrimSpace(o.stderr), "\n"); n > 6 {
					t.Errorf("%d lines of error:\n%s", n, o.stderr)
				}
				if _, err := os.Stat(filepath.Join(dir, "out", "_SUCCESS")); err == nil {
					t.Error("there is a _SUCCESS")
				}
				return
			}
			if got := show(o.passages); got != tc.passages {
				t.Errorf("passages: %s, want %s", got, tc.passages)
			}
			if n := o.summary.Counts["documents"]; n != tc.count {
				t.Errorf("%d documents, want %d", n, tc.count)
			}
			if len(o.rejected) != len(tc.rejected) {
				t.Fatalf("rejected: %v, want %v", o.rejected, tc.rejected)
			}
			for i, want := range tc.rejected {
				r := o.rejected[i]
				where := strings.LastIndex(want, ":")
				if got := fmt.Sprintf("%s:%d:%s", r.File, r.Record, r.ID); got != want[:where] ||
					!strings.Contains(r.Reason, want[where+1:]) {
					t.Errorf("rejected: %+v, want %s", r, want)
				}
			}
		})
	}
}

// TestReadableText: the terminal and the result show the text of a page as readers see
// it; the ranges are those of the page.
func TestReadableText(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{
		"a.html": "<title>Th&#101;&nbsp;f&#101;rry</title><style>p { color: red }</style><p>" + strings.Replace(shared,
			"leaves", "<b>leaves</b>", 1) + "</p>",
		"b.txt": "Bananas grow in bunches. " + shared,
	})
	o := partialIn(t, dir, "--input=a.html", "--input=b.txt")
	if show(o.passages) != "a.html 73 214 b.txt 25 159" ||
		!strings.Contains(o.stdout, "The ferry leaves at noon today. Nobody") {
		t.Errorf("passages %s:\n%s", show(o.passages), o.stdout)
	}
	largest := readLines[record.Largest](t, filepath.Join(dir, "out", "largest-00000-of-00001.jsonl"))
	if len(largest) != 1 || largest[0].Text != shared {
		t.Errorf("largest: %+v", largest)
	}
}

// TestDuplicateID: of two texts under one id the kept one does not depend on order.
func TestDuplicateID(t *testing.T) {
	other := `{"id":"a","text":"Another text under the same name. ` + shared + `"}` + "\n"
	var results []string
	for _, content := range []string{lineA + lineB + other, other + lineB + lineA} {
		dir := t.TempDir()
		filetest.Put(t, dir, map[string]string{"in.jsonl": content})
		o := partialIn(t, dir, "--input=in.jsonl", "--signature=shingle")
		if o.code != 0 || len(o.rejected) != 1 || o.rejected[0].ID != "a" ||
			!strings.Contains(o.rejected[0].Reason, "duplicate id") {
			t.Fatalf("exit %d, rejected %v", o.code, o.rejected)
		}
		results = append(results, show(o.passages))
	}
	if results[0] != results[1] || strings.Contains(results[0], ";") || results[0] == "" {
		t.Errorf("passages depend on the order of input: %q", results)
	}
}

// TestInterruptedCommands: every command says the same where it is interrupted.
func TestInterruptedCommands(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB, "gold.jsonl": `{"a":"a","b":"b"}` + "\n"})
	partialIn(t, dir, "--input=in.jsonl")
	in, found, other := "--input="+filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "out"),
		"--output="+filepath.Join(dir, "other")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"partial", in, other},
		{"resemblance", in, other},
		{"partition", in, other},
		{"reuse", in, other},
		{"clean", in, "--result=" + found, other},
		{"clean", in, "--result=" + found, other, "--passes=1"},
		{"report", found, in, other},
		{"plant", in, other},
		{"evaluate", found, filepath.Join(dir, "gold.jsonl")},
		{"sentences", filepath.Join(dir, "in.jsonl")},
	} {
		if err := execute(ctx, args); err != line.Interrupted {
			t.Errorf("%s: %v, want %v", args[0], err, line.Interrupted)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "other")); err == nil {
		t.Error("a result was written")
	}
}

func TestUnknownCommand(t *testing.T) {
	for _, args := range [][]string{{"nonsense"}, {"partial", "--help=no"}, {"--nonsense"}, {"sentences"}} {
		if o := finish(t, t.TempDir(), program(t.TempDir(), args...)); o.code != 2 || o.stderr == "" {
			t.Errorf("%v: exit %d, want 2: %s", args, o.code, o.stderr)
		}
	}
}

// TestWords: what people are told, and what they are shown.
func TestWords(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB + lineA, "other.jsonl": lineB, "one.jsonl": lineA})
	for _, tc := range []struct {
		args []string
		code int
		want string // of stdout where all is well, else of stderr
		not  string
	}{
		{[]string{"--version"}, 0, ", go1.", ""},
		{[]string{"--version"}, 0, ", Apache Beam 2.", ""},
		{[]string{"--nonsense"}, 2, "diagonal: unknown flag: --nonsense; see `diagonal --help`\n", ""},
		{[]string{"partial", "--nonsense"}, 2, "diagonal: unknown flag: --nonsense; see `diagonal partial --help`\n",
			""},
		{[]string{"nonsense"}, 2, "see `diagonal --help`\n", ""},
		{[]string{"partial", "testdata"}, 2,
			"diagonal: testdata: no such file or folder here; a pattern or an address is given as --input=testdata, with an --output\n", ""},
		{[]string{"reuse", "testdata"}, 2, "diagonal: reuse takes no arguments: give files as --input=testdata\n", ""},
		{[]string{"essays/"}, 2, "diagonal: essays/: no such file or folder here; ", ""},
		{[]string{"essays/*.txt"}, 2, "diagonal: essays/*.txt: no such file or folder here; ", ""},
		{[]string{"s3://essays"}, 2, "diagonal: s3://essays: no such file or folder here; ", ""},
		{[]string{"partial", "--help"}, 0, "largest-*.jsonl", ""},
		{[]string{"index", "--input=-", "--index=no"}, 2, "an index reads its documents again with every lookup", ""},
		{[]string{"resemblance", "--input=in.jsonl", "--output=similar"}, 0,
			"3 documents (1 of them rejected: duplicate id), ", ""},
		{[]string{"resemblance", "--input=one.jsonl", "--source=other.jsonl", "--output=directed"}, 0,
			"\n1 pair, 0 rejected records\n", "group"},
		{[]string{"resemblance", "--input=in.jsonl", "--output=similar", "--overwrite"}, 0,
			"\n1 pair, 1 group of 2 documents, 0 documents in no group, 1 rejected record\n  in.jsonl, line ", ""},
		{[]string{"partition", "--input=in.jsonl", "--output=sets"}, 0,
			"\n1 set, 1 of two or more, 0 documents alone, 1 rejected record\n  in.jsonl, line ", ""},
		{[]string{"partition", "--input=one.jsonl", "--output=sets", "--overwrite"}, 0,
			"\n1 set, 0 of two or more, 1 document alone, 0 rejected records\n", ""},
		{[]string{"partition", "--input=one.jsonl", "--output=no", "--source=other.jsonl"}, 2,
			"partition has no --source: every document of --input is in one set", ""},
		{[]string{"partition", "--input=one.jsonl", "--output=no", "--distance=2"}, 2,
			"--distance has no effect without --method=simhash", ""},
		{[]string{"partition", "--input=one.jsonl", "--output=no", "--min_r=0"}, 2, "--min_r", ""},
		{[]string{"partition", "--input=one.jsonl", "--output=no", "--site_templates=on"}, 2, "want auto or off", ""},
		{[]string{"reuse", "--input=in.jsonl", "--theta_d=1", "--output=reused"}, 0, "\n1 pair, ", ""},
		{[]string{"reuse", "--input=in.jsonl", "--theta_s=2", "--output=no"}, 2,
			"diagonal: --theta_s=2: want above 0 and at most 1", ""},
		{[]string{"partial", "--matching=diagonal", "--input=one.jsonl", "--output=found"}, 0,
			"5 sentences in 1 document, ", ""},
		{[]string{"partial", "--signature=shingle", "--input=in.jsonl", "--output=found", "--overwrite"}, 0,
			"3 documents (1 of them rejected: duplicate id", ""},
	} {
		o := finish(t, dir, program(dir, tc.args...))
		said := o.stdout
		if tc.code != 0 {
			said = o.stderr
		}
		if o.code != tc.code || !strings.Contains(said, tc.want) || tc.not != "" && strings.Contains(said, tc.not) {
			t.Errorf("%v: exit %d, want %d and %q, without %q:\n%s%s", tc.args, o.code, tc.code, tc.want, tc.not,
				o.stdout, o.stderr)
		}
	}
}

func TestOverwrite(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB, "other.jsonl": lineA})
	if o := partialIn(t, dir, "--input=in.jsonl"); show(o.passages) != passage {
		t.Fatalf("passages: %s", show(o.passages))
	}
	if o := partialIn(t, dir, "--input=other.jsonl"); o.code != 2 {
		t.Errorf("a result is there: exit %d, want 2", o.code)
	}
	var old outcome
	if old.read(t, filepath.Join(dir, "out")); show(old.passages) != passage {
		t.Errorf("the earlier result is gone: %s", show(old.passages))
	}
	if o := partialIn(t, dir, "--input=other.jsonl", "--overwrite"); o.code != 0 || len(o.passages) != 0 {
		t.Errorf("--overwrite: exit %d, passages %s", o.code, show(o.passages))
	}
	for input, want := range map[string]string{ // it would be gone with the earlier result
		"out":         "diagonal: out is the result of an earlier run and no collection: ",
		"out/*.jsonl": "--output=out holds out/",
	} {
		if o := partialIn(t, dir, "--input="+input, "--text_field=a", "--overwrite"); o.code != 2 ||
			!strings.Contains(o.stderr, want) {
			t.Errorf("--input=%s: exit %d, want 2: %s", input, o.code, o.stderr)
		}
	}
	filetest.Put(t, dir, map[string]string{"bad.jsonl": "{\n"})
	if o := partialIn(t, dir, "--input=bad.jsonl", "--overwrite"); o.code != 1 {
		t.Errorf("exit %d, want 1", o.code)
	}
	if old.read(t, filepath.Join(dir, "out")); old.summary.Counts["documents"] != 1 {
		t.Error("a run that failed has replaced the earlier result")
	}
}

// TestNoPermission runs the program as a user who may not read a folder and a file.
func TestNoPermission(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in/a.jsonl": lineA, "in/b.jsonl": lineB, "in/closed.jsonl": lineB,
		"in/folder/c.jsonl": lineB})
	if os.Geteuid() == 0 {
		openTo(t, dir)
	}
	for _, name := range []string{"in/closed.jsonl", "in/folder"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(filepath.Join(dir, "in/folder"), 0o755)
	as := func(args ...string) outcome {
		cmd := program(dir, append([]string{"partial", "--matching=diagonal", "--output=out"}, args...)...)
		if os.Geteuid() == 0 { // root may read everything
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		o := finish(t, dir, cmd)
		if o.code == 0 {
			o.read(t, filepath.Join(dir, "out"))
		}
		return o
	}
	if o := as("--input=in/folder"); o.code != 2 || !strings.Contains(o.stderr, "permission") {
		t.Errorf("an argument without permission: exit %d, want 2: %s", o.code, o.stderr)
	}
	o := as("--input=in")
	if o.code != 0 || show(o.passages) != passage {
		t.Fatalf("exit %d, passages %s: %s", o.code, show(o.passages), o.stderr)
	}
	var got []string
	for _, r := range o.rejected {
		if !strings.Contains(r.Reason, "no permission") {
			t.Errorf("reason %q", r.Reason)
		}
		got = append(got, r.File)
	}
	if want := []string{"in/closed.jsonl", "in/folder"}; !slices.Equal(got, want) {
		t.Errorf("rejected %v, want %v", got, want)
	}
}
