package catalogue

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine/wire/wiretest"
)

func TestEntryBytes(t *testing.T) {
	head := "00" + "0161" + "023231" + "0166" + "02" + "04" + "0000000000000005" + "0603"
	e := Entry{ID: "a", Date: "21", File: "f", Record: 1, Offset: 2, Content: 5, Lead: 6, Tail: 3}
	wiretest.Golden(t, "an entry without sentences", e.Append(nil), head+"00"+"00")
	e.Sentences = []Sentence{{Start: 1, End: 4, ByteStart: 1, ByteEnd: 4, Words: 2, Hash: 7},
		{Start: 5, End: 205, ByteStart: 5, ByteEnd: 205}}
	wiretest.Golden(t, "one byte a code point", e.Append(nil),
		head+"00"+"02"+"010302"+"0700000000000000"+"01c80100"+"0000000000000000")
	e.Sentences = []Sentence{{Start: 1, End: 4, ByteStart: 1, ByteEnd: 10, Words: 2, Hash: 7}}
	wiretest.Golden(t, "wide", e.Append(nil), head+"01"+"01"+"0103"+"0109"+"02"+"0700000000000000")
}

func TestEntryCutShort(t *testing.T) {
	for _, sentences := range [][]Sentence{
		nil,
		{{Start: 1, End: 4, ByteStart: 1, ByteEnd: 4, Words: 2, Hash: 7}},
		{{Start: 1, End: 4, ByteStart: 1, ByteEnd: 10}, {Start: 4, End: 4, ByteStart: 10, ByteEnd: 10}},
	} {
		e := Entry{ID: "中", File: "f", Record: 1 << 40, Sentences: sentences}
		wiretest.Prefixes(t, "Entry", e.Append(nil), func(b []byte) error { return new(Entry).Read(b) })
	}
}

func FuzzEntry(f *testing.F) {
	f.Add("id\x00", "file", int64(1), int64(2), uint64(3), []byte{1, 2, 3, 4, 5, 6}, false)
	f.Add("", "", int64(-1), int64(0), uint64(0), []byte{200, 0, 0, 0, 0, 255}, true)
	f.Fuzz(func(t *testing.T, id, file string, number, offset int64, content uint64, b []byte, wide bool) {
		e := Entry{ID: id, Date: file, File: id, Record: number, Offset: offset, Content: content, Lead: int64(len(b)),
			Tail: 3 * int64(len(file))}
		var last Sentence
		for len(b) >= 4 {
			s := Sentence{Start: last.End + int64(b[0]), Words: uint32(b[2])}
			s.End = s.Start + int64(b[1])<<(b[3]%20)
			s.ByteStart, s.ByteEnd = s.Start, s.End
			if wide {
				s.ByteStart = last.ByteEnd + 3*int64(b[0])
				s.ByteEnd = s.ByteStart + 3*(s.End-s.Start)
			}
			s.Hash++ // of whichever width
			s.Hash <<= b[3] % 64
			e.Sentences = append(e.Sentences, s)
			last, b = s, b[4:]
		}
		got := Entry{Sentences: []Sentence{{Start: 99}}} // reused, all of it
		payload := e.Append(nil)
		err := got.Read(payload)
		if diff := cmp.Diff(e, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if err := got.Read(payload[:len(payload)-1]); err == nil {
			t.Error("an entry without its last byte is read")
		}
		got.Read(b) // noise never panics
		got.Read(append([]byte{TagEntry}, b...))
	})
}
