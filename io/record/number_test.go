package record

import (
	"math"
	"testing"
)

// TestNumber: dates and numbers have one order, and what is neither has no place in it.
func TestNumber(t *testing.T) {
	last := math.Inf(-1)
	for _, text := range []string{"-0055-03-15", "-44", "-0.5", "0", "2.75", "0426", "1898", "1898-02", "1898.5",
		"1898-12-31", "12026"} {
		n, _, ok := Number(text)
		if !ok || n <= last {
			t.Errorf("%s: %v, %v, behind %v", text, n, ok, last)
		}
		last = n
	}
	for _, text := range []string{"", "May", "1898-13", "NaN"} {
		if n, _, ok := Number(text); ok {
			t.Errorf("%s: %v", text, n)
		}
	}
}
