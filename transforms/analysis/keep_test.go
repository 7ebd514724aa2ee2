package analysis_test

import (
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/shuffle"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

// Keep returns the documents that it was given, those larger than a block too.
func TestKeep(t *testing.T) {
	large := record.Analysed{Key: 3, Words: make([]uint32, 100_000), Ends: []uint32{5, 100_000}}
	for i := range large.Words {
		large.Words[i] = uint32(i)
	}
	documents := []record.Analysed{
		{Key: 1, Side: record.Source, Words: []uint32{1, 1 << 31, 2}, Ends: []uint32{1, 1, 3}, Spans: []byte{0, 2, 3, 3}},
		{Key: 2},
		large,
	}
	p, s := beam.NewPipelineWithRoot()
	kept := analysis.Keep(s, shuffle.Params{Shards: 4, Spool: t.TempDir()}, beam.CreateList(s, documents))
	passert.EqualsList(s, kept, documents)
	ptest.RunAndValidate(t, p)
}

func TestKeepNeedsASpool(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("documents are kept in no spool")
		}
	}()
	_, s := beam.NewPipelineWithRoot()
	analysis.Keep(s, shuffle.Params{Shards: 1}, beam.CreateList(s, []record.Analysed{{Key: 1}}))
}
