package seedextend

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func FuzzIndex(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("one two \xffthree two\xff two two"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := fromBytes(data)
		d.Index(make([]uint64, 3)) // a second time, over what is there
		vocabulary := slices.Clone(d.Words)
		slices.Sort(vocabulary)
		if vocabulary = slices.Compact(vocabulary); !slices.Equal(d.vocabulary, vocabulary) {
			t.Fatalf("vocabulary is %v, want %v", d.vocabulary, vocabulary)
		}
		for k, w := range vocabulary {
			var posts []uint32
			for u := range d.units() {
				if slices.Contains(d.Words[d.Units[u]:d.Units[u+1]], w) {
					posts = append(posts, u)
				}
			}
			if got := d.postsOf(uint32(k)); !slices.Equal(got, posts) {
				t.Errorf("word %#x is in the units %d, want %d", w, got, posts)
			}
		}
		for u := range d.units() {
			want := slices.Clone(d.Words[d.Units[u]:d.Units[u+1]])
			slices.Sort(want)
			want = slices.Compact(want)
			var got []uint32
			for _, k := range d.wordsOf(u, u+1) {
				got = append(got, d.vocabulary[k])
			}
			if !slices.Equal(got, want) {
				t.Errorf("unit %d has the words %v, want %v", u, got, want)
			}
		}
	})
}

func TestIndexPanics(t *testing.T) {
	for _, tc := range []struct {
		d    Document
		want string
	}{
		{Document{Words: make([]uint32, 2), From: make([]uint32, 2)}, "2 Words with 2 From and 0 To"},
		{Document{Words: make([]uint32, 1), From: make([]uint32, 1), To: make([]uint32, 1)}, "no Units for 1 Words"},
		{Document{Words: make([]uint32, 1), From: make([]uint32, 1), To: make([]uint32, 1), Units: []uint32{0, 2}},
			"Units from 0 to 2 for 1 Words"},
		{Document{Words: make([]uint32, 1), From: make([]uint32, 1), To: make([]uint32, 1), Units: []uint32{0, 0, 1}},
			"unit 0 is from word 0 to 0"},
		{Document{Words: make([]uint32, 1<<20), From: make([]uint32, 1<<20), To: make([]uint32, 1<<20),
			Units: []uint32{0, 1 << 20}}, "unit 0 has 1048576 words; the most is 1048575"},
		{Document{Words: make([]uint32, 1), From: make([]uint32, 1), To: make([]uint32, 1), Units: []uint32{0, 1},
			Hot: make([]bool, 3)}, "Hot has 3 of 1 units"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasSuffix(got, tc.want) {
					t.Errorf("Index panics with %q, want %q", got, tc.want)
				}
			}()
			tc.d.Index(nil)
		}()
	}
}

// find finds the words of the vocabulary and no others, also where they are no hashes.
func TestFind(t *testing.T) {
	few, many := []uint32{0, 1, 1 << 31, 1<<32 - 1}, []uint32{}
	for x := range 100 {
		many = append(many, uint32(2*x+1))
	}
	for _, words := range [][]uint32{nil, few, many} {
		d := &Document{vocabulary: words}
		d.bucket()
		for _, word := range slices.Concat(few, many, []uint32{2, 198, 300, 1<<31 + 1}) {
			want, there := slices.BinarySearch(words, word)
			if there && !d.mayHave(word) {
				t.Errorf("mayHave(%d) among %d words = false", word, len(words))
			}
			if k, ok := d.find(word); ok != there || ok && int(k) != want {
				t.Errorf("find(%d) among %d words = %d, %t", word, len(words), k, ok)
			}
		}
	}
}

// visible is the same before and after Index.
func TestVisible(t *testing.T) {
	for x, text := range []string{"One two, three. A b c.", "一二三，四五。six 七", "One <b>two</b>, three. A<i>b</i>c.",
		"Supercalifragilistic and anti-establishmentarian: twelve letters"} {
		before := documentOf(text, 1, 1<<30)
		*before = Document{Words: before.Words, Units: before.Units, From: before.From, To: before.To}
		if x == 2 {
			before.Hidden = make([]uint32, len(before.Words))
			before.Hidden[1] = 1
			before.Hidden[len(before.Hidden)-1] = 1
		}
		after := *before
		after.Index(nil)
		n := uint32(len(before.Words))
		var long []uint32
		for x := range n {
			if before.shown(x) >= longWordA {
				long = append(long, x)
			}
		}
		if got := after.longIn(span{0, n}); !slices.Equal(got, long) {
			t.Errorf("%s: the long words are %d, want %d", text, got, long)
		}
		for lo := range n + 1 {
			for hi := lo; hi <= n; hi++ {
				if got, want := after.visible(lo, hi), before.visible(lo, hi); got != want {
					t.Errorf("%s: words %d to %d have %d visible characters, want %d", text, lo, hi, got, want)
				}
			}
		}
	}
}
