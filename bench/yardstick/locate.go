package main

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"os"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
)

// locate reads the documents of the passages again, to turn bytes into code points, and
// returns the records in the order of the result.
func (c *collection) locate(f *os.File, all []passage) ([]record.Passage, error) {
	type side struct {
		document uint32
		passage  int
		b        bool
	}
	passages := make([]record.Passage, len(all))
	var sides []side
	for i, p := range all {
		sides = append(sides, side{p.a, i, false}, side{p.b, i, true})
	}
	slices.SortFunc(sides, func(x, y side) int { return cmp.Compare(x.document, y.document) })
	var starts []int // of the documents among sides
	for i := range sides {
		if i == 0 || sides[i].document != sides[i-1].document {
			starts = append(starts, i)
		}
	}
	err := parallel(len(starts), func() func(int) error {
		in := bufio.NewReaderSize(nil, 16<<10)
		decoder := jsonlio.NewDecoder("id", "text")
		return func(n int) error {
			i := starts[n]
			d := &c.documents[sides[i].document]
			in.Reset(io.NewSectionReader(f, d.offset, 1<<62))
			text, err := jsonlio.Text(in, decoder, record.Charset{})
			if err != nil {
				return err
			}
			for ; i < len(sides) && &c.documents[sides[i].document] == d; i++ {
				s := sides[i]
				p, g := &passages[s.passage], all[s.passage].d
				if !s.b {
					p.A, p.ASentence, p.ASentences = d.id, g.I, g.IEnd-g.I
					p.AByteStart, p.AByteEnd, p.AStart, p.AEnd = d.place(text, g.I, g.IEnd)
				} else {
					p.B, p.BSentence, p.BSentences = d.id, g.K, g.KEnd-g.K
					p.BByteStart, p.BByteEnd, p.BStart, p.BEnd = d.place(text, g.K, g.KEnd)
				}
			}
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	for i, g := range all {
		p := &passages[i]
		p.Kind = record.Reworded
		if c.sameWords(g) {
			p.Kind = record.Verbatim
		}
		p.Matched, p.Similarity = g.d.Matched, record.Round(g.d.Similarity)
	}
	keys := make([][]byte, len(passages))
	order := make([]int, len(passages))
	for i := range order {
		keys[i], order[i] = passages[i].SortKey(), i
	}
	slices.SortFunc(order, func(x, y int) int { return bytes.Compare(keys[x], keys[y]) })
	sorted := make([]record.Passage, len(passages))
	for i, from := range order {
		sorted[i] = passages[from]
	}
	return sorted, nil
}

// place is where sentences [from, to) of a document stand, in bytes and code points.
func (d *document) place(text []byte, from, to uint32) (byteStart, byteEnd, start, end int64) {
	first, last := d.part.spans[d.first+from], d.part.spans[d.first+to-1]
	start = int64(utf8.RuneCount(text[:first.start]))
	end = start + int64(utf8.RuneCount(text[first.start:last.end]))
	return int64(first.start), int64(last.end), start, end
}

// sameWords reports whether the two sides of a passage are the same sentences.
func (c *collection) sameWords(g passage) bool {
	a, b := &c.documents[g.a], &c.documents[g.b]
	for n := range g.d.IEnd - g.d.I {
		if !slices.Equal(a.part.sentence(a.first+g.d.I+n), b.part.sentence(b.first+g.d.K+n)) {
			return false
		}
	}
	return true
}
