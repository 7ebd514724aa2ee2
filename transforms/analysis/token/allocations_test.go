//go:build !race

// The race detector drops things of a sync.Pool at random.

package token

import "testing"

func TestFormAllocations(t *testing.T) {
	text := []byte("Voila\u0300 l’e\u0301te\u0301, τῷ か\u3099 \uf900 ที่ \u0627\u0653\u0628\u0651\u064e")
	dst := Append(nil, text)
	if n := testing.AllocsPerRun(10, func() { dst = Append(dst[:0], text) }); n != 0 {
		t.Errorf("Append allocates %v times, want 0", n)
	}
}

func TestAllocations(t *testing.T) {
	text := []byte("The cat's Ｗｈｉｓｋｅｒｓ, ΟΔΟΣ: Go语言。\xff")
	dst := Append(nil, text)
	if n := testing.AllocsPerRun(10, func() { dst = Append(dst[:0], text) }); n != 0 {
		t.Errorf("Append allocates %v times, want 0", n)
	}
	if n := testing.AllocsPerRun(10, func() { HashWord("whiskers") }); n != 0 {
		t.Errorf("HashWord allocates %v times, want 0", n)
	}
}
