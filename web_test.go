package main

import (
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// https:// is read as --input, --source and --tests: the same passages as from the disk. A folder is refused.
func TestWebInput(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl.gz": packGzip(lineA + lineB), "source.jsonl": lineB,
		"set.jsonl": `{"id":"q","text":"` + shared + `"}` + "\n"})
	s := httptest.NewTLSServer(http.FileServer(http.Dir(dir)))
	defer s.Close()
	authority := filetest.Write(t, filepath.Join(dir, "authority.pem"),
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}))
	run := func(args ...string) outcome {
		cmd := program(dir, append(args, "--quiet")...)
		cmd.Env = append(os.Environ(), "SSL_CERT_FILE="+authority)
		return finish(t, dir, cmd)
	}
	for i, args := range [][]string{
		{"partial", "--input=in.jsonl.gz", "--with_text"},
		{"partial", "--input=in.jsonl.gz", "--source=source.jsonl", "--with_text"},
		{"decontaminate", "--input=in.jsonl.gz", "--tests=set.jsonl"},
	} {
		here, there := string(rune('a'+i)), string(rune('p'+i))
		if o := run(append(args, "--output="+here)...); o.code != 0 {
			t.Fatal(o.stderr)
		}
		for k, arg := range args {
			if flag, file, ok := strings.Cut(arg, "="); ok {
				args[k] = flag + "=" + s.URL + "/" + file + "?v=1"
			}
		}
		if o := run(append(args, "--output="+there)...); o.code != 0 {
			t.Fatal(o.stderr)
		}
		compared := 0
		files := filesOf(t, filepath.Join(dir, there))
		for name, want := range filesOf(t, filepath.Join(dir, here)) {
			if name == "_SUCCESS" {
				continue
			}
			compared++
			content, ok := files[name]
			got := strings.ReplaceAll(strings.ReplaceAll(content, s.URL+"/", ""), "?v=1", "")
			if !ok || got != want || name == "summary.json" && len(want) == 0 {
				t.Errorf("%q: %s: %.500s\nwant %.500s, is there: %t", args, name, got, want, ok)
			}
		}
		if compared < 3 {
			t.Errorf("only %d files", compared)
		}
	}
	for _, tc := range []struct{ input, output, want string }{
		{s.URL + "/", "x", s.URL + "/: a web server does not list its files: name each file"},
		{s.URL + "/none.txt", "x", s.URL + "/none.txt: no such file or folder"},
		{"in.jsonl.gz", s.URL + "/x",
			"--output=" + s.URL + "/x: https:// is for reading only; write into a folder or a bucket"},
	} {
		if o := run("partial", "--input="+tc.input, "--output="+tc.output); o.code != 2 || o.stderr != "diagonal: "+
			tc.want+"\n" {
			t.Errorf("exit %d, %s, want %s", o.code, o.stderr, tc.want)
		}
	}
}
