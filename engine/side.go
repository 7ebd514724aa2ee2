package engine

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Side is a value of the type T that was made before the stage begins: T is int64, []byte, or a type whose pointer has
// a method Read. Such a value travels as the bytes that Read gets once in each bundle. The zero value of a Side is no
// bytes.
type Side[T any] struct {
	col beam.PCollection

	encoded []byte
	value   T
	of      []byte // the bytes that value was read of
}

// SideOf returns the side input of a PCollection<T> with one element, or of a PCollection<[]byte> if T has a method
// Read.
func SideOf[T any](col beam.PCollection) Side[T] { return Side[T]{col: col} }

// SideWith returns a side input that has a value, for RunReduce and RunMap.
func SideWith[T any](value T) Side[T] { return Side[T]{value: value} }

// Value returns the value, in a method of a stage.
func (v *Side[T]) Value() T { return v.value }

func (v *Side[T]) register()      {}
func (v *Side[T]) start(*running) {}

func (v *Side[T]) typ() reflect.Type {
	if _, ok := any(&v.value).(reader); ok {
		return reflect.TypeFor[[]byte]()
	}
	return reflect.TypeFor[T]()
}

func (v *Side[T]) bind(value any) {
	if _, ok := any(&v.value).(reader); ok {
		v.encoded = value.([]byte)
	} else {
		v.value = value.(T)
	}
}

func (v *Side[T]) read() error {
	r, ok := any(&v.value).(reader)
	if !ok || len(v.of) > 0 && len(v.of) == len(v.encoded) && &v.of[0] == &v.encoded[0] {
		return nil
	}
	v.value, v.of = *new(T), v.encoded
	return r.Read(v.encoded)
}

func (v *Side[T]) collection(s beam.Scope) beam.PCollection {
	if !v.col.IsValid() {
		return beam.Create(s, []byte{}) // an Impulse is no side input on prism
	}
	return v.col
}

// reader is what reads a value.
type reader interface{ Read(encoded []byte) error }
