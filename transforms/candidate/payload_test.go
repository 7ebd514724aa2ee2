package candidate

import (
	"bytes"
	"cmp"
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/wire/wiretest"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/signature"
)

// The bytes that go through the shuffles, field by field.
func TestPayloadBytes(t *testing.T) {
	wiretest.Golden(t, "Match", (&Match{A: 99, B: 1, I: 2, K: 3, N: 4, Similarity: 1}).Append(nil),
		"0000000000000001"+"00000002"+"00000003"+"00000004"+"3f800000")
	wiretest.Golden(t, "HotRun", (&HotRun{1, 2}).Append(nil), "02"+"00000001"+"00000002")
	wiretest.Golden(t, "sharedRun", appendSharedRun(nil, sharedRun{1, 2, 3, []byte{9}}),
		"00000001"+"00000002"+"0000000000000003"+"09")
	wiretest.Golden(t, "sequences", appendSequences(nil, sequences{1, 2, 3, []byte{9}}), "0000000000000001"+"00000002"+
		"00000003"+"09")
	wiretest.Golden(t, "hotPart", appendHotPart(nil, hotPart{1, 2, 3, 4, true, []byte{9}}),
		"0000000000000001"+"00000002"+"00000003"+"0000000000000004"+"01"+"09")
	wiretest.Golden(t, "unitMatches",
		packed([]byte{byte(signature.GramKind)}, unitMatch{1, 2, 300, false, false, false},
			unitMatch{3, 4, 5, true, true, false}, unitMatch{3, 6, 7, false, false, false}),
		"00"+"0000000000000001"+"04"+"b009"+"0000000000000003"+"09"+"17"+"0c"+"1c")
	wiretest.Golden(t, "HotUnit", (&HotUnit{1, 300}).Append(nil), "01"+"01"+"ac02")
	wiretest.Golden(t, "NearPair",
		(&NearPair{signature.ChainKind, []uint32{3, 300, 4, 5}, []bool{true, false}, []bool{false, true},
			[]uint32{6, 7}}).appendUnits(nil), "01"+"010607"+"07"+"d804"+"08"+"0b")
	if !(catalogue.TagEntry < TagHotRun && TagHotUnit < delivery.TagNeed) {
		t.Error("an entry must come before hot runs, and hot units before needs")
	}
}

// packed appends matches to the head of a payload of unitMatches.
func packed(dst []byte, matches ...unitMatch) []byte {
	same := func(i, k int) bool { return k >= 0 && k < len(matches) && matches[i].B == matches[k].B }
	for i, m := range matches {
		dst = appendUnitMatch(dst, m, same(i, i-1), same(i, i+1))
	}
	return dst
}

func TestPayloadsCutShort(t *testing.T) {
	wiretest.Prefixes(t, "Match", (&Match{}).Append(nil), new(Match).Read)
	wiretest.Prefixes(t, "HotRun", (&HotRun{}).Append(nil), func(b []byte) error {
		_, err := engine.Read[HotRun](b)
		return err
	})
	wiretest.Prefixes(t, "sharedRun", appendSharedRun(nil, sharedRun{}), func(b []byte) error {
		_, err := readSharedRun(b)
		return err
	})
	wiretest.Prefixes(t, "sequences", appendSequences(nil, sequences{}), func(b []byte) error {
		_, err := readSequences(b)
		return err
	})
	wiretest.Prefixes(t, "hotPart", appendHotPart(nil, hotPart{}), func(b []byte) error {
		_, err := readHotPart(b)
		return err
	})
	wiretest.Prefixes(t, "HotUnit", (&HotUnit{1, 300}).Append(nil), new(HotUnit).Read)
	if _, err := engine.Read[HotRun]([]byte{1, 0, 0, 0, 0, 0, 0, 0, 0}); err == nil {
		t.Error("a record with another tag is read as a hot run")
	}
	// A list may end after each of its records; an empty one is none.
	for _, cut := range []int{0, 2, 5, 9, 10, 11, 12, 13} {
		if _, _, err := readUnitMatches(nil, packed([]byte{0}, unitMatch{1, 2, 300, false, false, false},
			unitMatch{1, 2, 3, false, false, false})[:cut]); err == nil {
			t.Errorf("%d bytes are read as a match", cut)
		}
	}
	for _, b := range [][]byte{nil, {0, 0, 0x80}, {0, 0, 1}, {0, 1, 2}, {0, 2, 3, 4}} {
		if err := new(NearPair).Read(b); err == nil {
			t.Errorf("%v is read as units", b)
		}
	}
}

func FuzzPayloads(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint32(3), uint32(4), uint32(5), 0.5, []byte("noise"))
	f.Add(uint64(math.MaxUint64), uint64(0), uint32(math.MaxUint32), uint32(0), uint32(1)<<31, 1.0, []byte(nil))
	f.Fuzz(func(t *testing.T, x, y uint64, i, k, n uint32, similarity float64, b []byte) {
		check := func(want, got any, err error) {
			t.Helper()
			if diff := gocmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Errorf("%T: %v (-want +got):\n%s", want, err, diff)
			}
		}
		m := Match{x, y, i, k, n, float32(similarity)}
		gotM, err := engine.Read[Match](m.Append(nil))
		gotM.A = x
		check(m, gotM, err)
		h := HotRun{i, k}
		gotH, err := engine.Read[HotRun](h.Append(nil))
		check(h, gotH, err)
		r := sharedRun{i, k, x, b}
		gotR, err := readSharedRun(appendSharedRun(nil, r))
		check(r, gotR, err)
		e := hotPart{x, i, k, y, n&1 == 0, b}
		gotE, err := readHotPart(appendHotPart(nil, e))
		check(e, gotE, err)
		s := sequences{x, i, k, r.Traits}
		gotS, err := readSequences(appendSequences(nil, s))
		check(s, gotS, err)
		matches := []unitMatch{{x, i, k, x&1 == 0, y&1 == 0, n&1 == 0}, {y, k, i, true, false, n&1 == 0},
			{y, i, n, false, true, n&1 == 0}}
		kind, gotMatches, err := readUnitMatches(nil, packed(appendUnitMatchesHead(nil, signature.ChainKind, n&1 == 0),
			matches...))
		check(matches, gotMatches, err)
		check(signature.ChainKind, kind, nil)
		u := HotUnit{i, k}
		gotU, err := engine.Read[HotUnit](u.Append(nil))
		check(u, gotU, err)
		p, gotP := NearPair{signature.Kind(i), []uint32{i, k, k, i}, []bool{false, y&1 == 0}, []bool{x&1 == 0, true},
			[]uint32{k, i}}, NearPair{7, []uint32{9}, []bool{true}, []bool{true}, []uint32{9, 9}}
		err = gotP.Read(p.appendUnits(nil))
		check(p, gotP, err)

		// Noise may be read or refused, but never panics.
		engine.Read[Match](b)
		engine.Read[HotRun](b)
		readSharedRun(b)
		readSequences(b)
		readHotPart(b)
		readUnitMatches(nil, b)
		engine.Read[HotUnit](b)
		gotP.Read(b)
	})
}

// Bytes order records as their fields do, in the order in which the format names them.
func FuzzPayloadOrder(f *testing.F) {
	f.Add(uint64(1), uint32(2), uint32(3), uint64(1), uint32(2), uint32(4))
	f.Add(uint64(1)<<63, uint32(1)<<31, uint32(0), uint64(1), uint32(0), uint32(1)<<31)
	f.Fuzz(func(t *testing.T, x1 uint64, i1, k1 uint32, x2 uint64, i2, k2 uint32) {
		x, i, k := cmp.Compare(x1, x2), cmp.Compare(i1, i2), cmp.Compare(k1, k2)
		for _, tc := range []struct {
			name string
			a, b []byte
			want int
		}{
			{"Match", (&Match{B: x1, I: i1, K: k1}).Append(nil), (&Match{B: x2, I: i2, K: k2}).Append(nil),
				cmp.Or(x, i, k)},
			{"HotRun", (&HotRun{i1, k1}).Append(nil), (&HotRun{i2, k2}).Append(nil), cmp.Or(i, k)},
			{"sharedRun", appendSharedRun(nil, sharedRun{i1, k1, x1, nil}),
				appendSharedRun(nil, sharedRun{i2, k2, x2, nil}), cmp.Or(i, k, x)},
			{"sequences", appendSequences(nil, sequences{x1, i1, k1, nil}),
				appendSequences(nil, sequences{x2, i2, k2, nil}), cmp.Or(x, i, k)},
		} {
			if got := bytes.Compare(tc.a, tc.b); got != tc.want {
				t.Errorf("%s: bytes compare as %d, fields as %d", tc.name, got, tc.want)
			}
		}
	})
}
