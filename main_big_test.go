package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.org/diagonal/io/filetest"
)

// prose writes n bytes of sentences of random words, without a line break or a sentence
// that comes twice, and then the shared text.
func prose(w io.Writer, n int, stops bool) {
	b := bufio.NewWriterSize(w, 1<<20)
	defer b.Flush()
	x := uint64(n)
	for at := 0; at < n; {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		word := fmt.Sprintf("w%x ", x&0x3fff)
		if stops && x>>40&31 == 0 {
			word = fmt.Sprintf("end%x. Then ", x>>32)
		}
		at += len(word)
		b.WriteString(word)
	}
	if stops {
		b.WriteString("so. ")
	}
	b.WriteString(shared)
}

func create(t *testing.T, name string, write func(w io.Writer)) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	write(f)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// checkText reads the passage of a result at its bytes in the text of document a.
func checkText(t *testing.T, o outcome, text []byte, want string) {
	t.Helper()
	if len(o.passages) != 1 {
		t.Fatalf("exit %d, passages %v, rejected %v: %s", o.code, o.passages, o.rejected, o.stderr)
	}
	p := o.passages[0]
	if got := text[p.AByteStart:p.AByteEnd]; !strings.HasSuffix(string(got), want) || p.BStart != 0 {
		t.Errorf("%+v: the text there ends with %q", p, got[max(0, len(got)-200):])
	}
}

func TestLargeLine(t *testing.T) {
	if testing.Short() {
		t.Skip("a line of 200 MB")
	}
	dir := t.TempDir()
	var text bytes.Buffer
	prose(&text, 200<<20, true)
	create(t, filepath.Join(dir, "in.jsonl"), func(w io.Writer) {
		io.WriteString(w, `{"id":"a","text":"`)
		w.Write(text.Bytes())
		io.WriteString(w, "\"}\n"+`{"id":"b","text":"`+shared+`"}`+"\n")
	})
	checkText(t, partialIn(t, dir, "--input=in.jsonl"), text.Bytes(), shared)
}

func TestLargeSentence(t *testing.T) {
	if testing.Short() {
		t.Skip("a sentence of 10 MB")
	}
	for _, flag := range []string{"--signature=imatch", "--signature=shingle", "--matching=refine"} {
		dir := t.TempDir()
		var text bytes.Buffer
		prose(&text, 10<<20, false)
		name := filepath.Join(dir, "a.txt")
		create(t, name, func(w io.Writer) { io.WriteString(w, "Apples are red.\n\n"+text.String()) })
		create(t, filepath.Join(dir, "b.txt"), func(w io.Writer) { w.Write(text.Bytes()) })
		b := filetest.Read(t, name)
		o := partialIn(t, dir, "--input=a.txt", "--input=b.txt", flag)
		checkText(t, o, b, shared)
		if n := o.passages[0].AEnd - o.passages[0].AStart; n < 10<<20 {
			t.Errorf("%s: the passage has only %d code points", flag, n)
		}
	}
}

// large is a text file of 100 MB, made once.
var large = sync.OnceValue(func() string {
	name := filepath.Join(filepath.Dir(binary), "large.txt")
	f, err := os.Create(name)
	if err != nil {
		panic(err)
	}
	prose(f, 100<<20, true)
	if err := f.Close(); err != nil {
		panic(err)
	}
	return name
})

func TestLargeDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("a document of 100 MB")
	}
	dir := t.TempDir()
	text := filetest.Read(t, large())
	filetest.Put(t, dir, map[string]string{"x.txt": shared})
	for _, matching := range []string{"diagonal", "refine"} {
		checkText(t, partialIn(t, dir, "--input=x.txt", "--input="+large(), "--overwrite", "--matching="+matching),
			text, shared)
	}
}

// start starts a long run in dir and waits until it is at work.
func start(t *testing.T, dir string) *running {
	t.Helper()
	r := begin(t, program(dir, "partial", "--matching=diagonal", "--output=out", "--quiet", "--input="+large()))
	r.until(t, "it is at work", func() bool {
		names, _ := filepath.Glob(filepath.Join(dir, ".out.partial-*"))
		return len(names) > 0
	})
	time.Sleep(300 * time.Millisecond) // somewhere in the middle
	return r
}

func TestInterrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("a run that takes long enough to be interrupted")
	}
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := t.TempDir()
		r := start(t, dir)
		r.Process.Signal(sig)
		if code, stderr := r.end(), r.stderr.String(); code != 130 ||
			stderr != "diagonal: interrupted; no result was written\n" {
			t.Errorf("%v: exit %d, want 130: %s", sig, code, stderr)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("%v: left behind: %v %v", sig, entries, err)
		}
	}
}

// TestKill: a run that is killed leaves no result, and the next one cleans up.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("a run that takes long enough to be killed")
	}
	dir := t.TempDir()
	r := start(t, dir)
	r.Process.Kill()
	r.end()
	if _, err := os.Stat(filepath.Join(dir, "out")); !os.IsNotExist(err) {
		t.Errorf("a killed run has left its result: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".out.partial-*"))
	if err != nil || len(left) != 1 {
		t.Fatalf("a killed run has left %v, %v; the test wants it to have begun", left, err)
	}
	if _, err := os.Stat(filepath.Join(left[0], "_SUCCESS")); !os.IsNotExist(err) {
		t.Errorf("a killed run has left _SUCCESS: %v", err)
	}
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
	if o := partialIn(t, dir, "--input=in.jsonl"); show(o.passages) != passage { // and checks that nothing is left
		t.Errorf("exit %d, passages %s", o.code, show(o.passages))
	}
}
