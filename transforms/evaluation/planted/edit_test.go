package planted

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func newGarden() *garden {
	return &garden{r: rand.New(rand.NewPCG(1, 1)), words: words{spaced: []string{"NEW"}, han: []string{"新"}}}
}

func TestApply(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		ops        []op
		want       string
	}{
		{"nothing", "The cat, it sat.", []op{keep, keep, keep, keep}, "The cat, it sat."},
		{"replace", "The cat, it sat.", []op{keep, replace, keep, keep}, "The NEW, it sat."},
		{"remove inside", "The cat, it sat.", []op{keep, remove, keep, keep}, "The, it sat."},
		{"remove the first", "The cat, it sat.", []op{remove, keep, keep, keep}, "cat, it sat."},
		{"remove the last", "The cat, it sat.", []op{keep, keep, keep, remove}, "The cat, it."},
		{"remove the first two", "The cat sat.", []op{remove, remove, keep}, "sat."},
		{"too short to remove from", "It sat.", []op{remove, keep}, "NEW sat."},
		{"insert", "The cat, it sat.", []op{insert, keep, insert, keep}, "NEW The cat, NEW it sat."},
		{"swap", "The cat, it sat.", []op{keep, swap, keep, keep}, "The it, cat sat."},
		{"swap with an edited word", "The cat, it sat.", []op{keep, swap, remove, keep}, "The NEW, sat."},
		{"swap the last", "The cat, it sat.", []op{keep, keep, keep, swap}, "The cat, it NEW."},
		{"Han", "猫在垫上。", []op{replace, remove, insert, keep}, "新新垫上。"},
		{"Han clauses", "猫来，狗去。", []op{swap, keep, keep, keep}, "狗去，猫来。"},
		{"one Han clause", "猫来。", []op{swap, keep}, "新来。"},
		{"mixed", "用 Go 写", []op{keep, replace, replace}, "用 NEW 新"},
		{"no word", "...", nil, "..."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := newGarden().apply(tc.text, tc.ops); got != tc.want {
				t.Errorf("apply(%q, %v) = %q, want %q", tc.text, tc.ops, got, tc.want)
			}
		})
	}
}

// Exactly the share asked for is edited, whatever the draw.
func TestEditShare(t *testing.T) {
	g := newGarden()
	for range 50 {
		in := []sentence{
			{text: strings.Repeat("word ", 60), words: 60},
			{text: strings.Repeat("hot ", 30), words: 30, boiler: true},
			{text: strings.Repeat("word ", 40), words: 40},
		}
		g.edit(in, .1)
		kept := strings.Count(in[0].text+in[2].text, "word")
		added := strings.Count(in[0].text+in[2].text, "NEW")
		// A replaced word is kept one less, added one more; and so on for 10 edits.
		if 100-kept > 10 || added > 10 || (100-kept)+added < 10 {
			t.Errorf("%d of 100 words kept, %d added; want 10 edits", kept, added)
		}
		if in[1].text != strings.Repeat("hot ", 30) {
			t.Errorf("the boilerplate was edited: %q", in[1].text)
		}
	}
}

func TestOther(t *testing.T) {
	g := newGarden()
	if got := g.words.other(g.r, "old"); got != "NEW" {
		t.Errorf("other(old) = %q, want NEW", got)
	}
	if got := g.words.other(g.r, "new"); got != "newnew" {
		t.Errorf("other(new) = %q, want another word", got)
	}
}

func TestSwapClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, tc := range []struct {
		in   string
		want []string // any of them
	}{
		{"", []string{""}},
		{"一句。", []string{"一句。"}},
		{"甲，乙。", []string{"乙，甲。"}},
		{"甲；乙，丙！”", []string{"乙；甲，丙！”", "甲；丙，乙！”"}},
	} {
		if got := swapClauses(r, tc.in); !slices.Contains(tc.want, got) {
			t.Errorf("swapClauses(%q) = %q, want one of %q", tc.in, got, tc.want)
		}
	}
}

func TestReorder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		in := []sentence{{text: "a"}, {text: "b"}, {text: "b"}}
		before := slices.Clone(in)
		if reorder(r, in); slices.Equal(in, before) {
			t.Error("reorder left the order as it was")
		}
	}
	same := []sentence{{text: "a"}, {text: "a"}}
	reorder(r, same) // must end
	one := []sentence{{text: "a"}}
	reorder(r, one)
}

func TestSetCase(t *testing.T) {
	for style, want := range []string{"don't stop, 中文 ok", "DON'T STOP, 中文 OK", "Don't Stop, 中文 Ok"} {
		if got := setCase("Don't STOP, 中文 ok", style); got != want {
			t.Errorf("setCase(%d) = %q, want %q", style, got, want)
		}
	}
}

func TestRepunctuateKeepsWordsAndStops(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const in = "It’s 1,234.5 “now”, he said; go. 他说，好。"
	changed := 0
	for range 100 {
		got := repunctuate(r, in)
		if !slices.Equal(wordsOf(got), wordsOf(in)) || !strings.Contains(got, "1,234.5") ||
			!strings.Contains(got, "go.") {
			t.Fatalf("repunctuate changed words or stops: %q", got)
		}
		if got != in {
			changed++
		}
	}
	if changed == 0 {
		t.Error("repunctuate changes nothing")
	}
}

func TestInsertJoins(t *testing.T) {
	draftOf := func(ss ...sentence) *draft { return &draft{sentences: ss} }
	for _, tc := range []struct {
		name string
		d    *draft
		p    int
		in   sentence
		want string
	}{
		{"inside", draftOf(sentence{text: "A.", gap: " "}, sentence{text: "B.", gap: "\n\n"}), 1,
			sentence{text: "X.", gap: "\t"}, "A. X. B."},
		{"at the head", draftOf(sentence{text: "A.", gap: " "}, sentence{text: "B.", gap: "\n\n"}), 0,
			sentence{text: "X.", gap: "\t"}, "X. A. B."},
		{"at the end", draftOf(sentence{text: "A.", gap: " "}, sentence{text: "B.", gap: "\n\n"}), 2,
			sentence{text: "X.", gap: "\t"}, "A. B. X."},
		{"Chinese", draftOf(sentence{text: "甲。"}, sentence{text: "乙。", gap: "\n"}), 1,
			sentence{text: "丙。", gap: "\n"}, "甲。丙。乙。"},
		{"a heading keeps its line", draftOf(sentence{text: "A.", gap: " "}, sentence{text: "B."}), 1,
			sentence{text: "Head", gap: "\n"}, "A. Head\nB."},
		{"nothing is glued", draftOf(sentence{text: "甲。"}, sentence{text: "B."}), 1, sentence{text: "Head"},
			"甲。Head B."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.d.insert(tc.p, []sentence{tc.in})
			got, starts, ends := tc.d.render()
			if got != tc.want {
				t.Errorf("text %q, want %q", got, tc.want)
			}
			if at := cutOut(got, rangeOf(starts[tc.p], ends[tc.p])); at != tc.in.text {
				t.Errorf("the place of the insertion holds %q, want %q", at, tc.in.text)
			}
		})
	}
}

func TestCutText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	long := strings.Repeat("endless ", 200)
	drafts, cut := cutText(r, []Document{
		{"a", "One two three four five six seven. Eight nine ten eleven twelve. \xff\xfe Bad bytes are here now and stay. " + long + "."},
		{"b", "One two three four five six seven. He nodded. He nodded. He nodded."},
	}, 300, false)
	if cut.Long != 1 || cut.Repeated != 1 || cut.Documents != len(drafts) {
		t.Errorf("cut = %+v, want one long sentence and one repeated: short ones may repeat", cut)
	}
	for _, d := range drafts {
		if text, _, _ := d.render(); !utf8.ValidString(text) {
			t.Errorf("invalid UTF-8 is left in %q", text)
		}
	}
	if got := valid("a\xff\xfeb"); got != "a\ufffd\ufffdb" {
		t.Errorf("valid = %q, want one replacement character for each bad byte", got)
	}
	if drafts, cut = cutText(r, nil, 300, false); len(drafts) != 0 || cut != (Cut{}) {
		t.Errorf("no text gives %d drafts, %+v", len(drafts), cut)
	}
}

func FuzzPlant(f *testing.F) {
	f.Add("One day the cat sat, and it was so. Two go. 三，三三。", uint64(1))
	f.Add("\xff. The end! A b c d e f! \n\n中文，中文；中文。", uint64(2))
	f.Fuzz(func(t *testing.T, s string, seed uint64) {
		var text []Document
		for i := range 40 {
			text = append(text, Document{Text: strings.Repeat(s, 10+i%5)})
		}
		c, err := Plant(Params{Seed: seed, Size: 400, PerThousand: 20, Boilerplate: .5, KeepRepeats: true}, text)
		if err != nil {
			return
		}
		size := map[string]int{}
		for _, d := range c.Documents {
			if !utf8.ValidString(d.Text) {
				t.Fatalf("%q is not valid UTF-8", d.Text)
			}
			size[d.ID] = utf8.RuneCountInString(d.Text)
		}
		for _, p := range c.Cases {
			if p.AStart < 0 || p.AStart >= p.AEnd || p.AEnd > size[p.A] || p.BStart < 0 || p.BStart >= p.BEnd ||
				p.BEnd > size[p.B] {
				t.Fatalf("%v is not in its documents of %d and %d characters", p, size[p.A], size[p.B])
			}
		}
	})
}
