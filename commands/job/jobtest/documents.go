package jobtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/spf13/pflag"

	"example.org/diagonal/io/filetest"
)

// Main is the TestMain of a package that runs jobs: Beam logs errors only.
func Main(m *testing.M) {
	flag.Parse()
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

// Document is a document of an input.
type Document struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Lines is values as JSON Lines.
func Lines[T any](values []T) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, v := range values {
		if err := e.Encode(v); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}

// Input writes documents as JSON Lines into a folder of their own, and returns the file.
func Input[T any](t testing.TB, documents []T) string {
	t.Helper()
	return filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), Lines(documents))
}

// Parse reads flags that define defines. It returns them for the check of the command.
func Parse(t testing.TB, define func(*pflag.FlagSet), flags ...string) *pflag.FlagSet {
	t.Helper()
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	define(fs)
	if err := fs.Parse(flags); err != nil {
		t.Fatalf("%v: %v", flags, err)
	}
	return fs
}

// Files returns the files of a result that have lines of JSON or are JSON, by name.
func Files(t *testing.T, dir string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.json*"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = string(b)
	}
	return files
}

// Decode reads lines of JSON.
func Decode[T any](t *testing.T, lines string) []T {
	t.Helper()
	var all []T
	for d := json.NewDecoder(strings.NewReader(lines)); d.More(); {
		var v T
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}
