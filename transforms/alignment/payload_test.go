package alignment

import (
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/wire/wiretest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/catalogue"
)

var (
	sentences = Passage{A: 1, B: 2, ASentence: 3, ASentences: 4, BSentence: 5, BSentences: 6, Matched: 7,
		Similarity: 0.5, Reading: Fixed}
	ranges = Passage{
		A: 1, B: 2, Matched: 3, Similarity: 0.5, Evidence: ThousandthsOf(.2004), Prose: record.ProseOf(1, 4),
		Kind:   IsSummary,
		ARange: record.Range{Start: 1, End: 3, ByteStart: 4, ByteEnd: 8},
		BRange: record.Range{Start: 5, End: 305, ByteStart: 5, ByteEnd: 305},
	}
)

// The bytes that go through the shuffles, field by field. ID reaches other machines: workers
// of two versions must agree on it.
func TestPayloadBytes(t *testing.T) {
	wiretest.Golden(t, "a side of sentences", AppendSide(nil, &sentences, 1),
		"01"+"01"+"0000000000000001"+"0000000000000002"+"00000003"+"00000004"+"00000005"+"00000006"+"00000007"+
			"3fe0000000000000"+"02"+"00")
	wiretest.Golden(t, "a side of ranges", AppendSide(nil, &ranges, 0),
		"01"+"00"+"0000000000000001"+"0000000000000002"+"00000000000000000000000000000000"+"00000003"+
			"3fe0000000000000"+"00"+"03"+"01020404"+"05ac0205ac02"+"c801"+"1a")
	wiretest.Golden(t, "HotRange",
		(&HotRange{ranges.ARange, 5, 6,
			[]HotStart{{ranges.ARange.Start + 1, 7}, {ranges.ARange.Start + 3, 8}}}).Append(nil),
		"03"+"01020404"+"05"+"0000000000000006"+"010000000000000007"+"020000000000000008")
	wiretest.Golden(t, "HotSentence", (&HotSentence{First: 7, Words: 5, Hash: 6, Range: ranges.ARange}).Append(nil),
		"00000007"+"05"+"0000000000000006"+"01020404")
	wiretest.Golden(t, "a delivered document",
		(&delivery.Item[document]{Key: 1, Delivered: appendDelivered(nil, []byte{0, 1}, []byte{9})}).Append(nil),
		"00"+"0000000000000001"+"020001"+"09")
	if got := sentences.ID(); got != 0xfa2ff31971fc5c61 {
		t.Errorf("ID = %#x", got)
	}
	if !(catalogue.TagEntry < TagSide && TagSide < candidate.TagHotRun && candidate.TagHotRun < TagHotRange) {
		t.Error("an entry must come before the sides, sides before hot runs and ranges")
	}
	if !(analysis.TagKept < candidate.TagHotUnit && candidate.TagHotUnit < delivery.TagNeed) {
		t.Error("a document must come before its hot units and what asks for it")
	}
}

func TestPayloadsCutShort(t *testing.T) {
	side := func(b []byte) error { _, _, err := ReadSide(b); return err }
	wiretest.Prefixes(t, "a side of sentences", AppendSide(nil, &Passage{}, 0), side)
	wiretest.Prefixes(t, "a side of ranges",
		AppendSide(nil,
			&Passage{Kind: IsVerbatim, BRange: record.Range{Start: 1, End: 300, ByteStart: 1, ByteEnd: 300}}, 1), side)
	wiretest.Prefixes(t, "HotRange",
		(&HotRange{record.Range{Start: 1, End: 3, ByteStart: 4, ByteEnd: 800}, 5, 6, nil}).Append(nil),
		func(b []byte) error { _, err := engine.Read[HotRange](b); return err })
	wiretest.Prefixes(t, "HotSentence",
		(&HotSentence{7, 500, 6, record.Range{Start: 1, End: 3, ByteStart: 4, ByteEnd: 800}}).Append(nil),
		new(HotSentence).Read)
	wiretest.Prefixes(t, "what is delivered", []byte{2, 0, 1}, func(b []byte) error {
		_, _, err := readDelivered(b)
		return err
	})
	if err := side(append([]byte{TagHotRange}, AppendSide(nil, &Passage{}, 0)[1:]...)); err == nil {
		t.Error("another tag is read as a side")
	}
}

func FuzzPayloads(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint32(3), uint32(4), uint32(5), 0.5, []byte("marks"))
	f.Add(uint64(math.MaxUint64), uint64(0), uint32(math.MaxUint32), uint32(0), uint32(0), 1.0, []byte(nil))
	f.Fuzz(func(t *testing.T, x, y uint64, i, k, n uint32, similarity float64, b []byte) {
		check := func(want, got any, err error) {
			t.Helper()
			if diff := gocmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Errorf("%T: %v (-want +got):\n%s", want, err, diff)
			}
		}
		p := Passage{A: x, B: y, ASentence: i, ASentences: k, BSentence: n, BSentences: i + 1, Matched: k + 1,
			Similarity: similarity, Reading: Reading(n % 3)}
		r := record.Range{Start: uint64(i), End: uint64(i) + x>>2, ByteStart: uint64(k), ByteEnd: uint64(k) + y>>2}
		for _, p := range []Passage{p, {A: x, B: y, Matched: k, Similarity: similarity, Kind: IsReworded, ARange: r,
			BRange: record.Range{Start: 1, End: 2, ByteStart: 3, ByteEnd: 4}, Reading: SmallerFirst}} {
			got, side, err := ReadSide(AppendSide(nil, &p, byte(n&1)))
			check(p, got, err)
			check(byte(n&1), side, nil)
		}
		h := HotRange{r, i, y, []HotStart{{r.Start, x}}}
		gotH, err := engine.Read[HotRange](h.Append(nil))
		check(h, gotH, err)
		item := delivery.Item[document]{Key: x, Delivered: appendDelivered(nil, b, []byte("rest"))}
		key, delivered, err := delivery.ReadItem(item.Append(nil))
		check(x, key, err)
		marks, encoded, err := readDelivered(delivered)
		check([]any{b, "rest"}, []any{marks, string(encoded)}, err)

		// Noise may be read or refused, but never panics.
		ReadSide(b)
		ReadSide(append([]byte{TagSide}, b...))
		engine.Read[HotRange](b)
		fn := &align{}
		fn.document(b)
	})
}
