package dofn

import (
	"errors"
	"fmt"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	Direct(func(fn *directFn, a []any) []any {
		err := fn.ProcessElement(a[0].(int), a[1].(func(string)))
		return []any{err}
	})
	Plain(&plainFn{})
	register.Emitter1[string]()
}

// directFn has a lifecycle, a field that travels, and errors.
type directFn struct {
	Prefix string
	n      int
}

func (fn *directFn) StartBundle(_ func(string)) { fn.n = 100 }

func (fn *directFn) ProcessElement(x int, emit func(string)) error {
	if x < 0 {
		return errors.New("it is negative")
	}
	emit(fmt.Sprint(fn.Prefix, fn.n+x))
	return nil
}

func (fn *directFn) FinishBundle(emit func(string)) {}

type plainFn struct{ Suffix string }

func (fn *plainFn) ProcessElement(s string) string { return s + fn.Suffix }

func TestPipeline(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	got := beam.ParDo(s, &plainFn{"!"}, beam.ParDo(s, &directFn{Prefix: "x"}, beam.Create(s, 1, 2)))
	passert.Equals(s, got, "x101!", "x102!")
	ptest.RunAndValidate(t, p)
}

func TestErrorEndsTheRun(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	beam.ParDo(s, &directFn{}, beam.Create(s, -1))
	if err := ptest.Run(p); err == nil {
		t.Error("the run succeeds")
	}
}

func TestDirectIsUsed(t *testing.T) {
	methods, ok := reflectx.WrapMethods(&directFn{})
	if _, isDirect := methods[method].(*direct[directFn]); !ok || !isDirect {
		t.Errorf("ProcessElement is called by %T", methods[method])
	}
}
