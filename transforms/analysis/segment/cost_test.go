package segment

import (
	"bytes"
	"testing"
)

// TestLinear counts the bytes that look-around reads in texts made to make it
// read much: ten times the text may cost ten times the bytes, no more.
func TestLinear(t *testing.T) {
	for _, unit := range []string{
		"a ", ".", "(", "\"", "a\n", "\n", ". ", ".)", ".(", "a.", "a. ", "。", "；", "（；", "…", "!\"", ". 1 ", ".\u0301",
		"a@.B", "A.\n", "1.\n", "\r", "; or\n- ", "。”他",
		"1) 2) ", "• ", "• a ", "1. a 2. B ", "a) b) ", "λα; ", "α", "ա: ", ". . . ", "\u3000", "!(", "。（", "U.", "[1]",
		".[1]", "\xe4", "\xff.",
	} {
		cost := func(n int) int {
			text := bytes.Repeat([]byte(unit), n/len(unit))
			s := &scene{}
			standard.read(s, nil, text)
			return s.looked
		}
		small, large := cost(100_000), cost(1_000_000)
		if large > 11*small+2*window || large > window*1_000_000 {
			t.Errorf("%q: look-around reads %d bytes in 100 kB and %d in 1 MB", unit, small, large)
		}
	}
}

// TestNoAllocations: with room in dst, nothing is allocated.
func TestNoAllocations(t *testing.T) {
	for _, name := range []string{"licences.en.txt", "statutes.zh.txt"} {
		text := testdata(t, name)
		dst := Append(nil, text)
		if n := testing.AllocsPerRun(20, func() { dst = Append(dst[:0], text) }); n >= 1 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func benchmark(b *testing.B, name string) {
	text := testdata(b, name)
	dst := Append(nil, text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		dst = Append(dst[:0], text)
	}
}

func BenchmarkEnglish(b *testing.B) { benchmark(b, "licences.en.txt") }
func BenchmarkChinese(b *testing.B) { benchmark(b, "statutes.zh.txt") }
