package docio

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

func TestMain(m *testing.M) {
	beamlog.LogLevel = "error"
	ptest.MainWithDefault(m, "prism")
}

func init() {
	register.Function1x1(showDocument)
	register.Function1x1(record.Rejected.String)
}

// showDocument is a document as a line.
func showDocument(d record.Document) string {
	return fmt.Sprintf("%d %d %s %s#%d@%d %q", d.Side, d.Markup, d.ID, filepath.Base(d.File), d.Record,
		d.Offset, d.Text)
}

// params are the defaults of the flags with these inputs.
func params(input ...string) Params {
	return Params{Input: input, Format: auto, HTML: HTMLAll, IDField: "id", TextField: "text",
		MaxRecord: record.MaxBytes, PreTimeout: defaultPreTimeout}
}

// folder writes files below a new folder.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	return filetest.Put(t, t.TempDir(), files)
}

func TestRead(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.txt":       "plain \xff 中文",
		"b/page.html": "<p>hi</p>",
		"c.jsonl":     "{\"id\":\"x\",\"text\":\"one\"}\n{\"text\":\"two\"}\nno\n",
		"bin.txt":     "a\x00b",
	})
	plan, err := NewPlan(context.Background(), params(dir))
	if err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	documents, rejected, _, ledger := Read(s, plan)
	passert.EqualsList(s, beam.ParDo(s, showDocument, documents), []string{
		`0 0 a.txt a.txt#0@0 "plain \xff 中文"`,
		`0 1 b/page.html page.html#0@0 "<p>hi</p>"`,
		`0 0 x c.jsonl#0@0 "one"`,
		`0 0 c.jsonl:2 c.jsonl#1@24 "two"`,
	})
	passert.EqualsList(s, beam.ParDo(s, record.Rejected.String, rejected), []string{
		filepath.Join(dir, "bin.txt") + ": binary file (NUL byte at offset 1)",
		filepath.Join(dir, "c.jsonl") +
			", line 3: not JSON: invalid character 'o' in literal null (expecting 'u'), at byte 1 of the line",
	})
	passert.EqualsList(s, beam.ParDo(s, showCount, ledger),
		[]string{"documents_with_undecoded_characters 1", "undecoded_characters 1"})
	ptest.RunAndValidate(t, p)
}
