package engine

// Read returns the record of a payload.
func Read[R any](payload []byte) (record R, err error) {
	err = any(&record).(Record).Read(payload)
	return record, err
}

// Bytes is a record of which the engine knows nothing.
type Bytes []byte

// Append appends the payload of b to dst.
func (b *Bytes) Append(dst []byte) []byte { return append(dst, *b...) }

// Read reads a payload, a view.
func (b *Bytes) Read(payload []byte) error {
	*b = payload
	return nil
}
