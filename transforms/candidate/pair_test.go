package candidate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/signature"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	dofn.Direct(func(fn *packFn, a []any) []any {
		fn.ProcessElement(a[0].(string), a[1].(func(int, []byte)))
		return nil
	})
	dofn.Plain(&matchLinesFn{})
	dofn.Plain(&hotLinesFn{})
	register.Function2x1(ledgerLineFn)
	register.Emitter1[string]()
}

// packFn packs the postings of a document, given as its number and a letter a sentence.
type packFn struct {
	Shards int
}

func (fn *packFn) ProcessElement(document string, emit func(int, []byte)) {
	var d uint64
	var text string
	fmt.Sscan(document, &d, &text)
	packer := shuffle.NewPacker(shuffle.Params{Shards: fn.Shards})
	for i, letter := range []byte(text) {
		payload := signature.AppendPosting(nil, signature.Posting{Document: d, Sentence: uint32(i)})
		packer.Add(uint64(letter)<<40, payload, emit)
	}
	packer.Flush(emit)
}

type matchLinesFn struct{}

func (fn *matchLinesFn) ProcessElement(_ int, b []byte, emit func(string)) error {
	return shuffle.Each(b, func(key uint64, payload []byte) error {
		m, err := engine.Read[Match](payload)
		m.A = key
		emit(fmt.Sprintf("%d:%d %d:%d %d", m.A, m.I, m.B, m.K, m.N))
		return err
	})
}

type hotLinesFn struct{}

func (fn *hotLinesFn) ProcessElement(_ int, b []byte, emit func(string)) error {
	return shuffle.Each(b, func(key uint64, payload []byte) error {
		h, err := engine.Read[HotRun](payload)
		emit(fmt.Sprintf("%d:%d %d", key, h.First, h.Count))
		return err
	})
}

func ledgerLineFn(name string, n int64) string { return fmt.Sprintf("%s %d", name, n) }

// Through Beam the three ways of Pair give the same for any number of shards.
func TestPair(t *testing.T) {
	documents := []string{"0 ABCh", "2 xABC", "4 hz", "6 h"}
	for _, tc := range []struct {
		name                 string
		p                    Params
		documents            []string
		matches, hot, ledger []string
	}{
		{
			"exact", exact(1, 2), documents,
			[]string{"0:0 2:1 1", "0:1 2:2 1", "0:2 2:3 1"},
			[]string{"0:3 1", "4:0 1", "6:0 1"},
			[]string{HotSentences + " 1", HotOccurrences + " 3", HotPairs + " 3"},
		},
		{
			"chain", exact(3, 2), documents,
			[]string{"0:0 2:1 3"},
			[]string{"0:3 1", "4:0 1", "6:0 1"},
			[]string{HotSentences + " 1", HotOccurrences + " 3", HotPairs + " 3", SharedChains + " 1"},
		},
		{"no posting", exact(3, 2), []string{"0 "}, nil, nil, nil},
	} {
		for _, sh := range []shuffle.Params{{Shards: 1}, {Shards: 64}} {
			t.Run(fmt.Sprintf("%s/%d", tc.name, sh.Shards), func(t *testing.T) {
				p := tc.p
				p.Shuffle = sh
				pl, s, in := ptest.CreateList(tc.documents)
				got := Pair(s, p, beam.Create(s, int64(pairSize)),
					shuffle.BlocksOf[signature.Posting](sh, beam.ParDo(s, &packFn{sh.Shards}, in)))
				equals(s, beam.ParDo(s, &matchLinesFn{}, got.Matches.Collection()), tc.matches)
				equals(s, beam.ParDo(s, &hotLinesFn{}, got.Hot.Collection()), tc.hot)
				lines := beam.ParDo(s, ledgerLineFn, beam.ParDo(s, dropZeroFn, sumLedger(s, got.Ledger)))
				equals(s, lines, tc.ledger)
				ptest.RunAndValidate(t, pl)
			})
		}
	}
}

func equals(s beam.Scope, col beam.PCollection, want []string) {
	if len(want) == 0 {
		passert.Empty(s, col)
		return
	}
	passert.EqualsList(s, col, want)
}

func init() {
	register.Function2x2(sumFn)
	register.Function3x0(dropZeroFn)
	register.Iter1[int64]()
	register.Emitter2[string, int64]()
}

func sumLedger(s beam.Scope, ledger beam.PCollection) beam.PCollection {
	return beam.ParDo(s, sumFn, beam.GroupByKey(s, ledger))
}

func sumFn(name string, counts func(*int64) bool) (string, int64) {
	var sum, n int64
	for counts(&n) {
		sum += n
	}
	return name, sum
}

func dropZeroFn(name string, n int64, emit func(string, int64)) {
	if n != 0 {
		emit(name, n)
	}
}

func TestValidate(t *testing.T) {
	good := exact(1, 0)
	for _, tc := range []struct {
		change func(*Params)
		want   string // empty: valid
	}{
		{func(*Params) {}, ""},
		{func(p *Params) { p.Tau = 0 }, "Tau is 0"},
		{func(p *Params) { p.Tau = 1.1 }, "Tau is 1.1"},
		{func(p *Params) { p.Tau = nan() }, "Tau is NaN"},
		{func(p *Params) { p.Sequence = 0 }, "Sequence is 0"},
		{func(p *Params) { p.MaxDocuments = -2 }, "MaxDocuments is -2"},
		{func(p *Params) { p.Shuffle.Shards = 0 }, "Shards is 0"},
	} {
		p := good
		tc.change(&p)
		err := p.Validate()
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v.Validate() = %v, want %q", p, err, tc.want)
		}
	}
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}
