package analysis

import (
	"os"
	"testing"

	"example.org/diagonal/io/record"
)

// BenchmarkAnalyse is all that Split does to a document: sentences, tokens, places.
func BenchmarkAnalyse(b *testing.B) {
	for _, name := range []string{"licences.en.txt", "statutes.zh.txt"} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile("segment/testdata/" + name)
			if err != nil {
				b.Fatal(err)
			}
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
