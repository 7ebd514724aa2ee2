package entry

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/wire"
)

// The bytes of a pack are pinned: they are on disks.
func TestPackBytes(t *testing.T) {
	var p Packer
	for _, document := range []uint64{2, 3, 0x1003} {
		b := AppendPosting(nil, &Posting{Gram: 1, Document: document, Length: 9, Places: []Place{{5, 6, 7}}})
		if !p.Add(b[:PostingKey], b[PostingKey:]) {
			t.Fatal("not added")
		}
	}
	key, value := p.Entry()
	want := "00000000000000010000000000000002" + "4009050607" + "410109050607" + "42100009050607"
	if got := hex.EncodeToString(key) + hex.EncodeToString(value); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// FuzzPack: what is unpacked is what was packed, and packs are neither too large nor mixed.
func FuzzPack(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint16(40*seed), uint8(3*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, n uint16, large uint8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		gram, document := rng.Uint64(), uint64(0)
		var want, got []string
		var packer Packer
		flush := func() {
			key, value := packer.Entry()
			if len(value) > PackBytes+PostingKey+5*int(large)+20 {
				t.Fatalf("a pack of %d bytes", len(value))
			}
			u := Unpack(key, value)
			for u.Next() {
				line := u.AppendLine(nil)
				got = append(got, hex.EncodeToString(line))
				var p, plain Posting
				if err := errors.Join(u.Posting(&p), plain.Read(line[:PostingKey], line[PostingKey:])); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(plain, p); diff != "" || u.Document() != p.Document {
					t.Fatal(diff)
				}
			}
			if u.Err() != nil {
				t.Fatal(u.Err())
			}
			packer.Reset()
		}
		for range n % 2000 {
			switch rng.IntN(10) {
			case 0:
				gram, document = gram+1, rng.Uint64()
			default:
				gap := rng.Uint64() >> rng.IntN(64)
				if document+gap < document {
					continue
				}
				document += max(gap, 1)
			}
			p := Posting{Gram: gram, Document: document, Length: 1 << 30}
			at := uint32(0)
			for range 1 + rng.IntN(1+int(large)) {
				at += rng.Uint32N(1 << 20)
				p.Places = append(p.Places, Place{at, uint8(rng.Uint32()), uint8(rng.Uint32())})
			}
			line := AppendPosting(nil, &p)
			want = append(want, hex.EncodeToString(line))
			if !packer.Add(line[:PostingKey], line[PostingKey:]) {
				flush()
				if !packer.Add(line[:PostingKey], line[PostingKey:]) {
					t.Fatal("an empty pack takes no posting")
				}
			}
		}
		if !packer.Empty() {
			flush()
		}
		if !slices.Equal(want, got) {
			t.Fatalf("%s", cmp.Diff(want, got))
		}
	})
}

// FuzzUnpack: a damaged pack is an error, or other postings.
func FuzzUnpack(f *testing.F) {
	b := AppendPosting(nil, &Posting{Gram: 1, Document: 2, Length: 300, Places: []Place{{5, 1, 2}, {200, 3, 4}}})
	var p Packer
	p.Add(b[:PostingKey], b[PostingKey:])
	binary.BigEndian.PutUint64(b[8:], 1<<40)
	p.Add(b[:PostingKey], b[PostingKey:])
	_, value := p.Entry()
	f.Add(value)
	f.Fuzz(func(t *testing.T, value []byte) {
		u := Unpack(make([]byte, PostingKey), value)
		var p Posting
		for u.Next() {
			if err := u.Posting(&p); err != nil {
				if !errors.Is(err, wire.ErrShort) {
					t.Fatal(err)
				}
				return
			}
			for i, place := range p.Places {
				if place.At > p.Length || i > 0 && place.At < p.Places[i-1].At {
					t.Fatalf("place %d of %d", place.At, p.Length)
				}
			}
		}
	})
}
