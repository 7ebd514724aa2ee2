package analysis_test

import (
	"errors"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

func init() { register.Function3x1(loadFn) }

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

// Keep returns the documents that it was given, those larger than a block too.
func TestKeep(t *testing.T) {
	large := record.Analysed{Key: 3, Words: make([]uint32, 100_000), Ends: []uint32{5, 100_000}}
	for i := range large.Words {
		large.Words[i] = uint32(i)
	}
	documents := []record.Analysed{
		{Key: 1, Side: record.Source, Words: []uint32{1, 1 << 31, 2}, Ends: []uint32{1, 1, 3},
			Spans: []byte{0, 2, 3, 3}},
		{Key: 2},
		large,
	}
	for _, spool := range []string{"", t.TempDir()} {
		p, s := beam.NewPipelineWithRoot()
		kept := analysis.Keep(s, shuffle.Params{Shards: 4, Spool: spool}, beam.CreateList(s, documents))
		passert.EqualsList(s, beam.ParDo(s, loadFn, kept.Collection()), documents)
		ptest.RunAndValidate(t, p)
	}
}

func loadFn(_ int, kept []byte, emit func(record.Analysed)) error {
	return analysis.EachKept(kept, func(a *record.Analysed) error {
		emit(*a)
		return nil
	})
}

// A record that is no kept document is an error, and so is what the caller returns.
func TestEachKept(t *testing.T) {
	good := append([]byte{analysis.TagKept},
		record.AppendAnalysed(nil, record.Analysed{Key: 1, Words: []uint32{2}, Ends: []uint32{1}})...)
	for _, payload := range [][]byte{{}, good[:len(good)-1], good[1:]} {
		err := analysis.EachKept(shuffle.Append(nil, 1, payload), func(*record.Analysed) error { return nil })
		if err == nil {
			t.Errorf("the payload %x is a document", payload)
		}
	}
	stop, calls := errors.New("stop"), 0
	err := analysis.EachKept(shuffle.Append(shuffle.Append(nil, 1, good), 1, good), func(*record.Analysed) error {
		calls++
		return stop
	})
	if err != stop || calls != 1 {
		t.Errorf("%d calls, error %v; want one, and its error", calls, err)
	}
}
