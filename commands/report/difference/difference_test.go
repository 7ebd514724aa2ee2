package difference

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
)

// show writes a side with its marks: [only here] and {replaced}.
func show(text string, marks []Mark) string {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		open, shut := "[", "]"
		if m.Replaced {
			open, shut = "{", "}"
		}
		b.WriteString(text[at:m.Start] + open + text[m.Start:m.End] + shut)
		at = m.End
	}
	return b.String() + text[at:]
}

func TestWords(t *testing.T) {
	for _, tc := range []struct{ a, b, wantA, wantB string }{
		{"", "", "", ""},
		{"The cat sat.", "the CAT, sat", "The cat sat.", "the CAT, sat"},
		{"The cat sat down.", "The cat sat.", "The cat sat [down].", "The cat sat."},
		{"The cat sat.", "The big old cat sat.", "The cat sat.", "The [big old] cat sat."},
		{"The cat sat.", "The dog sat.", "The {cat} sat.", "The {dog} sat."},
		{"one two", "three", "{one two}", "{three}"},
		{"one", "", "[one]", ""},
		{"民法典自二〇二一年起施行", "民法自二〇二〇年起施行", "民法[典]自二〇二{一}年起施行", "民法自二〇二{〇}年起施行"},
		{"a\xffb c", "a\xffb d", "a\xffb {c}", "a\xffb {d}"},
		{"une fe\u0302te, l’e\u0301te\u0301 de\u0301ja\u0300", "une fête, l’été",
			"une fe\u0302te, l’e\u0301te\u0301 [de\u0301ja\u0300]", "une fête, l’été"},
	} {
		got := Words(Side{Passage: []byte(tc.a)}, Side{Passage: []byte(tc.b)})
		if a, b := show(tc.a, got.A), show(tc.b, got.B); a != tc.wantA || b != tc.wantB {
			t.Errorf("%q, %q:\n got %q, %q\nwant %q, %q", tc.a, tc.b, a, b, tc.wantA, tc.wantB)
		}
	}
}

// Letters that the run takes to be the same are no difference, and a word that a line end divides is one word.
func TestWordsAsRead(t *testing.T) {
	side := func(text string, fold record.Fold) Side {
		return Side{Passage: []byte(text),
			Letters: analysis.LettersOf(&record.Document{Text: []byte(text), Reading: record.Reading{Fold: fold}})}
	}
	for _, tc := range []struct {
		a, b         string
		fold         record.Fold
		wantA, wantB string
	}{
		{"other deal-\n ings in it", "other dealings in that", 0, "other deal-\n ings in {it}",
			"other dealings in {that}"},
		{"μῆνιν ἄειδε θεὰ", "μηνιν αειδε", record.FoldMarks, "μῆνιν ἄειδε [θεὰ]", "μηνιν αειδε"},
		{"μῆνιν ἄειδε", "μηνιν αειδε", 0, "{μῆνιν ἄειδε}", "{μηνιν αειδε}"},
		{"the vſe of ioy", "the use of joy now", record.FoldUV | record.FoldIJ | record.FoldLongS, "the vſe of ioy",
			"the use of joy [now]"},
	} {
		got := Words(side(tc.a, tc.fold), side(tc.b, tc.fold))
		if a, b := show(tc.a, got.A), show(tc.b, got.B); a != tc.wantA || b != tc.wantB {
			t.Errorf("%q, %q:\n got %q, %q\nwant %q, %q", tc.a, tc.b, a, b, tc.wantA, tc.wantB)
		}
	}
}

// A long part without a run in common is not compared, and the result says so.
func TestWordsPartly(t *testing.T) {
	a, b := strings.Repeat("one ", maxWords), strings.Repeat("two ", maxWords)
	if r := Words(Side{Passage: []byte(a)}, Side{Passage: []byte(b)}); !r.Partly || r.Common != 0 {
		t.Errorf("partly %v, %d in common", r.Partly, r.Common)
	}
	if r := Words(Side{Passage: []byte(a[:400])}, Side{Passage: []byte(b[:400])}); r.Partly {
		t.Error("a short part is not compared")
	}
}

// A range may end a word or two before the one beside it, or begin behind it, in all scripts.
func TestWordsAtEnds(t *testing.T) {
	for _, tc := range []struct{ a, b, wantA, wantB string }{ // before|passage|behind
		{"|the cat sat down|.", "|the cat sat| down. Then", "the cat sat down", "the cat sat"},
		{"|the cat sat down there|.", "|the cat sat| down. Then", "the cat sat down [there]", "the cat sat"},
		{"|the cat sat| down", "|the cat sat down|", "the cat sat", "the cat sat down"},
		{"|so the cat sat|", "And so |the cat sat|", "so the cat sat", "the cat sat"},
		{"|or so the cat sat|", "And so |the cat sat|", "[or] so the cat sat", "the cat sat"},
		{"so |the cat sat|", "|so the cat sat| still", "the cat sat", "so the cat sat"},
		{"|the cat sat down|", "|the cat sat up| down", "the cat sat {down}", "the cat sat {up}"},
		{"|the cat sat down|", "|the cat sat| up", "the cat sat [down]", "the cat sat"},
		{"|خرج الناس من بيوتهم|", "|خرج الناس من| بيوتهم، وذهبوا", "خرج الناس من بيوتهم", "خرج الناس من"},
		{"|\u200fخرج الناس من \u202bبيوتهم\u202c|", "|خرج الناس من| \u200fبيوتهم\u200f،",
			"\u200fخرج الناس من \u202bبيوتهم\u202c", "خرج الناس من"},
		{"|יצאו האנשים מבתיהם|", "|יצאו האנשים| מִבָּתֵּיהֶם", "יצאו האנשים [מבתיהם]", "יצאו האנשים"},
		{"|יצאו האנשים מבתיהם|", "|יצאו האנשים| מבתיהם.", "יצאו האנשים מבתיהם", "יצאו האנשים"},
		{"|लोग अपने घरों से|", "|लोग अपने घरों| से निकले।", "लोग अपने घरों से", "लोग अपने घरों"},
		{"|ในวันนั้น|", "|ในวัน|นั้นผู้คน", "ในวันนั้น", "ในวัน"},
		{"|在本月第一天|", "|在本月第一|天开会", "在本月第一天", "在本月第一"},
	} {
		var sides [2]Side
		for i, text := range []string{tc.a, tc.b} {
			parts := strings.Split(text, "|")
			sides[i] = Side{Before: []byte(parts[0]), Passage: []byte(parts[1]), Behind: []byte(parts[2])}
		}
		got := Words(sides[0], sides[1])
		if a, b := show(string(sides[0].Passage), got.A), show(string(sides[1].Passage), got.B); a != tc.wantA ||
			b != tc.wantB {
			t.Errorf("%s, %s:\n got %q, %q\nwant %q, %q", tc.a, tc.b, a, b, tc.wantA, tc.wantB)
		}
	}
}

// unmarked returns the hashes of the words that no mark contains.
func unmarked(text string, marks []Mark) []uint32 {
	var left []uint32
	for _, w := range token.Append(nil, []byte(text)) {
		in := false
		for _, m := range marks {
			in = in || int(w.Start) >= m.Start && int(w.End) <= m.End
		}
		if !in {
			left = append(left, w.Hash)
		}
	}
	return left
}

// hold checks what is true of every comparison: the words without a mark are the same ones in
// the same order on both sides.
func hold(t *testing.T, a, b string) Result {
	t.Helper()
	r := Words(Side{Passage: []byte(a)}, Side{Passage: []byte(b)})
	left, right := unmarked(a, r.A), unmarked(b, r.B)
	if diff := cmp.Diff(left, right); diff != "" {
		t.Fatalf("%.200q, %.200q: words without a mark differ (-a +b):\n%.500s", a, b, diff)
	}
	if r.Common != len(left) {
		t.Fatalf("%.200q, %.200q: %d words in common, %d have no mark", a, b, r.Common, len(left))
	}
	return r
}

// common is the obvious length of a longest common subsequence of words.
func common(a, b string) int {
	x, y := unmarked(a, nil), unmarked(b, nil)
	best := make([][]int, len(x)+1)
	for i := range best {
		best[i] = make([]int, len(y)+1)
	}
	for i := range x {
		for k := range y {
			if best[i+1][k+1] = max(best[i][k+1], best[i+1][k]); x[i] == y[k] {
				best[i+1][k+1] = max(best[i+1][k+1], best[i][k]+1)
			}
		}
	}
	return best[len(x)][len(y)]
}

// Few words are compared as well as they can be.
func FuzzWords(f *testing.F) {
	f.Add("a b c d", "b c x d")
	f.Add("民法典", "民法")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 1000 {
			return
		}
		r := hold(t, a, b)
		if r.WordsA+r.WordsB <= fewWords {
			if want := common(a, b); r.Common != want {
				t.Errorf("%q, %q: %d words in common, there are %d", a, b, r.Common, want)
			}
		}
	})
}

// Long passages, with edits, moves and nothing in common.
func TestLongWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var a []string
	for range 30_000 {
		a = append(a, fmt.Sprint("w", rng.IntN(3000)))
	}
	b := append([]string{}, a...)
	edits := 0
	for i := 50; i < len(b); i += 100 {
		b[i] = "edited"
		edits++
	}
	r := hold(t, strings.Join(a, " "), strings.Join(b, " "))
	if want := len(a) - edits; r.Common < want {
		t.Errorf("%d words in common, want %d", r.Common, want)
	}
	hold(t, strings.Join(a, " "), strings.Join(append(a[10_000:], a[:10_000]...), " "))
	hold(t, strings.Repeat("x ", 20_000), strings.Repeat("y ", 20_000))
	hold(t, strings.Repeat("x y ", 20_000), strings.Repeat("y x ", 19_000))
}
