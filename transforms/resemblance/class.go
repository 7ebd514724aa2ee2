package resemblance

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle/mix"
	"example.org/diagonal/transforms/signature/shingle"
)

// classOf is the key of the class of a document, which is that of its words and its side,
// and the check of that class.
func (fn *emitter) classOf(a *record.Analysed) (class, check uint64) {
	fn.words = fn.words[:0]
	for _, w := range a.Words {
		fn.words = binary.LittleEndian.AppendUint32(fn.words, w)
	}
	return shingle.Hash(a.Words)&^1 | uint64(a.Side), xxhash.Sum64(fn.words)
}

// sent is the classes whose features and sketch a bundle has sent of late, so that a
// million copies in it send them about once. What it forgets is sent again, and where
// classes meet equal records count once.
type sent struct {
	recent [1 << 14]uint64 // 128 KB
}

// before says whether a class was sent before, and remembers it.
func (s *sent) before(class, check uint64) bool {
	mark := class ^ mix.Full(check)
	at := &s.recent[check%uint64(len(s.recent))]
	if *at == mark && mark != 0 {
		return true
	}
	*at = mark
	return false
}
