package shardio

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/engine/wire/lines"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// sizes is a sink that writes the size of each line.
const sizes = "sizes of lines"

// count is a sink that writes the number of lines of a whole stream.
const count = "number of lines"

type sizeWriter struct{ w *bufio.Writer }

func (s sizeWriter) Write(line []byte) error {
	_, err := fmt.Fprintln(s.w, len(line))
	return err
}

func (s sizeWriter) Close() error { return nil }

func init() {
	register.Function1x2(nothingFn)
	RegisterFiles(sizes, Encoding{".sizes", func(w *bufio.Writer) LineWriter { return sizeWriter{w} }})
	RegisterSink(count, func(ctx context.Context, dir, stream string, lines Lines) error {
		n := 0
		if err := lines(func([]byte) error { n++; return nil }); err != nil {
			return err
		}
		return store.WriteFile(ctx, filepath.Join(dir, stream+".count"), func(w io.Writer) error {
			_, err := fmt.Fprintln(w, n)
			return err
		})
	})
}

func nothingFn([]byte) (string, int64) { return "nothing", 0 }

var (
	rejectedOf = StreamOf[record.Rejected]("rejected")
	again      = StreamOf[record.Rejected]("again")
	hotOf      = StreamOf[record.HotPassage]("hot")
)

func TestMain(m *testing.M) {
	beamlog.LogLevel = "error"
	ptest.MainWithDefault(m, "prism")
}

// Two streams of one type, one of two collections, one that two sinks write, one whose records
// have no coder of their own, and one of batches.
func TestStreams(t *testing.T) {
	dir := t.TempDir()
	filetest.Folder(t, filepath.Join(dir, runsDir))
	p, s := beam.NewPipelineWithRoot()
	rejected := func(files ...string) beam.PCollection {
		var all []any
		for _, f := range files {
			all = append(all, record.Rejected{File: f, Reason: "r"})
		}
		return beam.Create(s, all...)
	}
	batch := func(all ...string) (b []byte) {
		for _, line := range all {
			b = lines.Append(b, 1, []byte(line))
		}
		return b
	}
	Write(s, Params{Dir: dir, Shards: 3}, []Stream{
		rejectedOf(s, rejected("c", "a"), rejected("b")),
		again(s, rejected("z", "long")).To(sizes, JSONL, count),
		hotOf(s, beam.Create(s, record.HotPassage{Text: "热", Documents: 3, Hash: "00"})),
		BatchesOf("batched", beam.Create(s, batch("b2", "b1"), batch(), batch("a3"))),
	}, beam.ParDo(s, nothingFn, beam.Impulse(s)))
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	line := func(file string) string { return `{"file":"` + file + `","record":1,"reason":"r"}` + "\n" }
	for name, want := range map[string]string{
		"rejected-00000-of-00001.jsonl": line("a") + line("b") + line("c"),
		"again-00000-of-00001.jsonl":    line("long") + line("z"),
		"again-00000-of-00001.sizes":    fmt.Sprintf("%d\n%d\n", len(line("long"))-1, len(line("z"))-1),
		"again.count":                   "2\n",
		"batched-00000-of-00001.jsonl":  "a3\nb1\nb2\n",
		"hot-00000-of-00001.jsonl":      `{"text":"热","documents":3,"occurrences":0,"sentences":0,"words":0,"hash":"00","samples":null}` + "\n",
	} {
		if got := read(t, filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
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
