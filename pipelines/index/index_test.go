package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire/lines"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
)

func TestMain(m *testing.M) {
	beamlog.LogLevel = "error"
	ptest.MainWithDefault(m, "prism")
}

func init() {
	register.Function2x1(unbatchFn)
	register.Function2x1(countsFn)
	register.Function2x1(countFn)
	register.Function2x1(joinFn)
	register.Iter1[string]()
	register.Emitter1[string]()
}

// unbatchFn takes the postings out of a batch, and countsFn the counts of q-grams.
func unbatchFn(batch []byte, emit func(string)) error { return unbatch(batch, entry.PostingKey, emit) }
func countsFn(batch []byte, emit func(string)) error  { return unbatch(batch, entry.CountsKey, emit) }

func unbatch(batch []byte, keySize int, emit func(string)) error {
	return lines.Each(batch, func(key, line []byte) error {
		if !bytes.HasPrefix(line, key) || len(key) != keySize {
			return fmt.Errorf("the line %x has the key %x", line, key)
		}
		emit(fmt.Sprintf("%x", line))
		return nil
	})
}

// sorted returns one string, of all strings of a PCollection<string>: passert takes its time with
// thousands.
func sorted(s beam.Scope, all beam.PCollection) beam.PCollection {
	return beam.ParDo(s, joinFn, beam.GroupByKey(s, beam.AddFixedKey(s, all)))
}

func joinFn(_ int, each func(*string) bool) string {
	var all []string
	for line := ""; each(&line); {
		all = append(all, line)
	}
	return joined(all)
}

func joined(all []string) string {
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func countFn(name string, n int64) string { return fmt.Sprint(name, " ", n) }

// garden returns n letters of an alphabet.
func garden(seed uint64, letters string, n int) string {
	rng, all := rand.New(rand.NewPCG(seed, 1)), []rune(letters)
	var b strings.Builder
	for range n {
		b.WriteRune(all[rng.IntN(len(all))])
	}
	return b.String()
}

// plain makes the postings and the counts of documents in the plain way: it normalises each text
// into characters, and makes a list of all of its q-grams, to count and to select.
func plain(p Params, documents []record.Document) (postings, counts []string, ledger map[string]int64) {
	texts := make([]normal.Text, len(documents))
	counted := &frequency.Counts{}
	for i, d := range documents {
		texts[i].Read(d.Text)
		for _, g := range winnow.AppendGrams(nil, &texts[i], p.Winnow.Q) {
			counted.Add(uint64(g))
		}
	}
	var table *frequency.Table
	if p.Winnow.Signature == winnow.Frequency {
		counted.Each(func(page int, encoded []byte) {
			counts = append(counts, fmt.Sprintf("%x", entry.AppendCounts(nil, page, encoded)))
		})
		table = counted.Table()
		if p.Frequencies != nil {
			table = p.Frequencies.Table()
		}
	}
	ledger = map[string]int64{}
	for i := range texts {
		d, text := &documents[i], &texts[i]
		signatures := winnow.NewSelector(p.Winnow, table).Append(nil, text)
		ledger["documents"]++
		ledger["bytes"] += int64(len(d.Text))
		ledger["places"] += int64(text.Length())
		ledger["signatures"] += int64(len(signatures))
		if len(signatures) == 0 {
			ledger["documents_without_signature"]++
		}
		slices.SortStableFunc(signatures, func(a, b winnow.Signature) int { return cmp.Compare(a.Gram, b.Gram) })
		for from := 0; from < len(signatures); {
			e := entry.Posting{Gram: uint64(signatures[from].Gram), Document: d.Key(record.Content(d.Text)),
				Length: text.Length()}
			for ; from < len(signatures) && uint64(signatures[from].Gram) == e.Gram; from++ {
				e.Places = append(e.Places, entry.Place{At: signatures[from].Place, Left: signatures[from].Left,
					Right: signatures[from].Right})
			}
			postings = append(postings, fmt.Sprintf("%x", entry.AppendPosting(nil, &e)))
		}
	}
	return postings, counts, ledger
}

// The entries are those of the plain version, for texts of all scripts and all lengths of q-grams.
func TestFind(t *testing.T) {
	var documents []record.Document
	for i, text := range []string{
		"", "...", "ab", "The quick “brown” fox. ",
		garden(1, "abcdefghij klmno42. ", 5000),
		garden(2, "ab \n", 3000),
		garden(3, "абвгд еж", 2000),
		garden(4, "天地玄黄宇宙洪荒，", 2000),
		garden(5, "天地a玄b黄 c宇1é ", 2000),
		garden(6, "etaoin shrdlué", 4000),
		garden(7, "abcdefghijklmnopqrstuvwxyz ", 120_000), // more than one batch
		"a\xff\x00b so\u00adft e\u0301",
	} {
		documents = append(documents, record.Document{ID: fmt.Sprint("d", i), File: "f", Record: int64(i),
			Text: []byte(text)})
	}
	of := func(d record.Document) *frequency.Counts {
		c := &frequency.Counts{}
		var text normal.Text
		text.Read(d.Text)
		for _, g := range winnow.AppendGrams(nil, &text, 4) {
			c.Add(uint64(g))
		}
		return c
	}
	large := of(documents[9]) // of a collection in which signatures have three letters more
	if err := large.AddPage(0, binary.AppendUvarint([]byte{0}, 1_000_000_000)); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]Params{
		"frequency 4": {Winnow: winnow.Defaults(winnow.Frequency)},
		"frequency 3": {Winnow: winnow.Params{Signature: winnow.Frequency, Q: 3, W: 50}},
		"frequency 5": {Winnow: winnow.Params{Signature: winnow.Frequency, Q: 5, W: 145}},
		"given":       {Winnow: winnow.Defaults(winnow.Frequency), Frequencies: of(documents[9])},
		"large":       {Winnow: winnow.Defaults(winnow.Frequency), Frequencies: large},
		"winnowing":   {Winnow: winnow.Defaults(winnow.Random)},
		"original":    {Winnow: winnow.Params{Signature: winnow.Random, Q: 50, W: 100}},
	} {
		t.Run(name, func(t *testing.T) {
			p.Shuffle = shuffle.Params{Shards: 3}
			pipe, s := beam.NewPipelineWithRoot()
			made := Find(s, p, beam.CreateList(s, documents))
			postings, counts, ledger := plain(p, documents)
			passert.Equals(s, sorted(s, beam.ParDo(s, unbatchFn, made.Postings)), joined(postings))
			if made.Counts.IsValid() != (counts != nil) {
				t.Fatalf("there are counts: %v", made.Counts.IsValid())
			}
			if counts != nil {
				passert.Equals(s, sorted(s, beam.ParDo(s, countsFn, made.Counts)), joined(counts))
			}
			var sums []any
			for name, n := range ledger {
				sums = append(sums, fmt.Sprint(name, " ", n))
			}
			passert.Equals(s, beam.ParDo(s, countFn, stats.SumPerKey(s, made.Ledger)), sums...)
			passert.Count(s, made.Documents, "documents", len(documents))
			passert.Empty(s, made.Rejected)
			ptest.RunAndValidate(t, pipe)
		})
	}
}
