package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/store/storetest"
)

// service is one that has buckets.
type service struct {
	scheme, noBucket string
	start            func(t testing.TB, buckets ...string) *storetest.Server
}

// inServices tests with each service.
func inServices(t *testing.T, f func(t *testing.T, c service)) {
	for _, c := range []service{
		{"gs://", "check the name, or make it: gcloud storage buckets create gs://", storetest.Start},
		{"s3://", "check the name and AWS_ENDPOINT_URL, or make it: aws s3 mb s3://", storetest.StartS3},
	} {
		t.Run(c.scheme[:2], func(t *testing.T) { f(t, c) })
	}
}

// licences returns the lines of the licences of testdata.
func licences(t *testing.T) [][]byte {
	t.Helper()
	return bytes.SplitAfter(filetest.Unpack(t, "testdata/corpora/licences/corpus.jsonl.gz"), []byte("\n"))
}

// licencesIn puts the licences of testdata into a bucket and a folder, as twenty files
// of lines, every other one packed.
func licencesIn(t *testing.T, s *storetest.Server, dir string) {
	t.Helper()
	parts := make([][]byte, 20)
	for i, line := range licences(t) {
		parts[i%20] = append(parts[i%20], line...)
	}
	for i, part := range parts {
		name := fmt.Sprintf("%02d.jsonl", i)
		if i%2 == 1 {
			var packed bytes.Buffer
			w := gzip.NewWriter(&packed)
			w.Write(part)
			w.Close()
			name, part = name+".gz", packed.Bytes()
		}
		s.Put("in", "texts/"+name, string(part))
		filetest.Write(t, filepath.Join(dir, name), part)
	}
}

// resultIn are the files of a result in a bucket, without run.json.
func resultIn(t *testing.T, s *storetest.Server, bucket, name string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for object, content := range s.Objects(t, bucket, "") {
		if base := strings.TrimPrefix(object, name+"/"); base != "run.json" {
			found[base] = content
		}
	}
	return found
}

// From a bucket into a bucket: the same bytes as on the disk, and the same table.
func TestBuckets(t *testing.T) {
	inServices(t, func(t *testing.T, c service) {
		s := c.start(t, "in", "out")
		dir := t.TempDir()
		texts := filepath.Join(dir, "texts")
		os.Mkdir(texts, 0o755)
		licencesIn(t, s, texts)
		here := finish(t, dir, program(dir, "partial", "--input=texts", "--output=out"))
		if here.code != 0 {
			t.Fatal(here.stderr)
		}
		want := map[string]string{}
		files, _ := filepath.Glob(filepath.Join(dir, "out", "*"))
		for _, f := range files {
			b := filetest.Read(t, f)
			if base := filepath.Base(f); base != "run.json" {
				want[base] = string(b)
			}
		}
		if len(want["passages-00000-of-00001.jsonl"]) < 1000 {
			t.Fatal("too few passages for this test")
		}
		for _, input := range []string{c.scheme + "in/texts", c.scheme + "in/**/*.jsonl*",
			c.scheme + "in/texts/[0-9]*"} {
			o := finish(t, dir, program(dir, "partial", "--input="+input, "--output="+c.scheme+"out/deep/found",
				"--overwrite"))
			if o.code != 0 {
				t.Fatal(o.stderr)
			}
			got := resultIn(t, s, "out", "deep/found")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-disk +bucket):\n%s", input, diff)
			}
			if table, _, _ := strings.Cut(here.stdout, " sentences in "); !strings.HasPrefix(o.stdout, table) ||
				!strings.Contains(o.stdout, "The result is in "+c.scheme+"out/deep/found") {
				t.Errorf("%s: the table is\n%s", input, o.stdout)
			}
		}
		o := finish(t, dir, program(dir, "partial", "--input="+c.scheme+"in/texts",
			"--output="+c.scheme+"out/deep/found"))
		if o.code != 2 || o.stderr != "diagonal: --output="+c.scheme+
			"out/deep/found: exists already; choose another folder, or add --overwrite\n" {
			t.Errorf("where a result is: exit %d, %s", o.code, o.stderr)
		}
	})
}

func TestBucketErrors(t *testing.T) {
	inServices(t, func(t *testing.T, c service) {
		s := c.start(t, "in", "out")
		s.Put("in", "a.jsonl", lineA+lineB)
		dir := t.TempDir()
		for _, tc := range []struct{ input, output, want string }{
			{c.scheme + "none/a", c.scheme + "out/x", c.scheme + "none/a: there is no bucket none; " +
				c.noBucket + "none"},
			{c.scheme + "in/b", c.scheme + "out/x", c.scheme + "in/b: no such file or folder"},
			{c.scheme + "in/a.jsonl", c.scheme + "none/x",
				"--output=" + c.scheme + "none/x: there is no bucket none; " + c.noBucket + "none"},
			{c.scheme + "in/a.jsonl", c.scheme + "out", "--output=" + c.scheme + "out: want " + c.scheme +
				"BUCKET/FOLDER, a folder in a bucket"},
			{c.scheme + "in/a.jsonl", "ftp://out/x",
				"--output=ftp://out/x: ftp:// is not supported (known: local paths, gs://, http://, https://, s3://)"},
		} {
			o := finish(t, dir, program(dir, "partial", "--input="+tc.input, "--output="+tc.output))
			if o.code != 2 || o.stderr != "diagonal: "+tc.want+"\n" {
				t.Errorf("%s %s: exit %d, %s", tc.input, tc.output, o.code, o.stderr)
			}
		}
		if left := s.Objects(t, "out", ""); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	})
}

// A bucket that is gone while a run is at work: the run fails, in one line, and what
// could not be read is not taken for a bad file.
func TestBucketVanishes(t *testing.T) {
	inServices(t, func(t *testing.T, c service) {
		for _, bucket := range []string{"in", "out"} {
			s := c.start(t, "in", "out")
			dir := t.TempDir()
			licencesIn(t, s, dir)
			var reads atomic.Int64
			s.After(func(r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/in/texts/") && reads.Add(1) == 10 {
					s.Vanish(t, bucket)
				}
			})
			o := finish(t, dir, program(dir, "partial", "--input="+c.scheme+"in/texts", "--output="+c.scheme+"out/x",
				"--quiet"))
			if o.code != 1 || !strings.Contains(o.stderr, "there is no bucket "+bucket) ||
				strings.Count(o.stderr, "\n") != 1 {
				t.Errorf("%s: exit %d, %s", bucket, o.code, o.stderr)
			}
			if bucket == "in" {
				if left := s.Objects(t, "out", ""); len(left) > 0 {
					t.Errorf("left: %v", left)
				}
			}
		}
	})
}

// A run that is killed at the end leaves no _SUCCESS, and the next one succeeds.
func TestKilledAtABucket(t *testing.T) {
	inServices(t, func(t *testing.T, c service) {
		s := c.start(t, "in", "out")
		s.Put("in", "a.jsonl", lineA+lineB)
		dir := t.TempDir()
		args := []string{"partial", "--input=" + c.scheme + "in/a.jsonl", "--output=" + c.scheme + "out/x",
			"--overwrite", "--quiet"}
		cmd := program(dir, args...)
		s.After(func(r *http.Request) { // some of the result has its name
			if strings.HasSuffix(r.URL.Path, "x/run.json") {
				cmd.Process.Kill()
			}
		})
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Run(); err == nil {
			t.Fatal("the run was not killed")
		}
		s.After(nil)
		got := s.Objects(t, "out", "")
		if _, ok := got["x/_SUCCESS"]; ok || got["x/summary.json"] == "" {
			t.Errorf("after the kill: %v", got)
		}
		if o := finish(t, dir, program(dir, args...)); o.code != 0 {
			t.Errorf("the next run: exit %d, %s", o.code, o.stderr)
		}
		if _, ok := s.Objects(t, "out", "")["x/_SUCCESS"]; !ok {
			t.Error("the next run left no _SUCCESS")
		}
	})
}

// The collection to clean may be in a bucket, and so may be what is written: the same bytes as on the disk, with one
// pass and with several. The result that it is cleaned by may not, and may not be Parquet.
func TestCleanABucket(t *testing.T) {
	inServices(t, func(t *testing.T, c service) {
		s := c.start(t, "in", "out")
		dir := t.TempDir()
		texts := filepath.Join(dir, "texts")
		os.Mkdir(texts, 0o755)
		licencesIn(t, s, texts)
		for _, format := range []string{"jsonl", "parquet"} {
			if o := finish(t, dir, program(dir, "partial", "--input=texts", "--preset=fast", "--quiet",
				"--output=by-"+format, "--output_format="+format)); o.code != 0 {
				t.Fatal(o.stderr)
			}
		}
		for _, how := range []string{"--result=by-jsonl", "--exact=50"} {
			for output, input := range map[string]string{"here": "texts", c.scheme + "out/there": c.scheme +
				"in/texts"} {
				o := finish(t, dir, program(dir, "clean", "--input="+input, how, "--output="+output, "--overwrite"))
				if o.code != 0 || !strings.Contains(o.stdout, "The cleaned collection is in "+output+"/documents") {
					t.Fatal(o.code, o.stdout, o.stderr)
				}
			}
			want := filesOf(t, filepath.Join(dir, "here"))
			if len(want) < 25 {
				t.Errorf("only %d files", len(want))
			}
			// in a bucket there are no folders
			want["_SUCCESS"] = strings.Replace(want["_SUCCESS"], "/ documents\n", "", 1)
			if diff := cmp.Diff(want, resultIn(t, s, "out", "there")); diff != "" {
				t.Errorf("%s (-disk +bucket):\n%.2000s", how, diff)
			}
		}
		for _, tc := range []struct{ result, output, want string }{
			{c.scheme + "out/found", "x", "--result of clean must be on a disk that all workers see, not in a bucket"},
			{"by-jsonl", c.scheme + "none/x", "--output=" + c.scheme + "none/x: there is no bucket none; " +
				c.noBucket + "none"},
		} {
			o := finish(t, dir, program(dir, "clean", "--input=texts", "--result="+tc.result, "--output="+tc.output))
			if o.code != 2 || o.stderr != "diagonal: "+tc.want+"\n" {
				t.Errorf("%s to %s: exit %d, %s", tc.result, tc.output, o.code, o.stderr)
			}
		}
	})
}
