package signature

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/engine/wire/wiretest"
)

// The bytes that go through the shuffle, field by field.
func TestPostingBytes(t *testing.T) {
	wiretest.Golden(t, "Posting", AppendPosting(nil, Posting{0x0102030405060708, 9, []byte{10, 11}, nil}),
		"0102030405060708"+"00000009"+"0a0b")
	wiretest.Golden(t, "Posting with traits", AppendPosting(nil, Posting{1, 9, []byte{10, 11}, []byte{12, 13}}),
		"0000000000000001"+"80000009"+"020c0d"+"0a0b")
	head := AppendUnitHead(nil, []byte{12, 13})
	SetUnitKind(head, ChainKind, false)
	wiretest.Golden(t, "UnitPostings with traits", AppendUnitPosting(head, 8, 300), "81"+"020c0d"+"000000000008"+"ac02")
	SetUnitKind(head, ChainKind, true)
	wiretest.Golden(t, "UnitPostings without spaces", AppendUnitPosting(head, 8, 300),
		"c1"+"020c0d"+"000000000008"+"ac02")
	wiretest.Golden(t, "UnitPostings", AppendUnitPosting(AppendUnitPosting([]byte{byte(ChainKind)}, 0x010203040506, 7),
		8, 300), "01"+"010203040506"+"07"+"000000000008"+"ac02")
}

func TestPostingsCutShort(t *testing.T) {
	wiretest.Prefixes(t, "Posting", AppendPosting(nil, Posting{}), func(b []byte) error {
		_, err := ReadPosting(b)
		return err
	})
	// A list may end after each of its records; an empty one is none.
	for _, cut := range []int{0, 2, 3, 4, 5, 6, 7, 8} {
		if _, _, err := AppendUnitPostings(nil, AppendUnitPosting([]byte{0}, 1, 300)[:cut]); err == nil {
			t.Errorf("%d bytes are read as a posting", cut)
		}
	}
	if _, _, err := AppendUnitPostings(nil, []byte{0, 1, 2, 3, 4, 5, 6, 0x80, 0x80, 0x80, 0x80, 0x80, 1}); err == nil {
		t.Error("a unit beyond 32 bits is read")
	}
}

func FuzzPostings(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint32(3), uint32(4), []byte("set"))
	f.Add(uint64(math.MaxUint64), uint64(0), uint32(math.MaxUint32), uint32(0), []byte(nil))
	f.Fuzz(func(t *testing.T, x, y uint64, i, k uint32, b []byte) {
		i, k = i&^hasTraits, k&^hasTraits // no document has so many sentences
		posting := Posting{x, i, b, nil}
		if x%2 == 1 {
			posting.Traits = binary.BigEndian.AppendUint64(nil, y)
		}
		got, err := ReadPosting(AppendPosting(nil, posting))
		if diff := gocmp.Diff(posting, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		// Bytes order postings by document, then sentence.
		if got, want := bytes.Compare(AppendPosting(nil, Posting{x, i, nil, nil}),
			AppendPosting(nil, Posting{y, k, nil, nil})), cmp.Or(cmp.Compare(x, y), cmp.Compare(i, k)); got != want {
			t.Errorf("bytes compare as %d, fields as %d", got, want)
		}
		all := []UnitPosting{{x >> 16, i}, {y >> 16, k}, {x >> 16, i}}
		payload := AppendUnitHead(nil, posting.Traits)
		spaceless := y%2 == 1
		SetUnitKind(payload, ChainKind, spaceless)
		for _, p := range all {
			payload = AppendUnitPosting(payload, p.Signature, p.Place)
		}
		gotAll, kind, err := AppendUnitPostings(nil, payload)
		if diff := gocmp.Diff(all, gotAll); err != nil || kind != ChainKind || diff != "" {
			t.Errorf("kind %d, %v (-want +got):\n%s", kind, err, diff)
		}
		if got := Spaceless(payload); got != spaceless {
			t.Errorf("spaceless is %v, want %v", got, spaceless)
		}
		if got := TraitsOf(payload); !bytes.Equal(got, posting.Traits) || len(payload) < UnitHead(got) {
			t.Errorf("traits %x, want %x", got, posting.Traits)
		}
		TraitsOf(b)
		// Noise may be read or refused, but never panics.
		ReadPosting(b)
		AppendUnitPostings(nil, b)
	})
}

// unitPostingsPlainly is the obvious version of AppendUnitPostings for the part behind the head.
func unitPostingsPlainly(b []byte) (all []UnitPosting, err error) {
	for len(b) > 0 {
		var signature [8]byte
		if copy(signature[2:], b) < 6 {
			return nil, wire.ErrShort
		}
		place, w := binary.Uvarint(b[6:])
		if w <= 0 || w > 5 || place > 1<<32-1 {
			return nil, wire.ErrShort
		}
		all = append(all, UnitPosting{binary.BigEndian.Uint64(signature[:]), uint32(place)})
		b = b[6+w:]
	}
	return all, nil
}

// AppendUnitPostings is its obvious version, and AppendUnitSignatures returns the same signatures and does
// not fail on a damaged payload.
func FuzzAppendUnitPostings(f *testing.F) {
	f.Add([]byte{0}, []byte{}, uint32(300))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, []byte{12, 13}, uint32(5))
	f.Add([]byte{0x80, 3, 1, 0, 0, 0, 0, 0, 0, 0x80, 1, 2, 3, 4, 5, 6, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
		0x80}, []byte{1}, uint32(1<<31))
	f.Fuzz(func(t *testing.T, b, traits []byte, place uint32) {
		traits = traits[:min(len(traits), 255)]
		payload := AppendUnitHead(nil, traits)
		for i := 0; i+8 <= len(b); i += 8 {
			payload = AppendUnitPosting(payload, binary.BigEndian.Uint64(b[i:])>>16, place>>(b[i+7]&31))
		}
		head := UnitHead(traits)
		for _, payload := range [][]byte{payload, append(payload[:head:head], b...)} {
			want, wantErr := unitPostingsPlainly(payload[head:])
			got, _, err := AppendUnitPostings(nil, payload)
			if (err == nil) != (wantErr == nil) || err == nil && !slices.Equal(got, want) {
				t.Fatalf("%x: %x, %v, want %x, %v", payload, got, err, want, wantErr)
			}
			var signatures []uint64
			for _, p := range want {
				signatures = append(signatures, p.Signature)
			}
			if got := AppendUnitSignatures(nil, payload); err == nil && !slices.Equal(got, signatures) {
				t.Fatalf("%x: %x, want %x", payload, got, signatures)
			}
		}
	})
}
