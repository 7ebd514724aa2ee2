package record

// shapeTable is what the bytes of words stand for in a document. Most words are one byte, and a loop over them
// without a branch is several times as fast as readWord.
type shapeTable struct {
	size                   [256]uint64 // gap and length in code points, and 1<<32 times those in bytes
	gap                    [256]uint8
	joined, altered, named [256]bool
}

// shortTable has the words that are the same in every document.
var shortTable = func() (t shapeTable) {
	for c := range byte(firstShape) {
		t.set(c, shortWord(c))
	}
	return t
}()

func (t *shapeTable) set(c byte, w packedWord) {
	t.size[c] = uint64(w.byteGap+w.byteLength)<<32 + uint64(w.gap+w.length)
	t.gap[c] = uint8(w.gap)
	t.joined[c], t.altered[c], t.named[c] = w.marks&isJoined != 0, w.marks&isAltered != 0, w.marks&isNamed != 0
}

// tableOf returns the table of a document with the given shapes.
func tableOf(shapes []byte, wide bool) shapeTable {
	t := shortTable
	for x := range len(shapes) / shapeBytes(wide) {
		t.set(firstShape+byte(x), readShape(shapes, x, wide))
	}
	return t
}

// read reads as many words as from is long, up to one that takes more than a byte, and returns their number. sum is the
// ends of the word before, and then of the last one: in code points, and 1<<32 times that in bytes.
func (t *shapeTable) read(packed []byte, from, to []uint32, sum uint64) (int, uint64) {
	packed = packed[:min(len(packed), len(from))]
	from, to = from[:len(packed)], to[:len(packed)]
	for i, c := range packed {
		if c == escapeSpan {
			return i, sum
		}
		from[i] = uint32(sum) + uint32(t.gap[c])
		sum += t.size[c]
		to[i] = uint32(sum)
	}
	return len(packed), sum
}

// mark sets the marks of the words of s from word i on, which are one byte each.
func (t *shapeTable) mark(s *Spans, i int, packed []byte) {
	for _, m := range [...]struct {
		marks []bool
		table *[256]bool
	}{{s.Joined, &t.joined}, {s.Altered, &t.altered}, {s.Named, &t.named}} {
		if m.marks != nil {
			marks := m.marks[i:][:len(packed)]
			for x, c := range packed {
				marks[x] = m.table[c]
			}
		}
	}
}
