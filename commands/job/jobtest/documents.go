package jobtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
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
