package record

import (
	"bytes"
	"cmp"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var theFound = Found{
	A: 1, B: 2, ASentence: 3, ASentences: 4, BSentence: 5, BSentences: 6, Matched: 7, Similarity: 0.5, Reading: Fixed,
}

// The bytes that go through shuffles, field by field.
func TestPayloadBytes(t *testing.T) {
	golden(t, "Posting", AppendPosting(nil, Posting{0x0102030405060708, 9, []byte{10, 11}}), "0102030405060708"+"00000009"+"0a0b")
	golden(t, "Occurrence", AppendOccurrence(nil, Occurrence{1, 2, 3}), "00000001"+"00000002"+"0000000000000003")
	golden(t, "Hot", AppendHot(nil, Hot{1, 2}), "02"+"00000001"+"00000002")
	golden(t, "Match", AppendMatch(nil, Match{A: 99, B: 1, I: 2, K: 3, N: 4, Similarity: 1}), "0000000000000001"+"00000002"+"00000003"+"00000004"+"3f800000")
	golden(t, "Chain", AppendChain(nil, Chain{1, 2, 3}), "0000000000000001"+"00000002"+"00000003")
	golden(t, "Found side", AppendSide(nil, &theFound, 1),
		"01"+"01"+"0000000000000001"+"0000000000000002"+"00000003"+"00000004"+"00000005"+"00000006"+"00000007"+"3fe0000000000000"+"02"+"00")
	if got := theFound.ID(); got != goldenFound {
		t.Errorf("Found.ID = %#x, want %#x", got, uint64(goldenFound))
	}
	if TagSide >= TagHot {
		t.Error("an entry must come before the sides, sides before hot runs")
	}
}

// wholeOnly is the payloads of fixed size with their readers, and those that end in strings.
func TestPayloadsCutShort(t *testing.T) {
	prefixes(t, "Occurrence", AppendOccurrence(nil, Occurrence{}), func(b []byte) error { _, err := ReadOccurrence(b); return err })
	prefixes(t, "Hot", AppendHot(nil, Hot{}), func(b []byte) error { _, err := ReadHot(b); return err })
	prefixes(t, "Match", AppendMatch(nil, Match{}), func(b []byte) error { _, err := ReadMatch(0, b); return err })
	prefixes(t, "Chain", AppendChain(nil, Chain{}), func(b []byte) error { _, err := ReadChain(b); return err })
	prefixes(t, "side", AppendSide(nil, &Found{}, 0), func(b []byte) error { _, _, err := ReadSide(b); return err })
	prefixes(t, "Posting", AppendPosting(nil, Posting{}), func(b []byte) error { _, err := ReadPosting(b); return err })
	if _, err := ReadHot(AppendSide(nil, &Found{}, 0)[:9]); err == nil {
		t.Error("a side is read as a hot run")
	}
	if _, _, err := ReadSide(append([]byte{TagHot}, AppendSide(nil, &Found{}, 0)[1:]...)); err == nil {
		t.Error("a hot tag is read as a side")
	}
}

func FuzzPayloads(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint32(3), uint32(4), uint32(5), 0.5, []byte("set"))
	f.Fuzz(func(t *testing.T, x, y uint64, i, k, n uint32, sim float64, b []byte) {
		check := func(want, got any, err error) {
			t.Helper()
			if diff := gocmp.Diff(want, got, sameFloat, cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Errorf("%T: %v (-want +got):\n%s", want, err, diff)
			}
		}
		posting := Posting{x, i, b}
		gotPosting, err := ReadPosting(AppendPosting(nil, posting))
		check(posting, gotPosting, err)
		o := Occurrence{i, k, x}
		gotO, err := ReadOccurrence(AppendOccurrence(nil, o))
		check(o, gotO, err)
		h := Hot{i, k}
		gotH, err := ReadHot(AppendHot(nil, h))
		check(h, gotH, err)
		m := Match{x, y, i, k, n, float32(sim)}
		gotM, err := ReadMatch(x, AppendMatch(nil, m))
		check(m, gotM, err)
		c := Chain{x, i, k}
		gotC, err := ReadChain(AppendChain(nil, c))
		check(c, gotC, err)
		found := Found{
			A: x, B: y, ASentence: i, ASentences: k, BSentence: n, BSentences: i + 1, Matched: k + 1, Similarity: sim, Reading: Reading(n % 3),
		}
		gotF, side, err := ReadSide(AppendSide(nil, &found, byte(n&1)))
		check(found, gotF, err)
		if side != byte(n&1) {
			t.Errorf("side %d, want %d", side, n&1)
		}
		// Noise may be read or refused, but never panics.
		ReadPosting(b)
		ReadOccurrence(b)
		ReadHot(b)
		ReadMatch(0, b)
		ReadChain(b)
		ReadSide(b)
	})
}

// Bytes order records as their fields do, in the order in which the format names them.
func FuzzPayloadOrder(f *testing.F) {
	f.Add(uint64(1), uint32(2), uint32(3), uint64(1), uint32(2), uint32(4))
	f.Add(uint64(1)<<63, uint32(1)<<31, uint32(0), uint64(1), uint32(0), uint32(1)<<31)
	f.Fuzz(func(t *testing.T, x1 uint64, i1, k1 uint32, x2 uint64, i2, k2 uint32) {
		i, k := cmp.Compare(i1, i2), cmp.Compare(k1, k2)
		for _, tc := range []struct {
			name string
			a, b []byte
			want int
		}{
			{"Posting", AppendPosting(nil, Posting{x1, i1, nil}), AppendPosting(nil, Posting{x2, i2, nil}), cmp.Or(cmp.Compare(x1, x2), i)},
			{"Occurrence", AppendOccurrence(nil, Occurrence{i1, k1, x1}), AppendOccurrence(nil, Occurrence{i2, k2, x2}), cmp.Or(i, k, cmp.Compare(x1, x2))},
			{"Hot", AppendHot(nil, Hot{i1, k1}), AppendHot(nil, Hot{i2, k2}), cmp.Or(i, k)},
			{"Match", AppendMatch(nil, Match{B: x1, I: i1, K: k1}), AppendMatch(nil, Match{B: x2, I: i2, K: k2}), cmp.Or(cmp.Compare(x1, x2), i, k)},
			{"Chain", AppendChain(nil, Chain{x1, i1, k1}), AppendChain(nil, Chain{x2, i2, k2}), cmp.Or(cmp.Compare(x1, x2), i, k)},
		} {
			if got := bytes.Compare(tc.a, tc.b); got != tc.want {
				t.Errorf("%s: bytes compare as %d, fields as %d", tc.name, got, tc.want)
			}
		}
	})
}
