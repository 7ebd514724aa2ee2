//go:build !race

// The race detector drops things of a sync.Pool at random.

package canonical

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestAllocations(t *testing.T) {
	text := []byte("Voil\u00e0, \u03c0\u03ac\u03bd\u03c4\u03b1 中文。 नमस्ते ที่ \u05e9\u05b8\u05dc\u05d5\u05b9\u05dd")
	if n := testing.AllocsPerRun(10, func() { Next(text, 0) }); n != 0 {
		t.Errorf("Next allocates %v times, want 0", n)
	}
	marked := []byte("e\u0301\u0323")
	out := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(10, func() { Append(out, norm.NFC, marked) }); n != 0 {
		t.Errorf("Append allocates %v times, want 0", n)
	}
}
