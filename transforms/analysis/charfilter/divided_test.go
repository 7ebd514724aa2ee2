package charfilter

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func TestUndivided(t *testing.T) {
	compounds := strings.Repeat("a well-known and much-loved friend of theirs walks by\n", 3)
	for _, tc := range []struct{ text, want string }{
		{"", ""},
		{"some in-\nformation, aloud", "some information,\naloud"},
		{"some in-  \r\n\t formation  aloud", "some information \naloud"},
		{"in\u2010\nformation", "information"},
		{"in¬\nformation or", "information\nor"},
		{"in\u00ad\nformation or", "information\nor"},
		{"in\u00adformation", "in\u00adformation"},
		{"> in-\n> formation or", "> information\nor"},
		{"in-\nfor-\nmation or not", "information\nor not"},
		{"in-\nformation\nor not", "information\nor not"},
		{"Ge-\nbäude, é-\nté, Ελλά-\nδα", "Gebäude,\nété,\nΕλλάδα"},
		// no words that are divided
		{"list\n - item\n -\nitem", "list\n - item\n -\nitem"},
		{"he said --\nand went", "he said --\nand went"},
		{"in-\n\nformation", "in-\n\nformation"},
		{"Anglo-\nSaxon, 1-\nst, page-\n12", "Anglo-\nSaxon, 1-\nst, page-\n12"},
		{"中文-\n中文-\nabc", "中文-\n中文-\nabc"},
		{"in-", "in-"},
		{"in-\n", "in-\n"},
		// a text with as many hyphens inside lines divides no words, but by soft hyphens
		{compounds + "a well-\nknown friend", compounds + "a well-\nknown friend"},
		{compounds + "a well-\nknown fri\u00ad\nend", compounds + "a well-\nknown friend"},
		{strings.Repeat("some in-\nformation aloud ", 5) + compounds, strings.Repeat("some information\naloud ", 5) +
			compounds},
	} {
		if got, _ := Undivided([]byte(tc.text)); string(got) != tc.want {
			t.Errorf("%q: got %q, want %q", tc.text, got, tc.want)
		}
		undividedWell(t, []byte(tc.text))
	}
}

// origin is a byte of a text, and where it is in the page.
type origin struct {
	c          byte
	start, end int
}

var divided = regexp.MustCompile(`[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{M}]([-\x{2010}¬\x{ad}])[ \t\f\v\r]*\n[ \t\f\v>]*(\p{Ll})`)

// plainUndivided is the obvious version of Undivided.
func plainUndivided(text []byte, hyphens bool) (written []origin) {
	var breaks []int // in written
	at := 0
	copyTo := func(to int) {
		for ; at < to; at++ {
			written = append(written, origin{text[at], at, at + 1})
		}
	}
	for from := 0; ; {
		found := divided.FindSubmatchIndex(text[from:])
		if found == nil {
			break
		}
		hyphen, behind, letter, end := from+found[2], from+found[3], from+found[4], from+found[5]
		from = letter
		if c := string(text[hyphen:behind]); !hyphens && (c == "-" || c == "\u2010") {
			continue
		}
		copyTo(hyphen)
		for at = letter; at < end; at++ {
			written = append(written, origin{text[at], hyphen, end})
		}
		breaks = append(breaks, len(written))
	}
	copyTo(len(text))
	for _, i := range breaks {
		for i < len(written) && !strings.ContainsRune(" \t\r\n", rune(written[i].c)) {
			i++
		}
		run := i
		for run < len(written) && strings.ContainsRune(" \t\f\v", rune(written[run].c)) {
			run++
		}
		if run > i && (run == len(written) || written[run].c != '\r' && written[run].c != '\n') {
			written[run-1].c = '\n'
		}
	}
	return written
}

// undividedWell holds Undivided to the obvious version.
func undividedWell(t *testing.T, text []byte) {
	t.Helper()
	before := bytes.Clone(text)
	got, m := Undivided(text)
	if !bytes.Equal(text, before) {
		t.Fatalf("%q was changed to %q", before, text)
	}
	want := plainUndivided(text, HyphensDivide(text))
	if m == nil {
		if m = new(Map); len(text) > 0 {
			m.linear(0, 0)
		}
		m.text, m.page = uint32(len(text)), uint32(len(text))
	}
	if len(got) != len(want) || int(m.text) != len(got) || int(m.page) != len(text) {
		t.Fatalf("%q becomes %q, a map from %d to %d bytes; want %d bytes", text, got, m.text, m.page, len(want))
	}
	for i, w := range want {
		if o := (origin{got[i], m.Start(i), m.End(i + 1)}); o != w {
			t.Fatalf("%q becomes %q: byte %d is %v, want %v", text, got, i, o, w)
		}
	}
}

var someDivided = strings.Split("a é e\u0301 Z 中 ª 7 ¬ - - -- \u2010 \u00ad \n \n \n \r\n \r \t \f > . \xff \u0301",
	" ")

func TestUndividedRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 36))
	for range 50_000 {
		var b []byte
		for range rng.IntN(24) {
			if rng.IntN(5) == 0 {
				b = append(b, ' ')
			}
			b = append(b, someDivided[rng.IntN(len(someDivided))]...)
		}
		undividedWell(t, b)
	}
}

func FuzzUndivided(f *testing.F) {
	f.Add([]byte("some in-\nfor\u00ad \r\n> mation,  aloud\na well-known é\u2010\nté"))
	f.Fuzz(undividedWell)
}
