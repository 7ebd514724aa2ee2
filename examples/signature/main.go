// Command signature finds sentences that are equal except for their spelling. It brings a
// signature of its own: the consonants of the words of a sentence, so that "colour" and
// "color", "grey" and "gray" have the same one. The words come as text, not only as hashes.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	_ "example.org/diagonal/engine/local" // the runner "local": in this process, on all cores
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/signature"
)

func init() {
	engine.RegisterMap[*spelling]()
	register.Function1x0(printPassage)
}

// spelling takes the signatures of the sentences of a document.
type spelling struct{ signature.Poster }

func (st *spelling) Map(_ context.Context, d record.Document) error {
	document, sentences := analysis.WordsOf(&d)
	for i, words := range sentences {
		var skeleton strings.Builder
		for _, w := range words {
			skeleton.WriteString(consonants(w.Text) + " ")
		}
		if len(words) > 0 {
			st.Post(document, i, []uint64{xxhash.Sum64String(skeleton.String())}) // here one; there may be many
		}
	}
	return nil
}

// consonants returns a word without its vowels.
func consonants(word string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("aeiouy", r) {
			return -1
		}
		return r
	}, strings.ToLower(word))
}

func printPassage(p record.Passage) {
	fmt.Printf("%s, sentences %d to %d = %s, sentences %d to %d\n",
		p.A, p.ASentence, p.ASentence+p.ASentences-1, p.B, p.BSentence, p.BSentence+p.BSentences-1)
}

// build makes the graph.
func build(s beam.Scope, documents []record.Document) {
	p := partial.Defaults()
	p.Matching = partial.Diagonal
	p.Diagonal.Gamma = 1                  // passages of two sentences and more
	p.Shuffle = shuffle.Size(1<<20, 0, 0) // about 1 MB of text
	col := beam.CreateList(s, documents)
	signed := engine.Map(s, p.Shuffle, "Spelling", col, &spelling{signature.Poster{Tau: p.Signature.Tau}})
	found := partial.FindBy(s, p, col, signed.Postings.Blocks())
	beam.ParDo0(s, printPassage, found.Passages)
}

func main() {
	beam.Init()
	pipeline, s := beam.NewPipelineWithRoot()
	build(s, editions)
	if _, err := beam.Run(context.Background(), "local", pipeline); err != nil {
		log.Fatal(err)
	}
}

// editions are two printings of one text.
var editions = []record.Document{
	{ID: "London", Text: []byte(`The grey harbour lay before us. Its colour was that of old pewter. We travelled on to the centre of the town.`)},
	{ID: "Boston", Text: []byte(`A note by the printer. The gray harbor lay before us. Its color was that of old pewter. We lodged in the town.`)},
}
