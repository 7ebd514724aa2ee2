package cleaning

import (
	"cmp"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
)

func init() {
	register.Function1x2(matchedFn)
	register.Function2x0(equalledFn)
	register.Emitter2[string, string]()
	register.Iter1[record.SimilarPair]()
	register.Iter1[string]()
	dofn.Plain(&matchesFn{})
}

// matchedFn keys a pair by its document of the input.
func matchedFn(p record.SimilarPair) (string, record.SimilarPair) { return p.A, p }

// equalledFn keys a document of the input by the one that it equals.
func equalledFn(e record.Equal, emit func(string, string)) {
	if !e.Source {
		emit(e.Equal, e.ID)
	}
}

// matchesFn drops a document, and those that equal it, for the document of the source that
// resembles it most; of several, for that with the smallest id.
type matchesFn struct{ counting }

func (fn *matchesFn) ProcessElement(id string, pairs func(*record.SimilarPair) bool, equals func(*string) bool, emit func(int, []byte), _ func(string, int64)) {
	var best, pair record.SimilarPair
	found := false
	for pairs(&pair) {
		if !found || cmp.Or(cmp.Compare(best.Resemblance, pair.Resemblance), cmp.Compare(pair.B, best.B)) < 0 {
			best, found = pair, true
		}
		pair = record.SimilarPair{}
	}
	if !found {
		return
	}
	drop := func(id string) {
		fn.ledger.Add(similarDocuments, 1)
		fn.out.Send(Copy{ID: id, Kind: similarCopy, KeptID: best.B}, emit)
	}
	drop(id)
	var equal string
	for equals(&equal) {
		drop(equal)
	}
}
