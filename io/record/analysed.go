package record

import (
	"encoding/binary"
	"slices"

	"example.org/diagonal/engine/wire"
)

// Analysed is a document as words and sentences, without its text. It is what
// signatures are taken from.
type Analysed struct {
	// Key is the document key (see Key).
	Key  uint64
	Side Side
	// Words are the hashes of the document's words, in reading order.
	Words []uint32
	// Ends[i] is the number of words before the end of sentence i: sentence i is
	// Words[Ends[i-1]:Ends[i]]. A sentence may have no word. With Spans they are stops:
	// every run of words that a stop ends, whether or not a sentence ends there.
	Ends []uint32
	// Spans contains the place of each word in the text (see AppendSpan); empty where no stage
	// needs it.
	Spans []byte
	// Spelling is the letters of the words (package spelling); empty where no stage needs it.
	Spelling []byte
	// Numbers says which words have a digit; empty where no stage needs it. For each of them it has a uvarint: the
	// number of words between the one before and it.
	Numbers []byte
	// Ignored are the edges of the ranges of words that do not count: Ignored[0] to Ignored[1] is the first range,
	// Ignored[2] to Ignored[3] the next one. With Spans a stop is at each edge. Empty if all words count.
	Ignored []uint32
	// Traits are hashes of fields of the record that decide with which documents it is compared;
	// empty where all are compared. They have less than 256 bytes.
	Traits []byte
}

// Sentence returns the words of sentence i. The slice is a view.
func (a *Analysed) Sentence(i int) []uint32 {
	if i == 0 {
		return a.Words[:a.Ends[0]]
	}
	return a.Words[a.Ends[i-1]:a.Ends[i]]
}

func encodeAnalysed(a Analysed) []byte { return AppendAnalysed(nil, a) } // for Beam

// AppendAnalysed appends the encoded form of a, for shuffles in which documents travel. Words have four little-endian
// bytes each: they are hashes and do not compress, and a fixed width is decoded at memory speed.
func AppendAnalysed(dst []byte, a Analysed) []byte {
	b := slices.Grow(dst, 32+4*len(a.Words)+2*len(a.Ends)+len(a.Spans)+len(a.Spelling))
	b = binary.BigEndian.AppendUint64(b, a.Key)
	b = append(b, byte(a.Side))
	b = binary.AppendUvarint(b, uint64(len(a.Words)))
	words := b[len(b) : len(b)+4*len(a.Words)]
	for i, w := range a.Words {
		binary.LittleEndian.PutUint32(words[4*i:], w)
	}
	b = b[:len(b)+len(words)]
	b = appendPlaces(b, a.Ends)
	b = wire.AppendString(wire.AppendString(wire.AppendString(b, a.Spans), a.Spelling), a.Numbers)
	return append(appendPlaces(b, a.Ignored), a.Traits...)
}

// appendPlaces appends numbers of words that do not fall: how many there are, and each less the one before it,
// uvarints.
func appendPlaces(dst []byte, places []uint32) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(places)))
	last := uint32(0)
	for _, p := range places {
		dst = binary.AppendUvarint(dst, uint64(p-last))
		last = p
	}
	return dst
}

// readPlaces reads what appendPlaces wrote, in the memory of dst.
func readPlaces(dst []uint32, r *wire.Reader) []uint32 {
	n := r.Uvarint()
	if n == 0 || n > uint64(r.Len()) { // a place has a byte
		r.Bytes(n) // fails
		return dst[:0]
	}
	dst = resize(dst, int(n))
	last := uint32(0)
	for i := range dst {
		last += uint32(r.Uvarint())
		dst[i] = last
	}
	return dst
}

// ReadAnalysed reads what AppendAnalysed wrote. Words, ends and ignored are copies, spans, spelling, numbers and traits
// are views.
func ReadAnalysed(b []byte) (a Analysed, err error) {
	err = a.Read(b)
	return a, err
}

// CountWords returns the number of words of what AppendAnalysed wrote, and 0 if it is cut off or damaged.
func CountWords(b []byte) int {
	r := wire.NewReader(b)
	r.Bytes(8 + 1) // key and side
	words := r.Uvarint()
	if r.Err() != nil || words > uint64(r.Len())/4 {
		return 0
	}
	return int(words)
}

// AppendPlaced appends what AppendAnalysed wrote without the spelling, the numbers and the traits: what alignment by
// words reads of a document. The error is wire.ErrShort.
func AppendPlaced(dst, encoded []byte) ([]byte, error) {
	r := wire.NewReader(encoded)
	r.Bytes(8 + 1) // key and side
	words := r.Uvarint()
	if words > uint64(r.Len()) { // 4*words may overflow
		return dst, wire.ErrShort
	}
	r.Bytes(4 * words)
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- { // ends
		r.Uvarint()
	}
	r.Bytes(r.Uvarint()) // spans
	placed := encoded[:len(encoded)-r.Len()]
	r.Bytes(r.Uvarint()) // spelling
	r.Bytes(r.Uvarint()) // numbers
	ignored := readPlaces(nil, &r)
	dst = slices.Grow(dst, len(placed)+2+5*(1+len(ignored)))
	return appendPlaces(append(append(dst, placed...), 0, 0), ignored), r.Err()
}

// Read is ReadAnalysed in the memory of a.
func (a *Analysed) Read(b []byte) error {
	r := wire.NewReader(b)
	*a = Analysed{Words: a.Words[:0], Ends: a.Ends[:0], Ignored: a.Ignored[:0]}
	if k := r.Bytes(8); k != nil {
		a.Key = binary.BigEndian.Uint64(k)
	}
	a.Side = Side(r.Byte())
	words := r.Uvarint()
	if words > uint64(r.Len()) { // 4*words may overflow
		return wire.ErrShort
	}
	if w := r.Bytes(4 * words); len(w) > 0 {
		a.Words = resize(a.Words, len(w)/4)
		for i := range a.Words {
			a.Words[i] = binary.LittleEndian.Uint32(w[4*i:])
		}
	}
	a.Ends = readPlaces(a.Ends, &r)
	a.Spans = r.Bytes(r.Uvarint())
	a.Spelling = r.Bytes(r.Uvarint())
	a.Numbers = r.Bytes(r.Uvarint())
	a.Ignored = readPlaces(a.Ignored, &r)
	if r.More() {
		a.Traits = r.Rest()
	}
	return r.Err()
}
