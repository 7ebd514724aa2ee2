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
// the first element.
func Side(fn any, side beam.PCollection) beam.Option {
	if t := reflect.TypeOf(fn); hasMethod(t, "StartBundle") {
		panic(fmt.Sprintf(
			"%v has a side input, so it must not have a method StartBundle: begin bundles with the first element", t))
	}
	return beam.SideInput{Input: side}
}

func hasMethod(t reflect.Type, name string) bool {
	_, ok := t.MethodByName(name)
	return ok
}
