package record

import "fmt"

// MaxBytes is how large a record may be where nothing else is said: a document has to fit
// in memory, several times on its way through a pipeline.
const MaxBytes = 512 << 20

// Limit bounds what one record may take: a line, a file of text, a row, a page of an
// archive, each after decompression.
type Limit struct {
	// Bytes is the size of the largest record that is read.
	Bytes int64
	// Exceeded returns why a larger one is not read. It is called for each of them.
	Exceeded func() error
}

// LimitOf returns the limit of so many bytes that --max_record sets.
func LimitOf(bytes int64) Limit {
	return Limit{Bytes: bytes, Exceeded: func() error {
		return fmt.Errorf("larger than %s; --max_record sets this limit", Size(bytes))
	}}
}

// Size returns a number of bytes in MiB, or in bytes where that is no whole number of them.
func Size(bytes int64) string {
	if bytes >= 1<<20 && bytes%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}
