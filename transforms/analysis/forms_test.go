package analysis

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/unit"
)

// formTexts are texts in which the forms differ: in bytes, in code points, in where lines are wrapped.
var formTexts = []string{
	"Dans l’été, près de là, M. Éluard lut «Élégie» à Zoé… Où était-ce? Ça!\nUne ligne très courte à côté\n" +
		"Été après été, la même forêt, les mêmes bêtes: voilà où nous étions.\n\nÀ. Zoë s’étonna.",
	"Μῆνιν ἄειδε, θεά, Πηληϊάδεω Ἀχιλῆος· τῷ δ’ ᾠδῇ. Ποῦ εἶ; Ἐν τῇ ἀγορᾷ. Ἄνδρα μοι ἔννεπε, μοῦσα.",
	"ガラスのコップが割れた。「大丈夫ですか？」と聞かれた。バスで学校へ行く。",
	"한국어 문장이다. 이것은 두 번째 문장이다! 셋째?",
	"שָׁלוֹם עֲלֵיכֶם. בְּרֵאשִׁית בָּרָא אֱלֹהִים.",
	"مُحَمَّدٌ رَسُولُ اللَّهِ. آمَنَ النَّاسُ؟ نعم.",
	"हिन्दी में क़लम। वह ड़ा है। फिर?",
	"Tiếng Việt rất đẹp. Ở đây có nhiều người? Đúng vậy!",
	"豈\uf900 中文。ｅ\u0301 x = y \u2260 z.",
}

// view is what is known of a document, apart from where it stands.
type view struct {
	Words, Ends, Terms, Visible []uint32
	Joined, Altered, Named      []bool
	Sentences                   []int // words
	Kept                        []string
}

func viewOf(text string, markup record.Markup) view {
	an := Analyser{Places: true}
	a, e := an.Analyse(&record.Document{ID: "x", Text: []byte(text), Markup: markup})
	spans, err := new(record.Spans).Read(a.Spans, len(a.Words))
	if err != nil {
		panic(err)
	}
	v := view{Words: a.Words, Ends: a.Ends, Altered: spans.Altered, Named: spans.Named}
	v.Terms = unit.Terms(nil, a.Words, spans.From, spans.To, spans.Joined)
	v.Visible = unit.AppendVisible(nil, spans.From, spans.To, spans.Hidden)
	for _, s := range e.Sentences {
		v.Sentences = append(v.Sentences, int(s.Words))
		v.Kept = append(v.Kept, norm.NFC.String(text[s.ByteStart:s.ByteEnd]))
	}
	runes := []rune(text)
	for i := range spans.From { // words are at the same bytes and code points
		r := spans.Range(uint32(i), uint32(i+1))
		piece := text[r.ByteStart:r.ByteEnd]
		if piece != string(runes[spans.From[i]:spans.To[i]]) {
			panic("code points and bytes differ: " + piece)
		}
		v.Kept = append(v.Kept, norm.NFC.String(piece))
	}
	return v
}

// Canonically equal documents have the same words, sentences and lengths.
func TestFormsOfDocuments(t *testing.T) {
	for _, text := range formTexts {
		for _, markup := range []record.Markup{record.Plain, record.HTML} {
			want := viewOf(norm.NFC.String(text), markup)
			if diff := cmp.Diff(want, viewOf(norm.NFD.String(text), markup)); diff != "" {
				t.Errorf("%s: in NFD (-NFC +NFD):\n%s", text, diff)
			}
		}
	}
}

// WordsOf has the sentences of Split for each form.
func TestWordsOfForms(t *testing.T) {
	for _, text := range formTexts {
		_, want := WordsOf(&record.Document{Text: []byte(norm.NFC.String(text))})
		_, got := WordsOf(&record.Document{Text: []byte(norm.NFD.String(text))})
		if !slices.EqualFunc(want, got, func(a, b []Word) bool { return slices.Equal(a, b) }) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// A document with divided words has the words of one without, and the same sentences.
func TestDividedForms(t *testing.T) {
	const whole = "M. Éluard gave some information\nto the committee of the whole house, which heard\n" +
		"him. It was of opinion that nothing could\nbe done."
	const divided = "M. Élu-\nard gave some infor\u00ad \r\n mation\nto the com\u2010\n" +
		"mittee of the whole house, which heard\nhim. It was of opin¬\nion that nothing could\nbe done."
	want, got := viewOf(whole, record.Plain), viewOf(divided, record.Plain)
	if got.Kept[len(got.Kept)-3] != "could" || !slices.Contains(got.Kept, "infor\u00ad \r\n mation") {
		t.Errorf("the words stand at %q", got.Kept)
	}
	want.Kept, got.Kept = nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// In a page a line break is white space.
	if got := viewOf("<p>some infor-\nmation", record.HTML).Words; len(got) != 3 {
		t.Errorf("%d words of a page, want 3", len(got))
	}
}
