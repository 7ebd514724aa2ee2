package dofn

import (
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Side returns the option of beam.ParDo that gives the DoFn fn, a pointer to its struct, a
// side input.
//
// Side panics if fn has a method StartBundle. Beam passes side inputs to that method, too,
// and Flink may ask for them there before it can give them. Such a DoFn begins a bundle with
// the first element: see Bundle.
func Side(fn any, side beam.PCollection) beam.Option {
	if t := reflect.TypeOf(fn); hasMethod(t, "StartBundle") {
		panic(fmt.Sprintf("%v has a side input, so it must not have a method StartBundle: begin bundles with dofn.Bundle", t))
	}
	return beam.SideInput{Input: side}
}

func hasMethod(t reflect.Type, name string) bool {
	_, ok := t.MethodByName(name)
	return ok
}

// Bundle begins and finishes the bundles of a DoFn that has a side input. The zero value is
// between bundles.
type Bundle struct{ begun bool }

// Begin calls begin with the first element of a bundle, and returns its error. ProcessElement
// calls Begin first.
func (b *Bundle) Begin(begin func() error) error {
	if b.begun {
		return nil
	}
	if err := begin(); err != nil {
		return err
	}
	b.begun = true
	return nil
}

// Finish calls finish if the bundle had an element. FinishBundle calls nothing else.
func (b *Bundle) Finish(finish func()) {
	if b.begun {
		finish()
	}
	b.begun = false
}
