package seedextend

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/ends"
)

// aligned aligns two texts and returns the passages with their texts.
func aligned(t *testing.T, p params, a, b string) (ps []Passage, texts [][2]string) {
	t.Helper()
	da, db := aligntest.Document(a), aligntest.Document(b)
	ps = newWorker(p).Align(nil, da, db, nil)
	for _, x := range ps {
		u, v := x.text(t, a, b, da, db)
		texts = append(texts, [2]string{u, v})
	}
	return ps, texts
}

func TestAlign(t *testing.T) {
	join := aligntest.Join
	p, q, r := aligntest.Prose(1, 40), aligntest.Prose(2, 40), aligntest.Prose(3, 40)
	passage := join(p[10:16])
	reordered := join([]string{p[13], p[10], p[15], p[11], p[14], p[12]})
	changed := join(p[10:13]) + strings.Replace(p[13], p[13][:strings.IndexByte(p[13], ' ')], "another", 1) +
		join(p[14:16])
	for _, tc := range []struct {
		name string
		a, b string
		kind Kind
		want [][2]string
	}{
		{"nothing in common", join(p), join(q), 0, nil},
		{"empty", "", join(q), 0, nil},
		{"a copied passage", join(p), join(q[:20]) + passage + join(q[20:]), Verbatim, [][2]string{{passage, passage}}},
		{"at the head and at the end", passage + join(q), join(r) + passage, Verbatim, [][2]string{{passage, passage}}},
		{"a word changed", join(p), join(q[:20]) + changed + join(q[20:]), Reworded, [][2]string{{passage, changed}}},
		{"sentences in another order", join(p), join(q[:20]) + reordered + join(q[20:]), Reworded,
			[][2]string{{passage, reordered}}},
		{"a whole copy is one passage", join(p), join(p), Verbatim, [][2]string{{join(p), join(p)}}},
		{"a whole copy with a chapter more", join(p), join(p[:20]) + join(q) + join(p[20:]), Verbatim,
			[][2]string{{join(p[:20]), join(p[:20])}, {join(p[20:]), join(p[20:])}}},
		{"twice, far apart", join(p), join(q[:10]) + passage + join(q[10:29]) + passage + join(q[29:]), Verbatim,
			[][2]string{{passage, passage}, {passage, passage}}},
		{"twice, two sentences between", join(p), join(q[:10]) + passage + join(q[10:12]) + passage + join(q[12:]),
			Verbatim, [][2]string{{passage, passage}, {passage, passage}}},
		{"twice, side by side", join(p), join(q[:10]) + passage + passage + join(q[12:]), Verbatim,
			[][2]string{{passage, passage}, {passage, passage}}},
		{"no sentence ends", strings.ReplaceAll(passage, ".", ""), strings.ReplaceAll(join(q)+passage, ".", ""),
			Verbatim, [][2]string{{strings.ReplaceAll(passage, ".", ""), strings.ReplaceAll(passage, ".", "")}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ps, got := aligned(t, measured(Params{}), tc.a, tc.b)
			for x := range tc.want {
				tc.want[x] = [2]string{strings.TrimSpace(tc.want[x][0]), strings.TrimSpace(tc.want[x][1])}
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("passages %q, want %q", got, tc.want)
			}
			for _, x := range ps {
				if x.Kind != tc.kind {
					t.Errorf("kind %v, want %v", x.Kind, tc.kind)
				}
				if x.Matched == 0 || x.Similarity <= .38 || x.Similarity > 1+1e-12 {
					t.Errorf("matched %d, similarity %v", x.Matched, x.Similarity)
				}
			}
		})
	}
}

func TestAlignChinese(t *testing.T) {
	const (
		law   = "公民应当遵守宪法和法律。国家保护公民的合法财产不受任何侵犯。任何单位和个人不得侵占或者破坏自然资源。国务院每年向大会报告工作。全国人民代表大会会议每年举行一次。学校应当建立健全安全制度加强管理。"
		other = "本条例自公布之日起施行。水库大坝的建设必须符合技术标准。取水许可由水行政主管部门审批。船舶应当悬挂旗帜航行。"
	)
	_, got := aligned(t, measured(Params{}), law, other+law)
	if want := [][2]string{{law, law}}; !slices.Equal(got, want) {
		t.Errorf("passages %q, want %q", got, want)
	}
}

// Within one document a passage that stands at two places is found once, the earlier
// place first, and nothing is found where nothing stands twice.
func TestAlignWithinOneDocument(t *testing.T) {
	p, q := aligntest.Prose(1, 40), aligntest.Prose(2, 40)
	passage := aligntest.Join(p[10:16])
	w := NewWorker(Params{})
	if d := aligntest.Document(aligntest.Join(p)); len(w.Align(nil, d, d, nil)) != 0 {
		t.Error("a passage in a document without repetition")
	}
	text := aligntest.Join(p) + aligntest.Join(q[:20]) + passage + aligntest.Join(q[20:])
	d := aligntest.Document(text)
	ps := w.Align(nil, d, d, nil)
	if len(ps) != 1 || ps[0].Kind != Verbatim || ps[0].A1 > ps[0].B0 {
		t.Fatalf("passages %+v, want one verbatim", ps)
	}
	if a, b := ps[0].text(t, text, text, d, d); a != strings.TrimSpace(passage) || b != a {
		t.Errorf("passage %q and %q, want %q", a, b, passage)
	}
}

// exchanged aligns b with a and exchanges the sides of the result.
func exchanged(w *Worker, a, b *Document, hits []Hit) []Passage {
	back := make([]Hit, len(hits))
	for x, h := range hits {
		back[x] = aligntest.Hit(h.B, h.A)
	}
	SortHits(back)
	ps := w.Align(nil, b, a, back)
	for x, p := range ps {
		ps[x] = Passage{p.B0, p.B1, p.A0, p.A1, p.Kind, p.Matched, p.Similarity, p.Shared, p.Evidence}
	}
	slices.SortFunc(ps, comparePassages)
	return ps
}

// The answer is the same, to the last bit, when the documents are exchanged.
func TestAlignDoesNotDependOnOrder(t *testing.T) {
	w := NewWorker(Params{})
	var docs []*Document
	for _, text := range licences(t) {
		docs = append(docs, aligntest.Document(text))
	}
	found := 0
	for x, a := range docs {
		for _, b := range docs[:x] {
			got, want := exchanged(w, a, b, nil), w.Align(nil, a, b, nil)
			if !slices.Equal(got, want) {
				t.Fatalf("exchanged: %+v, want %+v", got, want)
			}
			found += len(got)
		}
	}
	if found < 100 {
		t.Errorf("%d passages among the licences, want more", found)
	}
}

func FuzzAlign(f *testing.F) {
	f.Add(uint64(1), uint64(0))
	f.Add(uint64(2), uint64(1))
	f.Fuzz(func(t *testing.T, seed, directed uint64) {
		r := rand.New(rand.NewPCG(seed, 7))
		sentences := aligntest.Prose(seed|1, 12) // both documents are made of these, so they repeat a lot
		text := func() string {
			var s []string
			for range 1 + r.IntN(40) {
				s = append(s, sentences[r.IntN(len(sentences))])
			}
			words := strings.Fields(aligntest.Join(s))
			for x := range words {
				if r.IntN(12) == 0 {
					words[x] = words[r.IntN(len(words))]
				}
			}
			return strings.Join(words, " ")
		}
		a, b := aligntest.Document(text()), aligntest.Document(text())
		var hits []Hit
		for range r.IntN(5) {
			hits = append(hits, aligntest.Hit(uint32(r.IntN(int(a.UnitCount()))), uint32(r.IntN(int(b.UnitCount())))))
		}
		SortHits(hits)
		p := measured(Params{})
		p.Directed = directed%2 == 1
		w := newWorker(p)
		ps := w.Align(nil, a, b, hits)
		for x, p := range ps {
			if p.A0 >= p.A1 || int(p.A1) > len(a.Words) || p.B0 >= p.B1 || int(p.B1) > len(b.Words) {
				t.Fatalf("passage %+v of %d and %d words", p, len(a.Words), len(b.Words))
			}
			if x > 0 && comparePassages(ps[x-1], p) >= 0 {
				t.Errorf("passages %+v and %+v are not sorted", ps[x-1], p)
			}
			lengthA, lengthB := a.Length(aligntest.Span(p.A0, p.A1), 2.5), b.Length(aligntest.Span(p.B0, p.B1), 2.5)
			if min(lengthA, lengthB) < ends.MinChars {
				t.Errorf("passage %+v is too short", p)
			}
			if same := slices.Equal(a.Words[p.A0:p.A1], b.Words[p.B0:p.B1]); same != (p.Kind == Verbatim) &&
				p.Kind != Summary {
				t.Errorf("kind %v, same words: %v", p.Kind, same)
			}
		}
		if got := exchanged(w, a, b, hits); directed%2 == 0 && !slices.Equal(got, ps) {
			t.Errorf("exchanged: %+v, want %+v", got, ps)
		}
		for _, p := range w.Align(nil, a, a, nil) {
			if p.A1 > p.B0 {
				t.Errorf("passage %+v overlaps its copy", p)
			}
		}
		if again := w.Align(nil, a, b, hits); !slices.Equal(again, ps) {
			t.Errorf("again: %+v, want %+v", again, ps)
		}
	})
}

func TestAlignAppends(t *testing.T) {
	d := aligntest.Document(aligntest.Text(1, 10))
	ps := NewWorker(Params{}).Align([]Passage{{A0: 99}}, d, aligntest.Document(aligntest.Text(1, 10)), nil)
	if len(ps) != 2 || ps[0].A0 != 99 {
		t.Errorf("passages %+v, want one more behind the first", ps)
	}
}

func TestAlignDoesNotAllocate(t *testing.T) {
	ls := licences(t)
	a, b := aligntest.Document(ls[4]), aligntest.Document(ls[11])
	w := NewWorker(Params{})
	var ps []Passage
	align := func() {
		ps = w.Align(ps[:0], a, b, nil)
		ps = w.Align(ps[:0], b, b, nil)
	}
	align()
	if n := testing.AllocsPerRun(10, align); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestParamsValidate(t *testing.T) {
	if err := (Params{QuoteChars: 20}).Validate(); err != nil {
		t.Error(err)
	}
	for _, chars := range []float64{-1, math.NaN()} {
		err := Params{QuoteChars: chars}.Validate()
		if err == nil || !strings.Contains(err.Error(), "QuoteChars is") {
			t.Errorf("Validate() = %v with QuoteChars %v", err, chars)
		}
	}
}

func TestKindString(t *testing.T) {
	for k, want := range map[Kind]string{Verbatim: "verbatim", Reworded: "reworded", Summary: "summary", 9: "Kind(9)"} {
		if got := k.String(); got != want {
			t.Errorf("Kind %d is %q, want %q", uint8(k), got, want)
		}
	}
}
