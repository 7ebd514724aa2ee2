// Command default finds the passages that the letters of a mailbox share. The documents are
// made by this program, not by diagonal's readers, and the passages are printed, not written
// by its writers: partial.Find is one step of a pipeline like any other.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	_ "example.org/diagonal/engine/local" // the runner "local": in this process, on all cores
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
)

// Letter is what this program works with.
type Letter struct {
	From, Subject, Body string
}

func init() {
	beam.RegisterType(reflect.TypeFor[Letter]())
	register.Function1x1(documentOf)
	register.Function1x0(printPassage)
}

// documentOf makes a document of a letter. A document needs an id, which no other one has,
// and a text. All offsets of passages refer to that text.
func documentOf(l Letter) record.Document {
	return record.Document{ID: l.From + ": " + l.Subject, Text: []byte(l.Body)}
}

// printPassage prints where a passage is. Start and end count code points.
func printPassage(p record.Passage) {
	fmt.Fprintf(os.Stdout, "%s [%d:%d] and %s [%d:%d]: %s, similarity %.2f\n",
		p.A, p.AStart, p.AEnd, p.B, p.BStart, p.BEnd, p.Kind, p.Similarity)
}

// build makes the graph.
func build(s beam.Scope, letters []Letter) {
	documents := beam.ParDo(s, documentOf, beam.CreateList(s, letters))
	p := partial.Defaults()
	p.Shuffle = shuffle.Size(1<<20, 0, 0) // about 1 MB of text
	found := partial.Find(s, p, documents)
	beam.ParDo0(s, printPassage, found.Passages)
}

func main() {
	beam.Init()
	pipeline, s := beam.NewPipelineWithRoot()
	build(s, mailbox)
	if _, err := beam.Run(context.Background(), "local", pipeline); err != nil {
		log.Fatal(err)
	}
}
