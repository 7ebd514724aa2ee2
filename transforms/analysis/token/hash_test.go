package token

import (
	"strings"
	"testing"
)

// TestHash pins hashes: they are on disks.
func TestHash(t *testing.T) {
	tests := []struct {
		word string
		want uint32
	}{
		{"a", 0xbede4169},
		{"the", 0xce1b10cf},
		{"eightlet", 0x095fd687},
		{"eightlett", 0x0bfc0d5d},
		{"internationalisation", 0x2cb49dd8},
		{"don't", 0x2c6501a6},
		{"été", 0x6d85bb73},
		{"中", 0x9b94dfef},
		{"𠮷", 0x53d133c2},
		{"が", 0x01201dfd}, {"か\u3099", 0x01201dfd},
	}
	for _, tc := range tests {
		if got, ok := HashWord(tc.word); !ok || got != tc.want {
			t.Errorf("HashWord(%q) = %#010x, %v, want %#010x", tc.word, got, ok, tc.want)
		}
	}
}

func TestHashWord(t *testing.T) {
	for _, pair := range [][2]string{{"the", "THE"}, {"don't", "DON’T"}, {"go", "Go’s"}, {"go12", "Ｇｏ１２"},
		{"cooperate", "co\u00ADoperate"}} {
		a, _ := HashWord(pair[0])
		if b, ok := HashWord(pair[1]); !ok || a != b {
			t.Errorf("HashWord(%q) = %#010x, %v, want the hash of %q, %#010x", pair[1], b, ok, pair[0], a)
		}
	}
	for _, word := range []string{"", " ", "a b", " a", "a ", "a.", "'a", "中文", "a中", "\xff", "a\xff"} {
		if h, ok := HashWord(word); ok {
			t.Errorf("HashWord(%q) = %#010x, true, want no token", word, h)
		}
	}
}

// TestHashSpreads counts equal hashes among 200,000 words: 4.7 are expected of 2^32
// values, and more than 20 would be chance once in 10^7 tries.
func TestHashSpreads(t *testing.T) {
	seen := map[uint32]bool{}
	words, twice := 0, 0
	add := func(w string) {
		h, ok := HashWord(w)
		if !ok {
			t.Fatalf("HashWord(%q) is no token", w)
		}
		words++
		if seen[h] {
			twice++
		}
		seen[h] = true
	}
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			for c := 'a'; c <= 'z'; c++ {
				add(string([]rune{a, b, c}))
				for _, d := range "aeiounst" {
					add(string([]rune{a, b, c, d}))
				}
			}
		}
	}
	for r := '一'; r <= '鿕'; r++ {
		if representative(r) == r {
			add(string(r))
		}
	}
	for i := range 20000 {
		add(strings.Repeat("x", i%40) + "y" + string(rune('ж'+i%2)) + strings.Repeat("z", i/40))
	}
	if twice > 20 {
		t.Errorf("%d of %d words share a hash", twice, words)
	}
}
