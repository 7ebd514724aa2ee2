package seedextend

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/commonrun"
)

// likeness returns two texts that share so many of their sentences, each with a word in every some of them exchanged.
func likeness(random *rand.Rand, sentences, shared, some int) (a, b string) {
	s, t := prose(random.Uint64()|1, sentences), prose(random.Uint64()|1, sentences)
	at := random.IntN(sentences - shared + 1)
	for x := range shared {
		words := strings.Fields(s[x])
		for k := random.IntN(some); k < len(words)-1; k += 1 + random.IntN(2*some) {
			words[k] = strings.Fields(t[0])[k%8]
		}
		t[at+x] = strings.Join(words, " ") + " "
	}
	return strings.Join(s, ""), strings.Join(t, "")
}

// What MayShow refuses has no passage, and much is refused. What has a passage without a rare run is let through.
func TestMayShow(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	w := NewWorker(Params{})
	refused, dropped, reported := 0, 0, 0
	for range 3000 {
		sentences := 3 + random.IntN(20)
		textA, textB := likeness(random, sentences, 1+random.IntN(sentences), 1+random.IntN(12))
		a, b := document(textA), document(textB)
		shared := Shared{RareKnown: true}
		may := w.MayShow(a, b, shared)
		got := w.AlignIn(nil, a, b, shared)
		switch {
		case !may && len(got) > 0:
			t.Fatalf("refused, with %+v:\n%s\n%s", got, textA, textB)
		case !may:
			refused++
			dropped += w.Formulas
		default:
			reported += len(got)
		}
	}
	if refused < 1000 || dropped < 300 || reported < 300 {
		t.Errorf("%d pairs refused, with %d set phrases; %d passages: the test has to have more", refused,
			dropped, reported)
	}
}

// A bound that knows too little lets everything through: where a run is rare, in one document, where nothing is known
// of a collection or asked of it, and for a copied word of the length of a copy.
func TestMayShowKnows(t *testing.T) {
	s := prose(7, 30)
	a, b := document(strings.Join(s[:15], "")), document(strings.Join(s[14:], ""))
	if w := NewWorker(Params{}); w.MayShow(a, b, Shared{RareKnown: true}) {
		t.Fatal("two texts with one sentence in common may have a passage")
	}
	word := strings.Repeat("longest", 30) + ". "
	free := measured(Params{})
	free.EvidentRuns = 0
	short := measured(Params{})
	short.QuoteChars = 20
	for _, tc := range []struct {
		name   string
		params params
		a, b   *Document
		shared Shared
	}{
		{"a rare run", measured(Params{}), a, b, Shared{RareKnown: true, Rare: []Hit{{0, 0}}}},
		{"a quotation", short, a, b, Shared{RareKnown: true, CopiesOnly: true, Rare: []Hit{{0, 0}, {0, 1}, {1, 1}}}},
		{"nothing is known", measured(Params{}), a, b, Shared{}},
		{"nothing is asked", free, a, b, Shared{RareKnown: true}},
		{"one document", measured(Params{}), a, a, Shared{RareKnown: true}},
		{"the same text", measured(Params{}), a, document(strings.Join(s[:15], "")), Shared{RareKnown: true}},
		{"a long word", measured(Params{}), document(s[0] + word), document(s[1] + word), Shared{RareKnown: true}},
	} {
		if !newWorker(tc.params).MayShow(tc.a, tc.b, tc.shared) {
			t.Errorf("%s: refused", tc.name)
		}
	}
}

// Wherever some runs make the amount, amounts says so.
func TestAmounts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	enough, refused := 0, 0
	for range 2000 {
		var at []uint32
		share := random.Float64()
		for x := range uint32(40 + random.IntN(500)) {
			if random.Float64() < share {
				at = append(at, x)
			}
		}
		want := false
		for x := range at {
			for y := x; y < len(at); y++ {
				want = want || amount(y-x+1, int(at[y]-at[x])+evidenceWords) >= measured(Params{}).EvidentRuns
			}
		}
		got := amounts(at, measured(Params{}).EvidentRuns)
		if want && !got {
			t.Fatalf("runs at %v make the amount", at)
		}
		if want {
			enough++
		} else if !got {
			refused++
		}
	}
	if enough < 100 || refused < 500 {
		t.Errorf("%d enough, %d refused: the test has to have more", enough, refused)
	}
}

// appendRuns finds the runs with both bits, as one after the other would, and all that the document has.
func FuzzAppendRuns(f *testing.F) {
	f.Add([]byte("abcdefgh"), []byte("xbcdyefgh"))
	f.Add([]byte("ab"), []byte("ab"))
	f.Add([]byte(""), []byte("abc"))
	f.Fuzz(func(t *testing.T, da, db []byte) {
		a, b := fromBytes(da).Words, fromBytes(db)
		b.markRuns()
		has := func(bit uint64) bool { return b.runs[bit/64]>>(bit%64)&1 == 1 }
		want := []uint32{99}
		for x := 0; x+evidenceWords <= len(a); x++ {
			first, second := runAt(a[x], a[x+1], a[x+2], uint64(len(b.runs))*64)
			if has(first) && has(second) {
				want = append(want, uint32(x))
			}
		}
		got := b.appendRuns([]uint32{99}, a)
		if !slices.Equal(got, want) {
			t.Errorf("runs at %d, want %d", got, want)
		}
		(&commonrun.Marker{}).EachGram(a, b.Words, evidenceWords, func(x int) {
			if !slices.Contains(got[1:], uint32(x)) {
				t.Errorf("no run at %d, which the document has", x)
			}
		})
	})
}
