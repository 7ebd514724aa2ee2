package engine

// Read returns the record of a payload.
func Read[R any](payload []byte) (record R, err error) {
	err = any(&record).(Record).Read(payload)
	return record, err
}
