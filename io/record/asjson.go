package record

import "fmt"

// AsJSON is a T that travels from stage to stage as JSON: for few records, of many fields.
type AsJSON[T any] struct{ Of T }

// Append appends the payload to dst.
func (j *AsJSON[T]) Append(dst []byte) []byte {
	b, err := JSON(j.Of)
	if err != nil {
		panic(fmt.Sprintf("record.AsJSON: %+v: %v", j.Of, err)) // only of a T that has no JSON
	}
	return append(dst, b...)
}

// Read reads a payload.
func (j *AsJSON[T]) Read(payload []byte) error { return FromJSON(payload, &j.Of) }
