package shuffle_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
)

// Length is a record: the length of a word. Its key is the first letter of the word.
//
//	length uvarint
type Length struct{}

func init() {
	register.DoFn2x0[string, func(int, []byte)](&measureFn{})
	register.DoFn3x1[int, func(*[]byte) bool, func(string), error](&longestFn{})
	register.Function1x0(printLine)
	register.Emitter1[string]()
}

// measureFn packs a Length for each word.
type measureFn struct {
	Shuffle shuffle.Params

	packer *shuffle.Packer
}

func (fn *measureFn) StartBundle(_ func(int, []byte)) { fn.packer = shuffle.NewPacker(fn.Shuffle) }

func (fn *measureFn) ProcessElement(word string, emit func(int, []byte)) {
	fn.packer.Add(uint64(word[0])<<32, binary.AppendUvarint(nil, uint64(len(word))), emit)
}

func (fn *measureFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// longestFn writes the greatest Length of each letter.
type longestFn struct{ Shuffle shuffle.Params }

func (fn *longestFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(string)) error {
	return fn.Shuffle.EachGroup("longest", blocks, func(sorted *block.Sorted, from, to int) error {
		longest, _ := binary.Uvarint(sorted.Payload(to - 1))
		emit(fmt.Sprintf("%c %d", rune(sorted.Key(from)>>32), longest))
		return nil
	})
}

func printLine(line string) { fmt.Println(line) }

// measure is the stage that makes the blocks. The type of its result names the record:
// a stage that takes Blocks of another one does not compile with it.
func measure(s beam.Scope, p shuffle.Params, words beam.PCollection) shuffle.Blocks[Length] {
	return shuffle.BlocksOf[Length](p, beam.ParDo(s, &measureFn{Shuffle: p}, words))
}

// longest is the stage that receives them.
func longest(s beam.Scope, p shuffle.Params, lengths shuffle.Blocks[Length]) beam.PCollection {
	return beam.ParDo(s, &longestFn{Shuffle: p}, shuffle.Group(s, p, lengths))
}

func Example() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the runner is talkative
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	sh := shuffle.Params{Shards: 4}
	words := beam.CreateList(s, []string{"pear", "plum", "fig", "apple", "peach"})
	beam.ParDo0(s, printLine, longest(s, sh, measure(s, sh, words)))
	if _, err := prism.Execute(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Unordered output:
	// a 5
	// f 3
	// p 5
}
