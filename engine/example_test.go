package engine_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
)

// Length is a record: the length of a word. Its key is the first letter of the word.
//
//	length uvarint
type Length struct{ Bytes uint64 }

// Append appends the payload of l to dst.
func (l *Length) Append(dst []byte) []byte { return binary.AppendUvarint(dst, l.Bytes) }

// Read reads a payload.
func (l *Length) Read(payload []byte) error {
	r := wire.NewReader(payload)
	l.Bytes = r.Uvarint()
	return r.Err()
}

func init() {
	engine.RegisterMap[*measure]()
	engine.RegisterReduce[*longest]()
	register.Function1x0(printLine)
}

// measure sends the length of each word.
type measure struct{ Lengths engine.Out[Length] }

func (m *measure) Map(_ context.Context, word string) error {
	m.Lengths.Add(uint64(word[0])<<32, Length{uint64(len(word))})
	return nil
}

// longest writes the greatest length of each letter.
type longest struct {
	Lengths engine.In[Length]
	Lines   engine.Elements[string]
}

func (l *longest) Reduce(_ context.Context, letter uint64) error {
	most := uint64(0)
	for length := range l.Lengths.All {
		most = max(most, length.Bytes)
	}
	l.Lines.Emit(fmt.Sprintf("%c %d", rune(letter>>32), most))
	return nil
}

func printLine(line string) { fmt.Println(line) }

func Example() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the runner is talkative
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	four := engine.Params{Shards: 4}
	words := beam.CreateList(s, []string{"pear", "plum", "fig", "apple", "peach"})
	measured := engine.Map(s, four, "words.Measure", words, &measure{})
	found := engine.Reduce(s, four, "words.Longest", &longest{Lengths: engine.From(measured.Lengths.Blocks())})
	beam.ParDo0(s, printLine, found.Lines.Collection())
	if _, err := prism.Execute(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Unordered output:
	// a 5
	// f 3
	// p 5
}
