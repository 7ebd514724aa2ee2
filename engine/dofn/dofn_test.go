package dofn

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	Plain(&sideFn{})
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

// sideFn appends the side input.
type sideFn struct{}

func (fn *sideFn) ProcessElement(x, side string, emit func(string)) { emit(x + side) }

func TestSide(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	fn := &sideFn{}
	got := beam.ParDo(s, fn, beam.Create(s, "a"), Side(fn, beam.Create(s, "!")))
	passert.Equals(s, got, "a!")
	ptest.RunAndValidate(t, p)
}

// startFn has a side input and begins its bundles where it must not.
type startFn struct{}

func (fn *startFn) StartBundle(_ string, _ func(string))          {}
func (fn *startFn) ProcessElement(_, _ string, emit func(string)) {}

func TestSideRefusesStartBundle(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	side := beam.Create(s, "!")
	defer func() {
		want := "*dofn.startFn has a side input, so it must not have a method StartBundle: begin bundles with the first element"
		if got := recover(); got != want {
			t.Errorf("Side panics with %v, want %s", got, want)
		}
	}()
	Side(&startFn{}, side)
}

// There is one way to register a DoFn and one to give it a side input: this package. The
// examples are programs of others, who use what Beam has.
func TestOneWay(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path := filepath.ToSlash(name)
		if d.IsDir() {
			if base := d.Name(); base == "testdata" || base == "dofn" || base == "examples" ||
				strings.HasPrefix(base, ".") && base != ".." {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, _ := s.X.(*ast.Ident)
			if of == nil {
				return true
			}
			switch called := of.Name + "." + s.Sel.Name; {
			case called == "beam.SideInput":
				t.Errorf("%s uses beam.SideInput, want dofn.Side", path)
			case called == "beam.RegisterDoFn" || strings.HasPrefix(called, "register.DoFn"):
				t.Errorf("%s calls %s, want dofn.Direct or dofn.Plain", path, called)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 {
		t.Errorf("the walk finds %d files of this module", files)
	}
}
