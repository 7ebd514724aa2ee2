package sign

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/parameter"
)

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		p          Params
		field, has string
	}{
		{Defaults(), "", ""},
		{Params{20, 3, 16, 100}, "Bits", "16, 24, 32, 48 or 64"},
		{Params{16, 16, 16, 100}, "DiffBits", "0 to 15: a signature has 16 bits"},
		{Params{16, 17, 16, 100}, "DiffBits", "0 to 15"},
		{Params{16, -1, 16, 100}, "DiffBits", "0 to 15"},
		{Params{16, 3, 0, 100}, "Tables", "1 to 256"},
		{Params{16, 3, 257, 100}, "Tables", "1 to 256"},
		{Params{16, 3, 16, 1}, "Buckets", "at least 2"},
		{Params{16, 15, 1, 100}, "Tables", "no sample of 16 bits is often the same in signatures that differ in 15"},
		{Params{16, 0, 2, 100}, "Tables", "at most 1: there are no more samples of 16 of 16 bits"},
		{Params{64, 5, 64, 1 << 20}, "", ""},
	} {
		err := tc.p.Validate(true)
		var of *parameter.Error
		if errors.As(err, &of) != (tc.field != "") ||
			err != nil && (of.Name != tc.field || !strings.Contains(err.Error(), tc.has)) {
			t.Errorf("%+v: %v, want an error about %q: %s", tc.p, err, tc.field, tc.has)
		}
	}
	if err := (Params{16, 3, 0, 0}).Validate(false); err != nil {
		t.Errorf("without tables: %v", err)
	}
}

// Signatures travel between workers, and decide what is found.
func TestOf(t *testing.T) {
	p := Params{Bits: 16}
	for _, tc := range []struct {
		words []uint32
		want  uint64
	}{
		{nil, 0}, {[]uint32{1}, 1 << 9}, {[]uint32{2}, 1 << 9}, {[]uint32{1, 2, 3, 3}, 1<<9 | 1<<1},
	} {
		if got := p.Of(tc.words); got != tc.want {
			t.Errorf("Of(%v) = %#x, want %#x", tc.words, got, tc.want)
		}
	}
	for _, width := range Bits {
		p.Bits = width
		seen := uint64(0)
		for w := range uint32(10_000) {
			s := p.Word(w)
			if n := bits.OnesCount64(s); n < 1 || n > 2 || s>>1>>(width-1) != 0 {
				t.Fatalf("%d bits: the signature of %d is %#x", width, w, s)
			}
			seen |= s
		}
		if bits.OnesCount64(seen) != width {
			t.Errorf("%d bits: only %#x are used", width, seen)
		}
	}
}

// Hand-worked: 16 bits in pieces and parts.
func TestMasks(t *testing.T) {
	for _, tc := range []struct {
		diff             int
		pieces, partEnum []uint64
	}{
		{0, []uint64{0xffff}, []uint64{0xffff}},
		{1, []uint64{0x00ff, 0xff00}, []uint64{0xffc0, 0xf83f, 0x07ff}}, // three parts, of 6, 5 and 5 bits
		{3, []uint64{0x000f, 0x00f0, 0x0f00, 0xf000}, []uint64{0xf8, 0xc7, 0x3f, 0xf800, 0xc700, 0x3f00}},
	} {
		p := Params{Bits: 16, DiffBits: tc.diff}
		if got := p.Pieces().masks; !slices.Equal(got, tc.pieces) {
			t.Errorf("pieces for %d bits: %#x, want %#x", tc.diff, got, tc.pieces)
		}
		if got := p.PartEnum().masks; !slices.Equal(got, tc.partEnum) {
			t.Errorf("PartEnum for %d bits: %#x, want %#x", tc.diff, got, tc.partEnum)
		}
	}
}

// Pieces and PartEnum lose no two signatures that differ in DiffBits bits.
func FuzzNoneIsLost(f *testing.F) {
	f.Add(uint64(0x1234), uint64(1), byte(0), byte(3))
	f.Add(uint64(1<<63), uint64(7), byte(4), byte(5))
	f.Add(uint64(5), uint64(8), byte(2), byte(31))
	f.Fuzz(func(t *testing.T, a, seed uint64, width, diff byte) {
		p := Params{Bits: Bits[int(width)%len(Bits)]}
		p.DiffBits = int(diff) % p.Bits
		a &= 1<<(p.Bits-1)<<1 - 1
		b := a
		r := rand.New(rand.NewPCG(seed, 0))
		for _, bit := range r.Perm(p.Bits)[:r.IntN(p.DiffBits+1)] {
			b ^= 1 << bit
		}
		if !p.Near(a, b) {
			t.Fatalf("%#x and %#x differ in more than %d bits", a, b, p.DiffBits)
		}
		for name, keys := range map[string]Keys{"pieces": p.Pieces(), "PartEnum": p.PartEnum()} {
			if !meet(keys, a, b) {
				t.Errorf("%s of %d bits for %d: %#x and %#x do not meet", name, p.Bits, p.DiffBits, a, b)
			}
		}
	})
}

func meet(k Keys, a, b uint64) bool {
	of := k.Append(nil, b)
	for i, key := range k.Append(nil, a) {
		if of[i] == key {
			return true
		}
	}
	return false
}

// Signatures that differ in DiffBits bits meet in one of the tables about as often as promised.
func TestLSHReach(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range []Params{{32, 3, 16, 1 << 20}, {24, 5, 16, 1 << 20}, {48, 5, 16, 1 << 20}, {16, 2, 4, 1 << 10}} {
		keys, met := p.LSH(), 0
		const n = 20_000
		for range n {
			a := r.Uint64() & (1<<p.Bits - 1)
			b := a
			for _, bit := range r.Perm(p.Bits)[:p.DiffBits] {
				b ^= 1 << bit
			}
			if meet(keys, a, b) {
				met++
			}
		}
		if share := float64(met) / n; share < 0.87 || share > 0.999 {
			t.Errorf("%+v: %.3f of the pairs meet, want .9 and a little more", p, share)
		}
	}
}

// Hand-worked: a sample of 16 of 16 bits is the signature, and two buckets are two keys.
func TestBuckets(t *testing.T) {
	p := Params{Bits: 16, Tables: 1, Buckets: 2}
	if got := p.LSH().masks; !slices.Equal(got, []uint64{0xffff}) {
		t.Errorf("masks are %#x", got)
	}
	keys := map[uint32]bool{}
	for s := range uint64(1 << 16) {
		for _, key := range p.LSH().Append(nil, s) {
			keys[key] = true
		}
	}
	if len(keys) != 2 {
		t.Errorf("%d keys, want 2", len(keys))
	}
}
