package clean_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/clean"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/parameter"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	register.Function1x1(textOf)
	register.Function1x1(wordsOf)
	register.DoFn1x1[record.Removed, error](&sameWordsFn{})
}

// textOf returns a document as one string.
func textOf(d record.Document) string { return d.ID + ": " + string(d.Text) }

// wordsOf returns a document, and whether it has fewer than 20 words.
func wordsOf(d record.Document) string {
	return fmt.Sprint(d.ID, ": ", len(strings.Fields(string(d.Text))) < 20)
}

const (
	mill   = "The mill was closed after the great flood of 1953."
	meadow = "Every spring the river floods the lower meadows."
	sheep  = "农民在三月把羊群赶到山脊上。"
)

// documents returns documents without files: id, text, id, text ...
func documents(pairs ...string) (all []record.Document) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, record.Document{ID: pairs[i], Text: []byte(pairs[i+1])})
	}
	return all
}

// side returns where a sentence is in a text, in code points.
func side(text, sentence string) (start, end int64) {
	before, _, _ := strings.Cut(text, sentence)
	start = int64(len([]rune(before)))
	return start, start + int64(len([]rune(sentence)))
}

// passage returns the passage of a sentence in two documents.
func passage(a, b record.Document, sentence string) record.Passage {
	p := record.Passage{A: a.ID, B: b.ID, Kind: record.Verbatim, Similarity: 1}
	p.AStart, p.AEnd = side(string(a.Text), sentence)
	p.BStart, p.BEnd = side(string(b.Text), sentence)
	return p
}

var params = clean.Params{Policy: cleaning.KeepFirst, MinText: 1, Shuffle: shuffle.Params{Shards: 3}}

// Documents need no file. Of each passage the place in the smallest id stays; of equal
// documents and of documents with one id one stays.
func TestFind(t *testing.T) {
	docs := documents("a", "The start. "+sheep+mill, "b", mill, "c", "It begins. "+mill+" It ends. "+sheep, "d", meadow,
		"e", meadow, "e", "Another one.", "f", "Alone.", "f", "Alone.")
	p, s := beam.NewPipelineWithRoot()
	r := clean.Find(s, params, clean.Input{
		Documents: beam.CreateList(s, docs),
		Findings: cleaning.Findings{Passages: beam.Create(s, passage(docs[0], docs[1], mill),
			passage(docs[0], docs[2], mill), passage(docs[0], docs[2], sheep))},
	})
	kept := "e: " + meadow // of the two documents e, by the hash of the text
	if record.Content([]byte(meadow)) > record.Content([]byte("Another one.")) {
		kept = "e: Another one."
	}
	want := []string{"a: The start. " + sheep + mill, "c: It begins. It ends.", "d: " + meadow, "f: Alone."}
	var dropped []record.Removed
	millStart, millEnd := side(string(docs[0].Text), mill)
	dropped = append(dropped, record.Removed{ID: "b", End: int64(len(mill)), Reason: "0 characters left"})
	if kept == "e: "+meadow {
		dropped = append(dropped, record.Removed{ID: "e", End: int64(len(meadow)), KeptID: "d",
			KeptEnd: int64(len(meadow)), Reason: cleaning.DocumentReason})
	} else {
		want = append(want, kept)
	}
	removed := func(id, sentence string, text []byte, keptStart, keptEnd int64) record.Removed {
		v := record.Removed{ID: id, KeptID: "a", KeptStart: keptStart, KeptEnd: keptEnd, Reason: cleaning.PassageReason}
		v.Start, v.End = side(string(text), sentence)
		return v
	}
	sheepStart, sheepEnd := side(string(docs[0].Text), sheep)
	passert.EqualsList(s, beam.ParDo(s, textOf, r.Documents), want)
	passert.EqualsList(s, r.Dropped, dropped)
	passert.Equals(s, r.Removed, removed("b", mill, docs[1].Text, millStart, millEnd),
		removed("c", mill, docs[2].Text, millStart, millEnd), removed("c", sheep, docs[2].Text, sheepStart, sheepEnd))
	passert.Equals(s, r.Rejected, record.Rejected{ID: "e", Reason: "duplicate id"},
		record.Rejected{ID: "f", Reason: "duplicate id"})
	ptest.RunAndValidate(t, p)
}

// Groups, a hot passage and runs are found without passages.
func TestFindWithoutPassages(t *testing.T) {
	var words []string
	for i := range 40 {
		words = append(words, fmt.Sprint("w", i*i%97))
	}
	run := strings.Join(words, " ") + "."
	docs := documents("a", run, "b", "A heading. "+run, "c", sheep+mill, "d", mill, "e", meadow, "f", "Nearly: "+meadow)
	hot := func(d record.Document) record.HotOccurrence {
		h := record.HotOccurrence{ID: d.ID}
		h.Start, h.End = side(string(d.Text), mill)
		return h
	}
	p, s := beam.NewPipelineWithRoot()
	with := params
	with.Runs, with.Exact = 20, true
	r := clean.Find(s, with, clean.Input{Documents: beam.CreateList(s, docs), Findings: cleaning.Findings{
		HotOccurrences: beam.Create(s, hot(docs[2]), hot(docs[3])),
		Groups:         beam.Create(s, record.Grouped{ID: "e", Group: "f"}, record.Grouped{ID: "f", Group: "f"}),
	}})
	passert.Equals(s, beam.ParDo(s, wordsOf, r.Documents), "a: false", "b: true", "c: true", "f: true")
	passert.Equals(s, r.Dropped,
		record.Removed{ID: "d", End: int64(len(mill)), Reason: "0 characters left"},
		record.Removed{ID: "e", End: int64(len(meadow)), KeptID: "f", KeptEnd: int64(len("Nearly: " + meadow)),
			Reason: cleaning.DocumentReason})
	ptest.RunAndValidate(t, p)
}

// A place that an earlier pass has kept is kept again, even if it is not the first.
func TestFindAgain(t *testing.T) {
	docs := documents("a", "This is new. "+mill+" "+sheep, "b", "This is old. "+mill)
	start, end := side(string(docs[1].Text), mill)
	p, s := beam.NewPipelineWithRoot()
	r := clean.Find(s, params, clean.Input{Documents: beam.CreateList(s, docs), Findings: cleaning.Findings{
		Passages: beam.Create(s, passage(docs[0], docs[1], mill)),
		EarlierRemoved: beam.Create(s, record.Removed{ID: "c", End: 9, KeptID: "b", KeptStart: start, KeptEnd: end,
			Reason: cleaning.PassageReason}),
	}})
	passert.Equals(s, beam.ParDo(s, textOf, r.Documents), "a: This is new. "+sheep, "b: This is old. "+mill)
	ptest.RunAndValidate(t, p)
}

// A sentence goes from every place but the first, also where a short sentence beside it is in
// another place of the range, or outside of it. The short one goes with it if it is beside the
// place that is kept, too, and stays otherwise.
func TestShortSentences(t *testing.T) {
	const begin, other, end = "The start of it is here, and it is new. ", "Somebody else has written this one here. ",
		" This is how it ends, once and for all."
	const anfang, anders, schluss = "春天的河水淹没了低处的草地。", "老人们都说从来没有见过这样的事。", "这就是故事最后的结局了吧。"
	for _, tc := range []struct {
		name             string
		docs             []record.Document
		shared, alsoThis string // what b and c share with a; a range of c with c's own kind
		want             []string
	}{
		{"in the range of c only", documents("a", begin+"See below. "+mill+end, "b", other+mill+" So it is.", "c",
			"It is so. Here it begins, my friends. See below. "+mill+end+" Alone again now."),
			mill, "See below. " + mill,
			[]string{"a: " + begin + "See below. " + mill + end, "b: " + other + "So it is.",
				"c: It is so. Here it begins, my friends." + end + " Alone again now."}},
		{"beside other places than the first",
			documents("a", begin+mill+end, "b", "It is so. See it below. "+mill+" So it is.", "c",
				other+"See it below. "+mill+" So it is."),
			mill, "See it below. " + mill,
			[]string{"a: " + begin + mill + end, "b: It is so. See it below. So it is.",
				"c: " + other + "See it below. So it is."}},
		{"one or two words would be alone",
			documents("a", begin+mill+end, "b", "It is so. See below. "+mill+" So it is.", "c",
				other+"See below. "+mill+" So it is."),
			mill, "See below. " + mill,
			[]string{"a: " + begin + mill + end, "b: It is so. See below. So it is.", "c: " + other + "See below. " +
				mill + " So it is."}},
		{"Chinese", documents("a", anfang+"好。"+sheep+schluss, "b", anders+sheep+"完了。", "c",
			"从前有一个地方叫做磨坊。好。"+sheep+schluss),
			sheep, "好。" + sheep,
			[]string{"a: " + anfang + "好。" + sheep + schluss, "b: " + anders + "完了。", "c: 从前有一个地方叫做磨坊。" + schluss}},
	} {
		p, s := beam.NewPipelineWithRoot()
		passages := []record.Passage{passage(tc.docs[0], tc.docs[1], tc.shared)}
		if strings.Contains(string(tc.docs[0].Text), tc.alsoThis) {
			passages = append(passages, passage(tc.docs[0], tc.docs[2], tc.alsoThis))
		} else {
			passages = append(passages, passage(tc.docs[1], tc.docs[2], tc.alsoThis))
		}
		r := clean.Find(s, params,
			clean.Input{Documents: beam.CreateList(s, tc.docs),
				Findings: cleaning.Findings{Passages: beam.CreateList(s, passages)}})
		passert.EqualsList(s, beam.ParDo(s, textOf, r.Documents), tc.want)
		beam.ParDo0(s, &sameWordsFn{Docs: tc.docs}, r.Removed)
		if err := ptest.Run(p); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

// sameWordsFn checks that the place that is kept has the same text.
type sameWordsFn struct{ Docs []record.Document }

func (fn *sameWordsFn) ProcessElement(v record.Removed) error {
	text := func(id string, start, end int64) string {
		for _, d := range fn.Docs {
			if d.ID == id {
				return string([]rune(string(d.Text))[start:end])
			}
		}
		return ""
	}
	if gone, kept := text(v.ID, v.Start, v.End), text(v.KeptID, v.KeptStart, v.KeptEnd); gone != kept {
		return fmt.Errorf("cut was %q, and kept is %q", gone, kept)
	}
	return nil
}

// No documents are cleaned to none.
func TestFindNothing(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	r := clean.Find(s, params, clean.Input{Documents: beam.CreateList(s, []record.Document{})})
	passert.Empty(s, r.Documents)
	passert.Empty(s, r.Removed)
	ptest.RunAndValidate(t, p)
}

// What was found in other documents is an error.
func TestForeign(t *testing.T) {
	docs := documents("a", mill, "b", mill+sheep)
	for want, spoil := range map[string]func(*record.Passage){
		`names the document "z", which is not there`:  func(p *record.Passage) { p.B = "z" },
		"from 0 to 900, and that document has":        func(p *record.Passage) { p.BEnd = 900 },
		"what was found does not belong to the docum": func(p *record.Passage) { p.AStart = -1 },
	} {
		v := passage(docs[0], docs[1], mill)
		spoil(&v)
		p, s := beam.NewPipelineWithRoot()
		clean.Find(s, params,
			clean.Input{Documents: beam.CreateList(s, docs), Findings: cleaning.Findings{Passages: beam.Create(s, v)}})
		if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Documents of the source stay as they are, and are not in the result. One of them may have the id
// of a document that is cleaned.
func TestSource(t *testing.T) {
	docs := documents("a", mill+sheep, "a", "It begins. "+mill, "b", sheep, "b", sheep)
	docs[1].Side, docs[3].Side = record.Source, record.Source
	found := passage(docs[0], docs[1], mill)
	found.Source = true
	p, s := beam.NewPipelineWithRoot()
	r := clean.Find(s, params, clean.Input{
		Documents: beam.CreateList(s, docs),
		Findings:  cleaning.Findings{Passages: beam.Create(s, found)},
	})
	left := docs[0]
	left.Text = []byte(sheep)
	passert.Equals(s, r.Documents, left)
	passert.Equals(s, r.Removed, record.Removed{
		ID: "a", Start: found.AStart, End: found.AEnd, KeptID: "a", KeptStart: found.BStart, KeptEnd: found.BEnd,
		Reason: "passage", Source: true,
	})
	passert.Equals(s, r.Dropped, record.Removed{ID: "b", End: 14, KeptID: "b", KeptEnd: 14, Reason: "document",
		Source: true})
	ptest.RunAndValidate(t, p)
}

func TestFindWithoutDocuments(t *testing.T) {
	defer func() {
		if got, want := fmt.Sprint(recover()), "Input.Documents is not set"; !strings.Contains(got, want) {
			t.Errorf("Find panics with %s, want %s", got, want)
		}
	}()
	_, s := beam.NewPipelineWithRoot()
	clean.Find(s, params, clean.Input{})
}

// A wrong parameter is an error of Validate, and a panic of Find.
func TestParams(t *testing.T) {
	for want, spoil := range map[string]func(*clean.Params){
		"Policy":        func(p *clean.Params) { p.Policy = "annotate" },
		"MinText":       func(p *clean.Params) { p.MinText = -1 },
		"MinSimilarity": func(p *clean.Params) { p.Passages.MinSimilarity = 1.5 },
		"Runs":          func(p *clean.Params) { p.Runs = 19 },
		"Exact":         func(p *clean.Params) { p.Exact = true },
		"Shards":        func(p *clean.Params) { p.Shuffle.Shards = 0 },
	} {
		bad := params
		spoil(&bad)
		var wrong *parameter.Error
		if err := bad.Validate(); !errors.As(err, &wrong) || wrong.Name != want {
			t.Errorf("%s: %v", want, err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: Find does not panic", want)
				}
			}()
			_, s := beam.NewPipelineWithRoot()
			clean.Find(s, bad, clean.Input{Documents: beam.CreateList(s, documents("a", mill))})
		}()
	}
	if err := params.Validate(); err != nil {
		t.Error(err)
	}
	defaults := clean.Defaults()
	defaults.Shuffle = params.Shuffle
	if err := defaults.Validate(); err != nil {
		t.Error(err)
	}
}

// A side or a markup that does not exist is an error that names the document.
func TestImpossibleDocument(t *testing.T) {
	for want, spoil := range map[string]func(*record.Document){
		"(b): Side is 2":   func(d *record.Document) { d.Side = 2 },
		"(b): Markup is 9": func(d *record.Document) { d.Markup = 9 },
	} {
		docs := documents("a", mill, "b", mill+sheep)
		spoil(&docs[1])
		p, s := beam.NewPipelineWithRoot()
		clean.Find(s, params, clean.Input{Documents: beam.CreateList(s, docs)})
		if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Fields choose the documents and the passages that stay, of sets and groups, too, but old documents come first.
func TestFindKeep(t *testing.T) {
	docs := documents("a", "The start. "+sheep+mill, "b", "It begins. "+mill, "c", meadow, "d", meadow, "e",
		"Alone is nothing.", "f", "Nothing is alone.", "g", sheep+"It is old.", "h", "It is new. "+sheep)
	for i, fields := range []record.Fields{`{"q":1}`, `{"q":"2"}`, `{"q":2}`, `{"q":10}`, ``, `{"q":0}`, ``,
		`{"q":9}`} {
		docs[i].Fields = fields
	}
	docs[6].Side = record.Source
	keep, err := cleaning.ParseKeep("q desc")
	if err != nil {
		t.Fatal(err)
	}
	with := params
	with.Keep = keep
	old := passage(docs[7], docs[6], sheep)
	old.Source = true
	p, s := beam.NewPipelineWithRoot()
	r := clean.Find(s, with, clean.Input{Documents: beam.CreateList(s, docs), Findings: cleaning.Findings{
		Passages: beam.Create(s, passage(docs[0], docs[1], mill), passage(docs[0], docs[7], sheep), old),
		Groups:   beam.Create(s, record.Grouped{ID: "e", Group: "e"}, record.Grouped{ID: "f", Group: "e"}),
	}})
	passert.Equals(s, beam.ParDo(s, textOf, r.Documents), "a: The start.", "b: It begins. "+mill, "d: "+meadow,
		"f: Nothing is alone.", "h: It is new.")
	ptest.RunAndValidate(t, p)

	for _, policy := range []string{cleaning.KeepLongest, cleaning.DropAll} {
		with.Policy = policy
		if err := with.Validate(); err == nil {
			t.Errorf("%s has an order of fields", policy)
		}
	}
}
