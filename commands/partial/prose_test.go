package partial

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
)

// proseCorpus is a collection of a made-up language with eight function words. Pairs of documents share
// prose, a head, a list or a signature; the ids say which.
func proseCorpus() (docs []testDocument) {
	r := rand.New(rand.NewPCG(36, 5))
	function := strings.Fields("lo mi ta ne su ko vi re")
	word := func() string {
		var b strings.Builder
		for range 3 + r.IntN(5) {
			b.WriteByte('a' + byte(r.IntN(26)))
		}
		return b.String()
	}
	prose := func(sentences int) string {
		var b strings.Builder
		for range sentences {
			b.WriteString("Hen")
			for n := range 14 {
				if n%3 == 1 {
					b.WriteString(" " + function[r.IntN(len(function))])
				} else {
					b.WriteString(" " + word())
				}
			}
			b.WriteString(". ")
		}
		return b.String()
	}
	lines := func(n int, line func() string) string {
		var b strings.Builder
		for range n {
			b.WriteString(line() + "\n")
		}
		return b.String()
	}
	shared := map[string]string{
		"head": lines(8, func() string {
			return "X" + word() + ": " + word() + " lo " + word() + "." + word() + "; " + word() + " " + word()
		}),
		"list": lines(40, func() string {
			return strings.ToUpper(word()) + " " + word() + " " + fmt.Sprint(r.IntN(1000))
		}),
		"sign": lines(4, func() string {
			return word() + " " + word() + " " + word() + " " + word() + " ta " + word() + " " + word() + " " + word() +
				" " + word()
		}),
		"text": prose(6),
	}
	for _, kind := range []string{"head", "list", "sign", "text"} {
		text := shared[kind]
		for n := range 2 {
			docs = append(docs,
				testDocument{fmt.Sprintf("%s%d", kind, n), prose(20) + "\n\n" + text + "\n\n" + prose(20)})
		}
	}
	for n := range 20 {
		docs = append(docs, testDocument{fmt.Sprintf("other%02d", n), prose(40)})
	}
	return docs
}

// Heads, lists and signatures have fewer function words than prose; --min_prose leaves them out and counts them, and
// nothing else changes.
func TestProse(t *testing.T) {
	input := "--input=" + jobtest.Input(t, proseCorpus())
	all := runWith(t, one, input)
	var want []record.Passage
	found := map[string]bool{}
	for _, p := range all.passages(t) {
		kind := p.A[:4]
		found[kind] = true
		if isText := !p.Prose.Below(record.MinProse); p.Prose == 0 || isText != (kind == "text") {
			t.Errorf("%s and %s share a passage with prose %v", p.A, p.B, p.Prose.Float())
		}
		if kind == "text" {
			want = append(want, p)
		}
	}
	if len(found) != 4 {
		t.Errorf("passages of %v, want a head, a list, a signature and a text", found)
	}
	// The list is longer than the text.
	for _, stream := range []string{"clusters", "largest"} {
		if first, _, _ := strings.Cut(all.stream(stream), "\n"); !strings.Contains(first, `"id":"text`) &&
			!strings.Contains(first, `"a":"text`) {
			t.Errorf("%s begins with %s", stream, first)
		}
	}
	few := runWith(t, one, input, fmt.Sprintf("--min_prose=%v", record.MinProse))
	if diff := cmp.Diff(want, few.passages(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if left := few.ledger(t)["passages_below_min_prose"]; left != int64(len(all.passages(t))-len(want)) {
		t.Errorf("the ledger has %d passages below --min_prose, %d are", left, len(all.passages(t))-len(want))
	}
	if diff := cmp.Diff(all.passages(t), runWith(t, shuffle.Params{Shards: 7}, input).passages(t)); diff != "" {
		t.Errorf("one shard and seven (-one +seven):\n%s", diff)
	}
}

// A small collection does not say what is prose: no passage has the field, and none is left out.
func TestProseOfFewWords(t *testing.T) {
	docs := proseCorpus()[:4]
	got := runWith(t, one, "--min_prose=1", "--input="+jobtest.Input(t, docs))
	if len(got.passages(t)) == 0 || strings.Contains(got.stream("passages"), "prose") {
		t.Errorf("passages of a small collection:\n%s", got.stream("passages"))
	}
}
