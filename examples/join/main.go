// Command join finds the passages that newspapers share, joins each passage to the dates of
// the two issues, which come from another collection, and prints who printed it first.
package main

import (
	"context"
	"fmt"
	"log"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	_ "example.org/diagonal/engine/local" // the runner "local": in this process, on all cores
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
)

// Issue is what the catalogue of the library knows of a document.
type Issue struct {
	ID, Paper, Date string
}

// Side is one side of a passage: Other is the issue on the other side, once it is known.
type Side struct {
	Passage record.Passage
	Other   Issue
}

func init() {
	beam.RegisterType(reflect.TypeFor[Issue]())
	beam.RegisterType(reflect.TypeFor[Side]())
	register.Function1x2(byID)
	register.Function1x2(byA)
	register.Function4x0(joinA)
	register.Function3x0(joinB)
	register.Emitter2[string, Side]()
	register.Iter1[Issue]()
	register.Iter1[record.Passage]()
	register.Iter1[Side]()
}

func byID(i Issue) (string, Issue)                  { return i.ID, i }
func byA(p record.Passage) (string, record.Passage) { return p.A, p }

// joinA gives each passage the issue of its side a, and hands it on by its side b.
func joinA(_ string, issues func(*Issue) bool, passages func(*record.Passage) bool, emit func(string, Side)) {
	var issue Issue
	issues(&issue)
	var p record.Passage
	for passages(&p) {
		emit(p.B, Side{p, issue})
	}
}

// joinB prints each passage with both issues, the earlier one first.
func joinB(_ string, issues func(*Issue) bool, sides func(*Side) bool) {
	var second Issue
	issues(&second)
	var s Side
	for sides(&s) {
		first, last := s.Other, second
		if last.Date < first.Date {
			first, last = last, first
		}
		fmt.Printf("%s, %s -> %s, %s: %d characters, %s\n", first.Paper, first.Date, last.Paper, last.Date,
			s.Passage.AEnd-s.Passage.AStart, s.Passage.Kind)
	}
}

// build makes the graph.
func build(s beam.Scope, documents []record.Document, catalogue []Issue) {
	p := partial.Defaults()
	p.Shuffle = shuffle.Size(1<<20, 0, 0) // about 1 MB of text
	found := partial.Find(s, p, beam.CreateList(s, documents))
	issues := beam.ParDo(s, byID, beam.CreateList(s, catalogue))
	sides := beam.ParDo(s, joinA, beam.CoGroupByKey(s, issues, beam.ParDo(s, byA, found.Passages)))
	beam.ParDo0(s, joinB, beam.CoGroupByKey(s, issues, sides))
}

func main() {
	beam.Init()
	pipeline, s := beam.NewPipelineWithRoot()
	build(s, pages, catalogue)
	if _, err := beam.Run(context.Background(), "local", pipeline); err != nil {
		log.Fatal(err)
	}
}
