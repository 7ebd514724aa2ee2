package analysis

import (
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// BenchmarkAnalyse is all that Split does to a document: sentences, tokens, places.
func BenchmarkAnalyse(b *testing.B) {
	for _, name := range []string{"licences.en.txt", "statutes.zh.txt"} {
		b.Run(name, func(b *testing.B) {
			text := filetest.Read(b, "segment/testdata/"+name)
			var an Analyser
			d := record.Document{ID: name, Text: text}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				an.Analyse(&d)
			}
		})
	}
}
