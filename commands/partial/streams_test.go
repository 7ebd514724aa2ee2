package partial

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// Where stages are not fused, records travel with the coder that Beam makes for them.
func TestCodersOfRecords(t *testing.T) {
	for _, v := range []any{
		record.Largest{Passage: record.Passage{A: "a", AEnd: 7, B: "文", Kind: record.Verbatim, Similarity: 0.5},
			Text: "text"},
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
