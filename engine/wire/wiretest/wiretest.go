// Package wiretest helps to test the formats of records.
package wiretest

import (
	"encoding/hex"
	"testing"
)

// Golden fails the test unless got is want, in hexadecimal digits.
func Golden(t *testing.T, name string, got []byte, want string) {
	t.Helper()
	if hex.EncodeToString(got) != want {
		t.Errorf("%s is %x, want %s", name, got, want)
	}
}

// Prefixes calls read with every true prefix of the encoding of a whole value, which must
// return an error and must not panic, and with all of it.
func Prefixes(t *testing.T, name string, whole []byte, read func([]byte) error) {
	t.Helper()
	if err := read(whole); err != nil {
		t.Fatalf("%s: the whole value: %v", name, err)
	}
	for n := range whole {
		if err := read(whole[:n]); err == nil {
			t.Errorf("%s: the first %d of %d bytes are read without an error", name, n, len(whole))
		}
	}
}
