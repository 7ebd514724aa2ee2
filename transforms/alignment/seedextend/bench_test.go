package seedextend

import (
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/commonrun"
)

// One op is one pair of documents; bytes are those of both texts.
func BenchmarkAlign(b *testing.B) {
	texts := licences(b)
	var docs []*Document
	bytes := 0
	for _, t := range texts {
		docs = append(docs, aligntest.Document(t))
		bytes += len(t)
	}
	w := NewWorker(Params{})
	var ps []Passage
	b.Run("licences", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(2 * bytes / len(docs)))
		x := 0
		for b.Loop() {
			ps = w.Align(ps[:0], docs[x%len(docs)], docs[(x/len(docs)+x+1)%len(docs)], nil)
			x++
		}
	})
	b.Run("onehit", func(b *testing.B) { // few units take part
		b.ReportAllocs()
		b.SetBytes(int64(2 * bytes / len(docs)))
		x := 0
		hit := []Hit{aligntest.Hit(0, 0)}
		for b.Loop() {
			ps = w.Align(ps[:0], docs[x%len(docs)], docs[(x/len(docs)+x+1)%len(docs)], hit)
			x++
		}
	})
	b.Run("same1MB", func(b *testing.B) {
		text := aligntest.Text(1, 15_000)
		d, e := aligntest.Document(text), aligntest.Document(text)
		b.ReportAllocs()
		b.SetBytes(int64(2 * len(text)))
		for b.Loop() {
			ps = w.Align(ps[:0], d, e, nil)
		}
	})
}

func BenchmarkIndex(b *testing.B) {
	text := aligntest.Join(licences(b))
	d := aligntest.Document(text)
	var scratch []uint64
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		scratch = d.Index(scratch)
	}
}

func BenchmarkMarkCommon(b *testing.B) {
	ls := licences(b)
	x, y := aligntest.Document(ls[4]).Words, aligntest.Document(ls[11]).Words
	ma, mb := make([]bool, len(x)), make([]bool, len(y))
	m := &commonrun.Marker{}
	b.ReportAllocs()
	b.SetBytes(int64(4 * (len(x) + len(y))))
	for b.Loop() {
		m.Mark(ma, mb, x, y, 8)
	}
}
