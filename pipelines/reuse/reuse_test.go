package reuse_test

import (
	"errors"
	"os"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"

	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/reuse"
	"example.org/diagonal/transforms/parameter"
)

func TestMain(m *testing.M) {
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

func documents(side record.Side) []record.Document {
	return []record.Document{
		{ID: "a", Text: []byte("The mayor opened the bridge. It took ten years. Nobody thanked him.")},
		{ID: "b", Text: []byte("It took ten years! The bridge the mayor opened."), Side: side},
		{ID: "c", Text: []byte("Nothing of the kind."), Side: side},
		{ID: "c", Record: 1, Text: []byte("A document under an id that is taken."), Side: side},
	}
}

// Documents that no reader has read are compared, with each other and with a source, with and without a spool.
func TestFind(t *testing.T) {
	for _, directed := range []bool{false, true} {
		for _, spool := range []string{"", t.TempDir()} {
			for _, method := range []string{"exact", "lsh", "inverted"} {
				p := reuse.Defaults()
				p.Method, p.ThetaD, p.Directed, p.Shuffle = method, 2, directed, shuffle.Size(1000, 0, 0)
				p.Shuffle.Spool = spool
				side := record.Input
				if directed {
					side = record.Source
				}
				pipeline, s := beam.NewPipelineWithRoot()
				found := reuse.Find(s, p, beam.CreateList(s, documents(side)))
				passert.Equals(s, found.Pairs, record.ReusePair{A: "a", B: "b", Score: 2, Sentences: 2, AShare: 0.6667,
					BShare: 1, Dice: 0.8, Source: directed})
				passert.Count(s, found.Sentences, "pairs of sentences", 2)
				passert.Count(s, found.Rejected, "documents with an id that is taken", 1)
				if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
					t.Errorf("directed: %v, spool %q, %s: %v", directed, spool, method, err)
				}
			}
		}
	}
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		change func(*reuse.Params)
		want   string // empty: valid
	}{
		{func(*reuse.Params) {}, ""},
		{func(p *reuse.Params) { p.Sign.Tables, p.Sign.Buckets = 0, 0 }, ""}, // no effect
		{func(p *reuse.Params) {
			p.Method = "best"
		}, "reuse.Params: Method is best, want one of exact, lsh, inverted, divideskip, qsign, partenum"},
		{func(p *reuse.Params) {
			p.ThetaS = 0
		}, "reuse.Params: ThetaS is 0, want above 0 and at most 1: the least share of the longer sentence that two have in common"},
		{func(p *reuse.Params) {
			p.MaxDocuments = -2
		}, "reuse.Params: MaxDocuments is -2, want 0 (no cap) or more, or AutoDocuments"},
		{func(p *reuse.Params) {
			p.Sign.Bits = 64
		}, "sign.Params: Bits is 64, want its default, 32: it only has an effect with the method lsh, qsign, partenum"},
		{func(p *reuse.Params) {
			p.Method, p.Sign.Bits = "qsign", 20
		}, "sign.Params: Bits is 20, want 16, 24, 32, 48 or 64"},
		{func(p *reuse.Params) {
			p.Recall = .9
		}, "reuse.Params: Recall is 0.9, want 0: it only has an effect with the method lsh"},
		{func(p *reuse.Params) {
			p.Method, p.Recall, p.Sign.Tables = "lsh", .9, 4
		}, "reuse.Params: Recall is 0.9, want 0 if Bits, DiffBits or Tables are set: it chooses them"},
		{func(p *reuse.Params) {
			p.Method, p.Recall = "lsh", 1
		}, "reuse.Params: Recall is 1, want above 0 and below 1: the least share of the sentences that are alike which lsh finds; exact finds all"},
		{func(p *reuse.Params) {
			p.Shuffle.Shards = 0
		}, "shuffle.Params: Shards is 0, want at least 1; Size chooses them"},
	} {
		p := reuse.Defaults()
		p.Shuffle = shuffle.Params{Shards: 1}
		tc.change(&p)
		got := ""
		if err := p.Validate(); err != nil {
			if got = err.Error(); !errors.As(err, new(*parameter.Error)) {
				t.Errorf("%v is no parameter.Error", err)
			}
		}
		if got != tc.want {
			t.Errorf("Validate() = %q, want %q", got, tc.want)
		}
	}
}
