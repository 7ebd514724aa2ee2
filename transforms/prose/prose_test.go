package prose

import (
	"testing"

	"example.org/diagonal/io/record"
)

// It is the share of function words among all words of both texts, of .8, which is twice that of the collection; a
// script without spaces has none.
func TestMeter(t *testing.T) {
	text := func(space uint32, words ...uint32) Text {
		t := Text{Words: words}
		at := uint32(7)
		for range words {
			t.From, t.To = append(t.From, at), append(t.To, at+1)
			at += 1 + space
		}
		return t
	}
	hash := text(0, 7, 8, 9, 10, 11) // parts of two characters, but for the last
	for x := range hash.Words {
		hash.From[x], hash.To[x] = uint32(2*x), uint32(2*x+2)
	}
	hash.To[4]--
	mixed := text(0, 9, 9) // two characters, and three words
	spaced := text(1, 1, 7, 2)
	for x := range spaced.Words {
		mixed.Words, mixed.From, mixed.To = append(mixed.Words, spaced.Words[x]),
			append(mixed.From, spaced.From[x]+100), append(mixed.To, spaced.To[x]+100)
	}
	var known Words
	if err := known.Read(appendTable([]uint32{1, 2}, .4)); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		texts []Text
		want  record.Prose
	}{
		"two texts":                     {[]Text{text(1, 1, 7, 2, 8), text(1, 7, 8, 9, 1)}, record.ProseOf(3, 6.4)},
		"no function words":             {[]Text{text(1, 7, 8), text(1, 7, 8)}, record.ProseOf(0, 4)},
		"one character after the other": {[]Text{text(0, 1, 7, 2, 8, 9), text(0, 1, 7, 2, 8, 9)}, 0},
		"one of them has no spaces":     {[]Text{text(1, 1, 7, 2, 8, 9), text(0, 1, 7, 2, 8, 9)}, 0},
		"parts of a hash":               {[]Text{hash, hash}, record.ProseOf(0, 4)},
		"a part without spaces":         {[]Text{mixed, mixed}, record.ProseOf(4, 4.8)},
		"one word":                      {[]Text{text(0, 1), text(0, 1)}, record.ProseOf(1, 1)},
		"nothing":                       {nil, 0},
	} {
		if got := known.Of(tc.texts...); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
	if got := new(Words).Of(text(1, 1)); got != 0 {
		t.Errorf("without a table: %d", got)
	}
	if new(Words).Read(nil) == nil || new(Words).Read([]byte{tagTable, 1, 2}) == nil {
		t.Error("a table that is missing, or damaged, is taken")
	}
}
