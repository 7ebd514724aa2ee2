package hot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	dofn.Plain(&packFn{})
	dofn.Plain(&linesFn{})
}

// packFn sends the sentences of a document, which is a line such as "3: alpha beta . gamma": a
// letter is a sentence of four words, and a dot is text that is not hot.
type packFn struct{ Shuffle shuffle.Params }

func (fn *packFn) ProcessElement(line string, emit func(int, []byte)) error {
	packer := shuffle.NewPacker(fn.Shuffle)
	document, sentences := parse(line)
	for _, s := range sentences {
		place := alignment.HotPlace{Document: document, HotSentence: s}
		packer.Add(s.Hash, place.Append(nil), emit)
	}
	packer.Flush(emit)
	return nil
}

// parse reads the line of a document.
func parse(line string) (document uint64, sentences []alignment.HotSentence) {
	name, text, _ := strings.Cut(line, ": ")
	fmt.Sscan(name, &document)
	for i, c := range text {
		if c == '.' {
			continue
		}
		sentences = append(sentences, alignment.HotSentence{
			First: uint32(4 * i), Words: 4, Hash: wordhash.Of([]uint32{uint32(c), 1, 2, 3}),
			Range: record.Range{Start: uint64(i), End: uint64(i) + 1, ByteStart: uint64(i), ByteEnd: uint64(i) + 1},
		})
	}
	return document, sentences
}

// linesFn turns places of hot passages into lines "DOCUMENT START-END".
type linesFn struct{ Shuffle shuffle.Params }

func (fn *linesFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(string)) error {
	return fn.Shuffle.EachGroup("test", blocks, func(sorted *block.Sorted, i, end int) error {
		for ; i < end; i++ {
			h, err := engine.Read[alignment.HotRange](sorted.Payload(i))
			if err != nil {
				return err
			}
			emit(fmt.Sprintf("%d %d-%d", sorted.Key(i), h.Range.Start, h.Range.End))
		}
		return nil
	})
}

func TestFind(t *testing.T) {
	sh := shuffle.Params{Shards: 3}
	for _, tc := range []struct {
		name            string
		documents, want []string
		rare            int64
	}{
		{"none", nil, nil, 0},
		{"in two documents of a cap of two", []string{"1: ab", "2: ab"}, nil, 4},
		{
			// x, y and z are the titles of the documents.
			"sentences of their own at the ends and inside", []string{"1: xabc", "2: yabc", "3: zabc", "4: abwc"},
			[]string{"1 1-4", "2 1-4", "3 1-4"},
			7,
		},
		{
			"every run is rare", []string{"1: ab", "2: ba", "3: acb", "4: cba", "5: .cab"},
			[]string{"1 0-1", "1 1-2", "2 0-1", "2 1-2", "3 0-1", "3 1-2", "3 2-3", "4 0-1", "4 1-2", "4 2-3", "5 1-2",
				"5 2-3", "5 3-4"}, 0,
		},
		{"twice in a document", []string{"1: a.a", "2: a", "3: .a"}, []string{"1 0-1", "1 2-3", "2 0-1", "3 1-2"}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, s := beam.NewPipelineWithRoot()
			documents := beam.CreateList(s, append([]string{"9: "}, tc.documents...))
			found := Find(s, Params{MaxDocuments: 2, Shuffle: sh}, beam.Create(s, int64(len(tc.documents))),
				shuffle.BlocksOf[alignment.HotPlace](sh, beam.ParDo(s, &packFn{sh}, documents)))
			equals(s, beam.ParDo(s, &linesFn{sh}, shuffle.Group(s, sh, found.Ranges)), tc.want)
			passert.Equals(s, stats.Sum(s, beam.Flatten(s, beam.DropKey(s, found.Ledger), beam.Create(s, int64(0)))),
				tc.rare)
			if err := ptest.Run(p); err != nil {
				t.Fatal(err)
			}
			var together [][]alignment.HotSentence
			for _, line := range tc.documents {
				_, sentences := parse(line)
				together = append(together, sentences)
			}
			var got []string
			hot, rare := Together(2, together)
			for d, own := range hot {
				for _, h := range own {
					got = append(got, fmt.Sprintf("%d %d-%d", d+1, h.Range.Start, h.Range.End))
				}
			}
			if diff := gocmp.Diff(tc.want, got); diff != "" || rare != tc.rare {
				t.Errorf("Together finds %d rare sentences, want %d; places (-want +got):\n%s", rare, tc.rare, diff)
			}
		})
	}
}

func equals(s beam.Scope, got beam.PCollection, want []string) {
	if len(want) == 0 {
		passert.Empty(s, got)
		return
	}
	passert.EqualsList(s, got, want)
}

func TestRunBytes(t *testing.T) {
	r := run{7, []alignment.HotSentence{
		{First: 3, Words: 2, Hash: wordhash.Of([]uint32{1, 2}), Range: record.Range{Start: 10, End: 20, ByteStart: 11,
			ByteEnd: 24}},
		{First: 5, Words: 1, Hash: wordhash.Of([]uint32{3}), Range: record.Range{Start: 21, End: 25, ByteStart: 25,
			ByteEnd: 30}},
	}}
	var got run
	if err := got.Read(r.Append(nil)); err != nil {
		t.Fatal(err)
	}
	if got.document != r.document || !slices.Equal(got.sentences, r.sentences) {
		t.Errorf("read %+v, want %+v", got, r)
	}
	want := alignment.HotRange{Range: record.Range{Start: 10, End: 25, ByteStart: 11, ByteEnd: 30}, Words: 3,
		Hash:      wordhash.Of([]uint32{1, 2, 3}),
		Sentences: []alignment.HotStart{{Start: 10, Key: r.sentences[0].Key()}, {Start: 21, Key: r.sentences[1].Key()}}}
	if diff := gocmp.Diff(want, got.hotRange()); diff != "" {
		t.Errorf("hotRange (-want +got):\n%s", diff)
	}
	for n := range r.Append(nil) {
		if n == len((&run{7, r.sentences[:1]}).Append(nil)) {
			continue // a shorter run
		}
		if err := got.Read(r.Append(nil)[:n]); err == nil {
			t.Errorf("the first %d bytes are read", n)
		}
	}
}
