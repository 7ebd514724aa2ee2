package site

import (
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	gocmp "github.com/google/go-cmp/cmp"
)

func TestHost(t *testing.T) {
	for id, want := range map[string]string{
		"http://news.example/a/b":             "news.example",
		"https://WWW.News.Example:8080?q=1":   "news.example",
		"http://user:word@news.example#top":   "news.example",
		"http://news.example/a 2008-01-01":    "news.example", // a capture with its date
		"http://news.example":                 "news.example",
		"http://新闻.example/一":                 "新闻.example",
		"http://[2001:db8::1]:80/":            "[2001:db8::1]",
		"http://[2001:db8::1]/":               "[2001:db8::1]",
		"":                                    "",
		"d000001":                             "",
		"a/b://c/d":                           "",
		"://news.example":                     "",
		"folder/page.html":                    "",
		"http:///a":                           "",
		"warc+http://news.example/robots.txt": "news.example",
	} {
		if got := Host(id); got != want {
			t.Errorf("Host(%q) = %q, want %q", id, got, want)
		}
		if (Of(id) == 0) != (want == "") {
			t.Errorf("Of(%q) = %d", id, Of(id))
		}
	}
	if Of("http://a.example/1") != Of("https://www.a.example/2") || Of("http://a.example/") == Of("http://b.example/") {
		t.Error("pages of one site, or of two")
	}
}

// tableOf makes the table of what was counted, as the stage does.
func tableOf(t *testing.T, counts map[Key]uint64) Table {
	t.Helper()
	var b []byte
	for k, n := range counts {
		b = AppendCount(b, k, n)
	}
	joined := map[Key]uint64{}
	if err := Join(joined, b); err != nil {
		t.Fatal(err)
	}
	var table Table
	err := table.Read(AppendTable(nil, joined))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestTable(t *testing.T) {
	a, b := ID(1), ID(2)
	x := []uint32{7, 8}
	for _, tc := range []struct {
		pages, with uint64
		want        bool
	}{
		{3, 3, false}, {4, 3, false}, {4, 4, true}, {16, 4, true}, {17, 4, false}, {100, 9, false}, {100, 10, true},
		{10000, 99, false}, {10000, 100, true},
	} {
		table := tableOf(t, map[Key]uint64{a.Pages(): tc.pages, a.Sentence(x): tc.with, b.Pages(): 4})
		if got := table.Has(a.Sentence(x)); got != tc.want {
			t.Errorf("a sentence of %d of %d pages is a template: %v", tc.with, tc.pages, got)
		}
		if table.Has(b.Sentence(x)) || table.Has(a.Pages()) || table.Has(b.Pages()) {
			t.Error("what is no template is in the table")
		}
	}
}

func TestStrip(t *testing.T) {
	a := ID(1)
	menu, foot := []uint32{1, 2}, []uint32{9}
	table := tableOf(t, map[Key]uint64{a.Pages(): 4, a.Sentence(menu): 4, a.Sentence(foot): 4})
	for _, tc := range []struct {
		name        string
		id          ID
		words, ends []uint32
		want, left  []uint32 // words and ends
		removed     int
	}{
		{"templates at both ends", a, []uint32{1, 2, 3, 4, 9}, []uint32{2, 4, 5}, []uint32{3, 4}, []uint32{2}, 2},
		{"templates twice", a, []uint32{9, 3, 9}, []uint32{1, 2, 3}, []uint32{3}, []uint32{1}, 2},
		{"sentences without words", a, []uint32{1, 2, 3}, []uint32{0, 2, 2, 3}, []uint32{3}, []uint32{0, 0, 1}, 1},
		{"words of a template in another sentence", a, []uint32{1, 2, 9}, []uint32{3}, []uint32{1, 2, 9},
			[]uint32{3}, 0},
		{"nothing else", a, []uint32{1, 2, 9}, []uint32{2, 3}, []uint32{1, 2, 9}, []uint32{2, 3}, 0},
		{"another site", 2, []uint32{1, 2, 3}, []uint32{2, 3}, []uint32{1, 2, 3}, []uint32{2, 3}, 0},
		{"no site", 0, []uint32{1, 2, 3}, []uint32{2, 3}, []uint32{1, 2, 3}, []uint32{2, 3}, 0},
		{"empty", a, nil, nil, nil, nil, 0},
	} {
		words, ends, removed := table.Strip(tc.id, tc.words, tc.ends, []uint32{})
		if diff := gocmp.Diff([][]uint32{tc.want, tc.left}, [][]uint32{words, ends}); diff != "" ||
			removed != tc.removed {
			t.Errorf("%s: %d sentences removed, want %d (-want +got):\n%s", tc.name, removed, tc.removed, diff)
		}
	}
}

func TestDamaged(t *testing.T) {
	for _, b := range [][]byte{{1}, {1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8, 0x80}} {
		if Join(map[Key]uint64{}, b) == nil {
			t.Errorf("%v is joined", b)
		}
	}
	if err := new(Table).Read([]byte{1}); err == nil {
		t.Error("a table of one byte is read")
	}
}

// Sites and sentences meet on different machines, so their hashes are fixed.
func TestPinned(t *testing.T) {
	if id, k := Of("http://news.example/"), ID(1).Sentence([]uint32{1, 2}); id != 1463650050 || k != 0x17d7df48b {
		t.Errorf("the site is %d, and the sentence %#x", id, k)
	}
}

// A template with a date has one skeleton, whatever the date is. Sentences of few words beside their numbers have none.
func TestSkeletons(t *testing.T) {
	of := func(sentences ...string) []uint32 {
		var words, ends []uint32
		var number []bool
		for _, s := range sentences {
			for _, w := range strings.Fields(s) {
				words = append(words, uint32(xxhash.Sum64String(w)))
				number = append(number, strings.ContainsAny(w, "0123456789"))
			}
			ends = append(ends, uint32(len(words)))
		}
		return Skeletons(nil, words, ends, number)
	}
	for _, tc := range []struct {
		same      bool
		sentences []string
	}{
		{true, []string{"Last updated 12 May 2024", "Last updated 1 June 1999", "Last updated 7"}},
		{true, []string{"updated on May 12 2024", "updated on June 3 2023"}},
		{true, []string{"更 新 时 间 2024 年 5 月 12 日 10 30", "更 新 时 间 2023 年 11 月 1 日 9 05"}},
		{true, []string{"read by 12 people at 10 30", "read by 1 people on 9 59"}},
		{false, []string{"Last updated 12 May 2024", "First updated 12 May 2024"}},
		{false, []string{"Last updated 12", "12 Last updated"}},
	} {
		got := of(tc.sentences...)
		for i, s := range got {
			if s == 0 || (s == got[0]) != tc.same && i > 0 {
				t.Errorf("%q: skeletons %v", tc.sentences, got)
			}
		}
	}
	if got := of("no number here", "12 comments", "May 12 2024", "", "12"); !slices.Equal(got, make([]uint32, 5)) {
		t.Errorf("skeletons %v of sentences that have none", got)
	}

	a := ID(1)
	words, ends, skeletons := []uint32{5, 6, 7, 8, 9}, []uint32{3, 5}, []uint32{77, 0}
	table := tableOf(t, map[Key]uint64{a.Pages(): 4, a.Pages() | 77: 4})
	if left, _, removed := table.Strip(a, slices.Clone(words), slices.Clone(ends), skeletons); removed != 1 ||
		!slices.Equal(left, []uint32{8, 9}) {
		t.Errorf("%d removed, %v left", removed, left)
	}
	if keys := a.AppendKeys(nil, words, ends, skeletons); !slices.Contains(keys, a.Pages()|77) || len(keys) != 4 {
		t.Errorf("keys %x", keys)
	}
}
