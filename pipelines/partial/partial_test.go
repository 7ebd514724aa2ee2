package partial_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/imatch"
)

func TestMain(m *testing.M) {
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

const shared = "The harbour was quiet before the morning ferry arrived. Two men carried a heavy crate along the pier. " +
	"Nobody asked them what was inside of it. Later the crate stood open and empty behind the customs house."

// documents are made in memory: two share a passage, and one has an id that is taken.
func documents() []record.Document {
	return []record.Document{
		{ID: "a", Text: []byte("A story of the coast begins here. " + shared)},
		{ID: "b", Text: []byte(shared + " Another story ends with these words.")},
		{ID: "c", Text: []byte("This one has nothing to do with the others at all.")},
		{ID: "c", Record: 1, Text: []byte("And this one has the id of the one before.")},
	}
}

// Documents that no reader has read are searched by both ways of matching, with and without a
// spool.
func TestFind(t *testing.T) {
	at := strings.Index(string(documents()[0].Text), shared)
	want := func(similarity float64, sentences uint32) record.Passage {
		return record.Passage{
			A: "a", AStart: int64(at), AEnd: int64(at + len(shared)), AByteStart: int64(at),
			AByteEnd: int64(at + len(shared)), ASentence: 1, ASentences: 4,
			B: "b", BEnd: int64(len(shared)), BByteEnd: int64(len(shared)), BSentences: 4,
			// 205 of 239 and of 241
			Kind: record.Verbatim, Matched: sentences, Similarity: similarity, AShare: 0.859, BShare: 0.8523,
		}
	}
	diagonal := partial.Defaults()
	diagonal.Matching = partial.Diagonal
	for name, p := range map[string]partial.Params{"refine": partial.Defaults(), "diagonal": diagonal} {
		for _, spool := range []string{"", t.TempDir()} {
			p.Shuffle = shuffle.Size(1000, 0, 0)
			p.Shuffle.Spool = spool
			pipeline, s := beam.NewPipelineWithRoot()
			found := partial.Find(s, p, beam.CreateList(s, documents()))
			same := want(1, 4)
			if name == "refine" {
				same.Evidence = 1 // all 35 runs of 37 words, and nobody else has them
			}
			passert.Equals(s, found.Passages, same)
			passert.Count(s, found.Rejected, "documents with an id that is taken", 1)
			passert.Count(s, found.Documents, "documents that share a passage", 2)
			passert.Empty(s, found.Hot)
			if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
				t.Errorf("%s, spool %q: %v", name, spool, err)
			}
		}
	}
}

func init() { register.Function1x1(shortFn) }

func shortFn(h record.HotPassage) string {
	return fmt.Sprintf("%d documents, %d sentences, text: %s", h.Documents, h.Sentences, h.Text)
}

// A hot passage is reported once, without its text.
func TestHot(t *testing.T) {
	p := partial.Defaults()
	p.Matching, p.MaxDocuments, p.Shuffle = partial.Diagonal, 1, shuffle.Size(1000, 0, 0)
	pipeline, s := beam.NewPipelineWithRoot()
	found := partial.Find(s, p, beam.CreateList(s, documents()))
	passert.Empty(s, found.Passages)
	passert.Count(s, found.HotOccurrences, "places", 2)
	passert.Equals(s, beam.ParDo(s, shortFn, found.Hot), "2 documents, 4 sentences, text: ")
	if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
		t.Error(err)
	}
}

// bags posts one signature for each sentence: its words of four letters and more, in any order.
type bags struct{ signature.Poster }

func init() { engine.RegisterMap[*bags]() }

func (st *bags) Map(_ context.Context, d record.Document) error {
	key, sentences := analysis.WordsOf(&d)
	for i, words := range sentences {
		var bag []string
		for _, w := range words {
			if len(w.Text) > 3 {
				bag = append(bag, strings.ToLower(w.Text))
			}
		}
		slices.Sort(bag)
		st.Post(key, i, []uint64{xxhash.Sum64String(strings.Join(bag, " "))})
	}
	return nil
}

// Signatures of one's own find what they say is equal: here sentences in another order.
func TestFindBy(t *testing.T) {
	p := partial.Defaults()
	p.Matching, p.Signature.Tau, p.Shuffle = partial.Diagonal, 1, shuffle.Size(1000, 0, 0)
	docs := []record.Document{
		{ID: "a", Text: []byte(
			"Wooden ships carried heavy cargo. Nobody counted every crate. Later storms destroyed three harbours.")},
		{ID: "b", Text: []byte("Heavy cargo the wooden ships carried. Every crate nobody counted. Three harbours later storms destroyed.")},
		{ID: "c", Text: []byte(
			"Wooden ships carried heavy sails. Somebody counted every crate. Later storms destroyed two harbours.")},
	}
	pipeline, s := beam.NewPipelineWithRoot()
	documents := beam.CreateList(s, docs)
	postings := engine.Map(s, p.Shuffle, "Bags", documents, &bags{signature.Poster{Tau: 1}}).Postings.Blocks()
	found := partial.FindBy(s, p, documents, postings)
	end := func(i int) int64 { return int64(len(docs[i].Text)) }
	passert.Equals(s, found.Passages, record.Passage{
		A: "a", AEnd: end(0), AByteEnd: end(0), ASentences: 3, B: "b", BEnd: end(1), BByteEnd: end(1), BSentences: 3,
		Kind: record.Reworded, Matched: 3, Similarity: 1, AShare: 1, BShare: 1,
	})
	if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
		t.Error(err)
	}
	for _, tc := range []struct {
		change func(*partial.Params)
		want   string // the field of the error
	}{
		{func(p *partial.Params) { p.Matching = partial.Refine }, "partial.Params.Matching"},
		{func(p *partial.Params) { p.Signature.Method = signature.Shingle }, "partial.Params.Signature.Method"},
		{func(p *partial.Params) { p.Signature.N = 3 }, "partial.Params.Signature.N"},
		{func(p *partial.Params) { p.Signature.Sorted = true }, "partial.Params.Signature.Sorted"},
		{func(p *partial.Params) { p.Signature.Tau = 0 }, "signature.Params.Tau"},
	} {
		bad := p
		tc.change(&bad)
		func() {
			defer func() {
				if err, ok := recover().(*parameter.Error); !ok || err.Field() != tc.want {
					t.Errorf("the panic is %v, want one about %s", err, tc.want)
				}
			}()
			partial.FindBy(s, bad, documents, postings)
		}()
	}
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		change func(*partial.Params)
		want   string // empty: valid
	}{
		{func(*partial.Params) {}, ""},
		{func(p *partial.Params) { p.Signature, p.Diagonal.Gamma, p.Diagonal.Gap = signature.Params{}, 0, 0 }, ""},
		{func(p *partial.Params) { p.Matching = partial.Diagonal }, ""},
		{func(p *partial.Params) { p.Matching = "" }, "partial.Params: Matching is empty, want diagonal or refine"},
		{func(p *partial.Params) { p.MinSimilarity = 2 }, "partial.Params: MinSimilarity is 2, want 0 to 1"},
		{func(p *partial.Params) {
			p.MaxDocuments = -2
		}, "partial.Params: MaxDocuments is -2, want 0 (no cap) or more, or AutoDocuments"},
		{func(p *partial.Params) {
			p.Candidates = "best"
		}, "signature.UnitParams: Candidates is best, want auto, grams or chains"},
		{func(p *partial.Params) {
			p.Shuffle = shuffle.Params{}
		}, "shuffle.Params: Shards is 0, want at least 1; Size chooses them"},
		{func(p *partial.Params) {
			p.Signature.Tau = 0.5
		}, "partial.Params: Signature.Tau is 0.5, want its default, 0.9: it only has an effect with Signature.Method shingle or spotsigs"},
		{func(p *partial.Params) {
			p.Diagonal.Gamma = 5
		}, "partial.Params: Diagonal is {5 1}, want its default, {2 1}: it only has an effect with Matching diagonal"},
		{func(p *partial.Params) {
			p.Matching, p.MinSimilarity = partial.Diagonal, 0.5
		}, "partial.Params: MinSimilarity is 0.5, want its default, 0: it only has an effect with Matching refine"},
		{func(p *partial.Params) {
			p.Matching, p.Signature.N = partial.Diagonal, 3
		}, "partial.Params: Signature.N is 3, want its default, 4: it only has an effect with Signature.Method shingle"},
		{func(p *partial.Params) {
			p.Signature.Shuffle.Shards = 3
		}, "partial.Params: Signature.Shuffle is {3 0  0 0}, want nothing: Find sets it"},
	} {
		p := partial.Defaults()
		p.Shuffle = shuffle.Params{Shards: 1}
		tc.change(&p)
		err := p.Validate()
		if got := ""; err != nil {
			if got = err.Error(); got != tc.want || !errors.As(err, new(*parameter.Error)) {
				t.Errorf("Validate() = %q, want %q", got, tc.want)
			}
		} else if tc.want != "" {
			t.Errorf("Validate() = nil, want %q", tc.want)
		}
	}
}

// A wrong combination fails when the graph is built.
func TestFindPanics(t *testing.T) {
	defer func() {
		if err, ok := recover().(*parameter.Error); !ok || err.Field() != "partial.Params.MinSimilarity" {
			t.Errorf("the panic is %v", err)
		}
	}()
	p := partial.Defaults()
	p.MinSimilarity = -1
	_, s := beam.NewPipelineWithRoot()
	partial.Find(s, p, beam.CreateList(s, documents()))
}

// Params come back from their JSON form.
func TestParameters(t *testing.T) {
	of := func(change func(*partial.Params)) partial.Params {
		p := partial.Defaults()
		change(&p)
		if p.Matching == partial.Refine {
			p.Noise = partial.NoiseOff // what NoiseAuto finds
		}
		return p
	}
	diagonal := func(method string, change func(*signature.Params)) partial.Params {
		return of(func(p *partial.Params) {
			p.Matching, p.Diagonal.Gamma, p.Diagonal.Gap, p.Signature.Method = partial.Diagonal, 0, 2, method
			change(&p.Signature)
		})
	}
	for _, p := range []partial.Params{
		of(func(*partial.Params) {}),
		of(func(p *partial.Params) {
			p.Candidates, p.MinSimilarity, p.MaxDocuments, p.Directed = signature.ChainCandidates, 0.5, 0, true
		}),
		of(func(p *partial.Params) {
			p.Directed, p.AlsoInput, p.Within, p.PairsWhere = true, true, false, "a.x != b.x"
			p.Clusters, p.DateField = true, "date"
		}),
		diagonal(signature.IMatch, func(s *signature.Params) {
			s.Idf, s.Sorted = imatch.Range{Lo: 0.2, Hi: 0.9}, true
		}),
		diagonal(signature.Shingle, func(s *signature.Params) { s.N, s.Tau = 3, 0.7 }),
		diagonal(signature.SpotSigs, func(s *signature.Params) {
			s.Spots.Distance, s.Spots.Length, s.Antecedents.Count = 2, 3, 60
		}),
		diagonal(signature.SpotSigs, func(s *signature.Params) { s.Antecedents.Share, s.Tau = 0.25, 0.8 }),
	} {
		got, err := partial.ParametersOf(p).Params()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, got); diff != "" {
			t.Errorf("it comes back otherwise (-want +got):\n%s", diff)
		}
	}
	words := diagonal(signature.SpotSigs, func(s *signature.Params) { s.Antecedents.Words = []uint32{1, 2, 3} })
	if _, err := partial.ParametersOf(words).Params(); err == nil || !strings.Contains(err.Error(), "3 given words") {
		t.Errorf("given words: %v", err)
	}
	for _, bad := range []partial.Parameters{{}, {Matching: "diagonal", Signature: "imatch", Idf: "x"},
		{Matching: "refine", Candidates: "best"}} {
		if _, err := bad.Params(); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// A search against a source that does not exist finds nothing, and its ledger says why. A side
// or a markup that does not exist is an error that names the document.
func TestSourceIsMissing(t *testing.T) {
	p := partial.Defaults()
	p.Directed, p.Shuffle = true, shuffle.Size(1000, 0, 0)
	pl, s := beam.NewPipelineWithRoot()
	found := partial.Find(s, p, beam.CreateList(s, documents()))
	passert.Empty(s, found.Passages)
	passert.Equals(s, beam.ParDo(s, sourcesFn, found.Ledger), int64(0))
	if err := ptest.Run(pl); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*record.Document){
		"(b): Side is 2":   func(d *record.Document) { d.Side = 2 },
		"(b): Markup is 9": func(d *record.Document) { d.Markup = 9 },
	} {
		docs := documents()
		spoil(&docs[1])
		pl, s := beam.NewPipelineWithRoot()
		p.Directed = false
		partial.Find(s, p, beam.CreateList(s, docs))
		if err := ptest.Run(pl); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func init() { register.Function3x0(sourcesFn) }

// sourcesFn emits the counts of documents of the source.
func sourcesFn(name string, n int64, emit func(int64)) {
	if name == analysis.SourceDocuments {
		emit(n)
	}
}
