package locate

import (
	"bytes"
	"cmp"
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire/wiretest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/catalogue"
)

// The bytes that go through the shuffle, field by field.
func TestPlacedBytes(t *testing.T) {
	at := catalogue.Place{ID: "a", Start: 1, End: 3, ByteStart: 4, ByteEnd: 8, Sentence: 5, Sentences: 6,
		Words: 7, Hash: 8}
	from := record.Origin{File: "f", Record: 1, Offset: 2}
	in := extent{Document: 8, Start: 1, End: 3, Length: 200}
	const extentBytes = "0000000000000008" + "0102c801"
	wiretest.Golden(t, "a side",
		(&placedSide{Side: 1, Matched: 3, Similarity: 0.5, Reading: alignment.SmallerFirst, Place: at, Origin: from,
			Extent: in}).Append(nil),
		"01"+"01"+"00"+"03"+"3fe0000000000000"+"00"+"00"+"0161"+"01020404050607"+"0000000000000008"+"0166"+"0204"+
			extentBytes)
	at.ID = "a\x00"
	wiretest.Golden(t, "a hot place", appendHotSample(nil, &hotSample{Place: at, Origin: from}),
		"6100ff0001"+"0000000000000001"+"026100"+"01020404050607"+"0000000000000008"+"0166"+"0204"+"00")
	// Behind a document of the input with the same id.
	wiretest.Golden(t, "a hot place in the source",
		appendHotSample(nil, &hotSample{Place: at, Origin: from, Source: true}),
		"6100ff00ff0001"+"0000000000000001"+"026100"+"01020404050607"+"0000000000000008"+"0166"+"0204"+"01")
	wiretest.Golden(t, "a side for clusters",
		(&Side{Passage: 8, Source: true, ID: "a", Origin: from, Start: 3, End: 303, ByteStart: 4, ByteEnd: 6,
			Similarity: 0.5, Evidence: 300, Prose: 18, Fields: "{}"}).Append(nil),
		"0000000000000008"+"01"+"00"+"0161"+"0166"+"0204"+"03"+"ac02"+"04"+"02"+"3fe0000000000000"+"ac02"+"12"+"7b7d")
	wiretest.Golden(t, "a sum", (&hotSum{documents: 2, places: 3, samples: [][]byte{{7}, {8, 9}}}).Append(nil),
		"02"+"03"+"0107"+"020809")
}

func TestPlacedCutShort(t *testing.T) {
	at := catalogue.Place{ID: "中\x00", Start: 1, End: 300, ByteStart: 1, ByteEnd: 1 << 40, Sentence: 1 << 30,
		Sentences: 2, Words: 3, Hash: 1 << 63}
	from := record.Origin{File: "f", Record: 1 << 40, Offset: -1}
	wiretest.Prefixes(t, "a side", (&placedSide{Place: at, Origin: from}).Append(nil), func(b []byte) error {
		_, err := engine.Read[placedSide](b)
		return err
	})
	wiretest.Prefixes(t, "a side for clusters", (&Side{ID: "中", Origin: from, Start: 1, End: 300}).Append(nil),
		func(b []byte) error { _, err := engine.Read[Side](b); return err })
	wiretest.Prefixes(t, "a hot place", appendHotSample(nil, &hotSample{Place: at, Origin: from}),
		func(b []byte) error { _, err := readHotSample(b); return err })
}

func FuzzPlaced(f *testing.F) {
	f.Add(uint64(1), uint32(3), uint32(4), 0.5, "id\x00", "i", int64(6), []byte("noise"))
	f.Fuzz(func(t *testing.T, x uint64, i, k uint32, similarity float64, id, other string, at int64, b []byte) {
		at &= math.MaxInt64 >> 1
		place := catalogue.Place{ID: id, Start: at, End: at + int64(i), ByteStart: at, ByteEnd: at + int64(k),
			Sentence: i, Sentences: k, Words: i, Hash: x}
		side := placedSide{
			Side: byte(i & 1), Place: place, Origin: record.Origin{File: id, Record: at, Offset: -at}, Matched: k,
			Similarity: similarity,
			Reading:    alignment.Reading(k % 3), Kind: alignment.Kind(i % 4),
			Extent: extent{Document: x, Start: at, End: at + int64(k), Length: int64(i)}, Fields: record.Fields(other),
		}
		gotSide, err := engine.Read[placedSide](side.Append(nil))
		if diff := gocmp.Diff(side, gotSide, cmpopts.EquateNaNs()); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		forClusters := Side{x, i%2 == 1, k%2 == 1, id, side.Origin, at, at + int64(i), at, at + int64(k), similarity,
			alignment.Thousandths(k), record.Prose(i), record.Fields(other)}
		got, err := engine.Read[Side](forClusters.Append(nil))
		if diff := gocmp.Diff(forClusters, got, cmpopts.EquateNaNs()); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		hot := hotSample{place, record.Origin{File: id, Record: -at, Offset: at}, k%2 == 1}
		gotHot, err := readHotSample(appendHotSample(nil, &hot))
		if diff := gocmp.Diff(hot, gotHot); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		another := hot
		another.Place.ID, another.Place.Start = other, int64(k)
		want := cmp.Or(cmp.Compare(id, other), cmp.Compare(at, int64(k)))
		if got := bytes.Compare(appendHotSample(nil, &hot), appendHotSample(nil, &another)); got != want && want != 0 {
			t.Errorf("bytes compare as %d, fields as %d", got, want)
		}
		// Noise may be read or refused, but never panics.
		engine.Read[placedSide](b)
		engine.Read[Side](b)
		readHotSample(b)
		(&hotSum{}).Read(b)
	})
}

// Side a comes before side b, whatever else they say.
func TestSideOrder(t *testing.T) {
	a := (&placedSide{Side: 0, Place: catalogue.Place{ID: "z"}, Reading: alignment.Fixed, Matched: 9,
		Similarity: 1}).Append(nil)
	b := (&placedSide{Side: 1, Place: catalogue.Place{ID: "a"}}).Append(nil)
	if bytes.Compare(a, b) >= 0 {
		t.Error("side b comes first")
	}
}
