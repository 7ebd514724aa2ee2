package overlap

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"
)

// wordsOf returns a number for each word of a text.
func wordsOf(text string) (words []uint32) {
	for _, w := range strings.Fields(text) {
		words = append(words, uint32(xxhash.Sum64String(w)))
	}
	return words
}

// runsOf returns the runs of a document and one item.
func runsOf(doc, item []uint32) []Run {
	for _, m := range NewTable([]Item{{Benchmark: "b", ID: "a", Words: item}}).Scan(doc) {
		return m.Runs
	}
	return nil
}

const item = "a b c d e f g h i j k l m n o p q r s t" // 20 words

// TestGPT3 has the examples of the n of GPT-3: the 5th percentile of the lengths, from 8 to 13.
func TestGPT3(t *testing.T) {
	hundred := make([]int, 100)
	for i := range hundred {
		hundred[i] = 7 + i // the fifth smallest is 11
	}
	for _, tc := range []struct {
		lengths []int
		want    int
	}{{[]int{3}, 8}, {[]int{40, 50}, 13}, {hundred, 11}, {[]int{12}, 12}} {
		if got := GPT3N(tc.lengths); got != tc.want {
			t.Errorf("%v: n is %d, want %d", tc.lengths, got, tc.want)
		}
	}
	// 13 words in one piece are shared, and 12 are not
	for doc, want := range map[string]int{"x a b c d e f g h i j k l m y": 13,
		"x a b c d e f g h i j k l y m n o": 12} {
		if got := Longest(runsOf(wordsOf(doc), wordsOf(item))); got != want {
			t.Errorf("%q: the longest run has %d words, want %d", doc, got, want)
		}
	}
}

// TestPaLM: of the 13 8-grams of 20 words, 10 words in one piece have 3, and those of two documents count together.
func TestPaLM(t *testing.T) {
	words := wordsOf(item)
	one := Grams(runsOf(wordsOf("x a b c d e f g h i j y"), words), PaLMWords)
	two := Grams(runsOf(wordsOf("c d e f g h i j k l m n o p"), words), PaLMWords)
	if n := GramsOf(len(words), PaLMWords); n != 13 || one.Len() != 3 || two.Len() != 7 {
		t.Errorf("%d and %d of %d, want 3 and 7 of 13", one.Len(), two.Len(), n)
	}
	if one.Union(two); one.Len() != 9 { // a, b, and c to i
		t.Errorf("both have %d, want 9", one.Len())
	}
	if none := Grams(runsOf(wordsOf("a b c d e f g x"), words), PaLMWords); none.Len() != 0 {
		t.Errorf("seven words have %d", none.Len())
	}
}

// TestLlama2: a span has more than ten words, and up to four that differ, behind the tenth word and before the last.
func TestLlama2(t *testing.T) {
	words := wordsOf(item)
	for doc, want := range map[string]int{
		"a b c d e f g h i j":                     0,  // ten words are not more than ten
		"a b c d e f g h i j k":                   11, // eleven are
		"a b c d e f g h i j X l m":               12, // one differs
		"a b c d e f g h i j X":                   0,  // not at the end
		"a b c d X f g h i j k l m":               0,  // not among the first ten
		"a b c d e f g h i j W X Y Z o p":         12, // four
		"a b c d e f g h i j V W X Y Z p q":       0,  // five
		"a b c d e f g h i j k X m n o p Y r s t": 18,
	} {
		d := wordsOf(doc)
		if got := Contaminated(d, words, runsOf(d, words)).Len(); got != want {
			t.Errorf("%q: %d words are contaminated, want %d", doc, got, want)
		}
	}
}

func TestPassage(t *testing.T) {
	words := wordsOf(item)
	for doc, want := range map[string][3]int{
		"0 1 2 a b c d e f g h i j k l m n o p q r s t 3": {20, 3, 23},
		// a word was replaced by two
		"a b c d e f g X Y i j k l m n o p q r s t": {19, 0, 21},
		// too far apart
		"a b c d e 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 f g h i j k": {6, 30, 36},
		// in another order
		"k l m n o p q r s t a b c d e f g h i j": {20, 0, 20},
		"a b c d":     {0, 0, 0},
		"a b c d e f": {6, 0, 6},
	} {
		most, from, to := Passage(len(words), runsOf(wordsOf(doc), words))
		if got := [3]int{most, from, to}; got != want {
			t.Errorf("%q: %v, want %v", doc, got, want)
		}
	}
}

func TestBeside(t *testing.T) {
	doc := wordsOf("q q the answer is forty two and more")
	if !Beside(doc, wordsOf("forty two"), 2, 9) || Beside(doc, wordsOf("forty three"), 0, 9) ||
		Beside(doc, wordsOf("forty two"), 6, 9) || Beside(doc, nil, 0, 9) {
		t.Error("answers are found in the wrong places")
	}
}

// allRuns is Scan by looking at every pair of words.
func allRuns(doc []uint32, items []Item) (matches []Match) {
	for n, it := range items {
		var runs []Run
		for i := range doc {
			for k := range it.Words {
				if i > 0 && k > 0 && doc[i-1] == it.Words[k-1] {
					continue
				}
				length := 0
				for i+length < len(doc) && k+length < len(it.Words) && doc[i+length] == it.Words[k+length] {
					length++
				}
				if length >= Seed {
					runs = append(runs, Run{i, k, length})
				}
			}
		}
		if len(runs) > 0 {
			matches = append(matches, Match{n, runs})
		}
	}
	return matches
}

func FuzzScan(f *testing.F) {
	f.Add(uint64(1), uint8(2))
	f.Add(uint64(7), uint8(4))
	f.Fuzz(func(t *testing.T, seed uint64, letters uint8) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := func(n int) []uint32 {
			words := make([]uint32, n)
			for i := range words {
				words[i] = r.Uint32N(uint32(letters%6) + 1)
			}
			return words
		}
		var items []Item
		for range 5 {
			items = append(items, Item{Benchmark: "b", Words: text(r.IntN(30))})
		}
		doc := slices.Concat(text(r.IntN(40)), items[0].Words, text(r.IntN(20)))
		if diff := cmp.Diff(allRuns(doc, items), NewTable(items).Scan(doc)); diff != "" {
			t.Errorf("(-every pair +Scan):\n%s", diff)
		}
	})
}
