package candidate

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/transforms/parameter"
)

// MaxDocuments is the number of documents above which text is hot: 0 for no cap, or AutoDocuments. Its text and its
// JSON are the number, or the word auto. A pointer to it is a flag.
type MaxDocuments int

// AutoDocuments chooses the number by the size of the collection: half of its documents, and at least
// minDocuments, at most maxDocuments.
const AutoDocuments MaxDocuments = -1

// What most documents have is the template that they were made from, whatever their number: a hot passage
// lists them in one record. Fewer documents are a group that printed, wrote or copied the same text, each with
// changes of its own, and what a reader looks for is that text, whole. minDocuments keeps a handful of
// documents from being all template. maxDocuments bounds the cost of a sentence in a large collection: 4,950
// pairs.
const minDocuments, maxDocuments = 20, 100

// In returns the number in a collection of size documents. 0 is no cap.
func (m MaxDocuments) In(size int64) int {
	if m != AutoDocuments {
		return int(m)
	}
	return int(min(max(size/2, minDocuments), maxDocuments))
}

// AnySize returns the largest number that In returns, whatever the size of the collection. Text in more documents
// is hot.
func (m MaxDocuments) AnySize() int {
	if m != AutoDocuments {
		return int(m)
	}
	return maxDocuments
}

// Paired returns the number of documents above which an n-gram pairs nothing, whatever the size of
// the collection; 0 is no cap. In fewer it pairs units also if it is hot: a text that was edited for 30 of 200
// documents has n-grams that all of them have. What they have word for word is hot.
func (m MaxDocuments) Paired() int {
	if m == 0 {
		return 0
	}
	return max(m.AnySize(), maxDocuments)
}

// Validate returns a *parameter.Error, about the parameter MaxDocuments of a package, if the number is impossible.
func (m MaxDocuments) Validate(params string) error {
	if m < 0 && m != AutoDocuments {
		return parameter.Of(params).Impossible("MaxDocuments", int(m), "0 (no cap) or more, or AutoDocuments")
	}
	return nil
}

const auto = "auto"

func (m MaxDocuments) String() string {
	if m == AutoDocuments {
		return auto
	}
	return strconv.Itoa(int(m))
}

// Set reads what String returns. The error says what is possible.
func (m *MaxDocuments) Set(s string) error {
	if s == auto {
		*m = AutoDocuments
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return fmt.Errorf("%q is neither auto nor a number from 0 on", s)
	}
	*m = MaxDocuments(n)
	return nil
}

// Type returns what the help of a flag says.
func (m *MaxDocuments) Type() string { return "number|auto" }

// MarshalJSON returns a number, or the string "auto".
func (m MaxDocuments) MarshalJSON() ([]byte, error) {
	if m == AutoDocuments {
		return json.Marshal(auto)
	}
	return json.Marshal(int(m))
}

// UnmarshalJSON reads what MarshalJSON returns.
func (m *MaxDocuments) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) != nil {
		s = string(b)
	}
	return m.Set(s)
}

func init() { dofn.Plain(&usedFn{}) }

// UsedMaxDocuments is the name in the ledger of the number that MaxDocuments.In returned.
const UsedMaxDocuments = "max_documents"

// Used returns a PCollection<KV<string,int64>> of one element: UsedMaxDocuments, and the number
// of documents above which text is hot. size is the result of Size.
func Used(s beam.Scope, max MaxDocuments, size beam.PCollection) beam.PCollection {
	s = s.Scope("candidate.Used")
	fn := &usedFn{MaxDocuments: max}
	return beam.ParDo(s, fn, beam.Impulse(s), dofn.Side(fn, size))
}

type usedFn struct{ MaxDocuments MaxDocuments }

func (fn *usedFn) ProcessElement(_ []byte, size int64, emit func(string, int64)) {
	emit(UsedMaxDocuments, int64(fn.MaxDocuments.In(size)))
}
