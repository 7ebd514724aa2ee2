package shardio

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// sizes is a sink that writes the size of each line.
const sizes = "sizes of lines"

type sizeWriter struct{ w *bufio.Writer }

func (s sizeWriter) Write(line []byte) error {
	_, err := fmt.Fprintln(s.w, len(line))
	return err
}

func (s sizeWriter) Close() error { return nil }

func init() {
	register.Function1x2(nothingFn)
	RegisterSink(sizes, func(ctx context.Context, dir, stream string, lines Lines) error {
		return WriteFiles(ctx, dir, stream, Encoding{".sizes", func(w *bufio.Writer) LineWriter { return sizeWriter{w} }}, lines)
	})
}

func nothingFn([]byte) (string, int64) { return "nothing", 0 }

var again = StreamOf[record.Rejected]("again")

func TestMain(m *testing.M) {
	beamlog.LogLevel = "error"
	ptest.MainWithDefault(m, "prism")
}

// Two streams of one type, one of two collections, one that two sinks write, and records whose
// texts were read later.
func TestStreams(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, runsDir), 0o755); err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	rejected := func(files ...string) beam.PCollection {
		var all []any
		for _, f := range files {
			all = append(all, record.Rejected{File: f, Reason: "r"})
		}
		return beam.Create(s, all...)
	}
	excerpt := func(value, text string) beam.PCollection {
		return beam.Create(s, record.Excerpt{Value: []byte(value), Text: text})
	}
	Write(s, Params{Dir: dir, Shards: 3}, []Stream{
		Rejected(s, rejected("c", "a"), rejected("b")),
		again(s, rejected("z", "long")).To(sizes, JSONL),
		Hot(s, excerpt(`{"documents":3,"hash":"00"}`, "热")),
		Largest(s, excerpt(`{"a":"x","a_end":7}`, "long")),
	}, beam.ParDo(s, nothingFn, beam.Impulse(s)))
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	line := func(file string) string { return `{"file":"` + file + `","record":0,"reason":"r"}` + "\n" }
	for name, want := range map[string]string{
		"rejected-00000-of-00001.jsonl": line("a") + line("b") + line("c"),
		"again-00000-of-00001.jsonl":    line("long") + line("z"),
		"again-00000-of-00001.sizes":    fmt.Sprintf("%d\n%d\n", len(line("long"))-1, len(line("z"))-1),
		"hot-00000-of-00001.jsonl":      `{"text":"热","documents":3,"occurrences":0,"sentences":0,"words":0,"hash":"00","samples":null}` + "\n",
	} {
		if got := read(t, filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := read(t, filepath.Join(dir, "largest-00000-of-00001.jsonl")); !strings.HasPrefix(got, `{"a":"x","a_start":0,"a_end":7,`) || !strings.HasSuffix(got, `"text":"long"}`+"\n") {
		t.Errorf("largest: %s", got)
	}
}

// A wrong name of a sink fails when the graph is built.
func TestNoSuchSink(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, `stream again: there is no sink "none"`) {
			t.Errorf("Write: %s", got)
		}
	}()
	_, s := beam.NewPipelineWithRoot()
	Write(s, Params{Dir: "d", Shards: 1}, []Stream{again(s, beam.Create(s, record.Rejected{})).To("none")})
}

// Where stages are not fused, records travel with the coder that Beam makes for them.
func TestCodersOfRecords(t *testing.T) {
	for _, v := range []any{
		record.Largest{Passage: record.Passage{A: "a", AEnd: 7, B: "文", Kind: record.Verbatim, Similarity: 0.5}, Text: "text"},
		record.HotPassage{Text: "热", Documents: 3, Hash: "00", Samples: []record.Sample{{ID: "a", End: 7}}},
	} {
		var b bytes.Buffer
		if err := beam.NewElementEncoder(reflect.TypeOf(v)).Encode(v, &b); err != nil {
			t.Fatal(err)
		}
		got, err := beam.NewElementDecoder(reflect.TypeOf(v)).Decode(&b)
		if diff := cmp.Diff(v, got); err != nil || diff != "" {
			t.Errorf("%T: %v (-want +got):\n%s", v, err, diff)
		}
	}
}
