package candidate

import (
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/io/record"
)

func init() { register.Function2x0(nothing) }

func TestSize(t *testing.T) {
	for _, n := range []int64{0, 1, 300} {
		p, s := beam.NewPipelineWithRoot()
		var documents [2][]record.Analysed
		for x := range uint64(n) {
			documents[x%3/2] = append(documents[x%3/2], record.Analysed{Key: x})
		}
		var all []beam.PCollection
		for _, d := range documents {
			if len(d) > 0 {
				all = append(all, beam.CreateList(s, d))
			}
		}
		if n == 0 {
			all = append(all, beam.ParDo(s, nothing, beam.Impulse(s)))
		}
		passert.Equals(s, Size(s, beam.Flatten(s, all...)), n)
		ptest.RunAndValidate(t, p)
	}
}

func nothing(_ []byte, _ func(record.Analysed)) {}
