package resemblance_test

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
	"example.org/diagonal/pipelines/resemblance"
	"example.org/diagonal/transforms/parameter"
)

func TestMain(m *testing.M) {
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

const text = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"

func documents(side record.Side) []record.Document {
	return []record.Document{
		{ID: "a", Text: []byte(text)},
		{ID: "b", Text: []byte(text + " seventeen"), Side: side},
		{ID: "c", Text: []byte(text), Side: side},
		{ID: "d", Text: []byte("nothing that any other document has is in this one of a few words")},
		{ID: "d", Record: 1, Text: []byte("a document under an id that is taken")},
	}
}

// Documents that no reader has read are compared, with and without a spool, and as a large
// collection is.
func TestFind(t *testing.T) {
	for _, directed := range []bool{false, true} {
		for _, tc := range []struct {
			spool string
			bytes int64
		}{{"", 1000}, {t.TempDir(), 1000}, {t.TempDir(), 1 << 30}} {
			p := resemblance.Defaults()
			p.Directed, p.Shuffle = directed, shuffle.Size(tc.bytes, 0, 0)
			p.Shuffle.Spool = tc.spool
			side := record.Input
			if directed {
				side = record.Source
			}
			pipeline, s := beam.NewPipelineWithRoot()
			found := resemblance.Find(s, p, beam.CreateList(s, documents(side)))
			near := record.SimilarPair{A: "a", B: "b", Resemblance: 0.9231, Containment: 1, Shared: 12,
				ASize: 12, BSize: 13}
			passert.Count(s, found.Rejected, "documents with an id that is taken", 1)
			if directed {
				near.Source = true
				same := near
				same.B, same.Resemblance, same.BSize = "c", 1, 12
				passert.Equals(s, found.Pairs, near, same)
				if found.Groups.IsValid() {
					t.Error("there are groups with Directed")
				}
			} else {
				passert.Equals(s, found.Pairs, near)
				passert.Equals(s, found.Equal, record.Equal{ID: "c", Equal: "a"})
				passert.Count(s, found.Groups, "documents in groups", 3)
			}
			if _, err := beam.Run(t.Context(), local.Name, pipeline); err != nil {
				t.Errorf("directed: %v, %+v: %v", directed, tc, err)
			}
		}
	}
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		change func(*resemblance.Params)
		want   string // empty: valid
	}{
		{func(*resemblance.Params) {}, ""},
		{func(p *resemblance.Params) { p.Method, p.Bounds.Resemblance, p.Modulus = "simhash", 0, 0 }, ""},
		{func(p *resemblance.Params) { p.Directed, p.Policy = true, "" }, ""},
		{func(p *resemblance.Params) {
			p.Method = "best"
		}, "resemblance.Params: Method is best, want one of exact, modm, minhash, simhash, spotsigs"},
		{func(p *resemblance.Params) {
			p.Bounds.Resemblance = 2
		}, "resemblance.Params: Bounds.Resemblance is 2, want a resemblance above 0 and at most 1"},
		{func(p *resemblance.Params) { p.OnlyGroups = true }, ""},
		{func(p *resemblance.Params) {
			p.OnlyGroups, p.Groups = true, "star"
		}, "resemblance.Params: OnlyGroups is true, want its default, false: it only has an effect with Groups components, and without Directed and EqualPairs"},
		{func(p *resemblance.Params) {
			p.Policy = ""
		}, "group.Params: Policy is empty, want keep_first or keep_longest"},
		{func(p *resemblance.Params) {
			p.Shuffle.Shards = 0
		}, "shuffle.Params: Shards is 0, want at least 1; Size chooses them"},
		{func(p *resemblance.Params) {
			p.Modulus = 7
		}, "resemblance.Params: Modulus is 7, want its default, 25: it only has an effect with Method modm"},
		{func(p *resemblance.Params) {
			p.Method, p.N = "spotsigs", 3
		}, "resemblance.Params: N is 3, want its default, 5: it only has an effect with Method exact, modm, minhash, simhash"},
		{func(p *resemblance.Params) {
			p.Directed, p.Policy = true, "keep_longest"
		}, "resemblance.Params: Policy is keep_longest, want its default, keep_first: it only has an effect without Directed"},
		{func(p *resemblance.Params) {
			p.Method, p.Bounds.Containment = "minhash", 0.5
		}, "resemblance.Params: Bounds.Containment is 0.5, want 0 with the method minhash, whose sketches say nothing of documents of different size; use exact, modm or spotsigs"},
	} {
		p := resemblance.Defaults()
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
