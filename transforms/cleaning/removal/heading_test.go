package removal

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

const (
	mill  = "The mill by the river was closed after the flood."
	owner = "Nobody remembers when it was built, or who did."
)

// Units of texts with headings, of which the cores are in brackets: a heading belongs to what is below it, however long
// it is, and is no part of what is equal.
func TestUnitsOfHeadings(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{mill + "\n## The flood\n" + owner, []string{"[" + mill + "]", "## The flood\n[" + owner + "]"}},
		{
			mill + " Yes.\n\n## What was there before it\n\n" + owner,
			[]string{"[" + mill + "] Yes.", "## What was there before it\n\n[" + owner + "]"},
		},
		{"# A\n\n## B\n\n" + mill, []string{"# A\n\n## B\n\n[" + mill + "]"}},
		{"The mill\n===\n\n" + mill, []string{"The mill\n===\n\n[" + mill + "]"}},
		{"# 1. Mills. And rivers\n" + mill, []string{"# 1. Mills. And rivers\n[" + mill + "]"}},
		{"# A\n\nFour words are here.\n\n# B\n\n" + mill,
			[]string{"# A\n\n[Four words are here.]", "# B\n\n[" + mill + "]"}},
		// too short without its heading
		{"# A\n\nNo.\n\n# B\n\n" + mill, []string{"[# A\n\nNo.]", "# B\n\n[" + mill + "]"}},
		{mill + "\n\n# The end of it\n", []string{"[" + mill + "]", "[# The end of it]"}},
	} {
		d := read(tc.text)
		var got []string
		for _, u := range d.units {
			all, core := d.all(u), u.Core(d.parts)
			got = append(got, tc.text[all.Start:core.Start]+"["+tc.text[core.Start:core.End]+"]"+
				tc.text[core.End:all.End])
		}
		if diff := gocmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.text, diff)
		}
	}
	// A heading before a break is a unit by itself, and one with too little text goes only with that text.
	for text, want := range map[string]string{
		"# The use of mills\n## By rivers of all kinds\n\n| " +
			mill: "[# The use of mills] [## By rivers of all kinds] [" + mill + "]",
		"# The use of mills\n\nNo. | " + mill: "# The use of mills [No.] [" + mill + "]",
	} {
		d := read(strings.Replace(text, "|", " ", 1), strings.Index(text, "|"))
		got := ""
		for i, p := range d.parts {
			for _, u := range d.units {
				if u.CoreFrom == i {
					got += "["
				}
			}
			got += string(d.text[p.Start:p.End])
			for _, u := range d.units {
				if u.CoreTo == i+1 {
					got += "]"
				}
			}
			got += " "
		}
		if got != want+" " {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	// Where an earlier pass has cut between the words and the marks of a heading, they are two parts.
	if d := read("The mill\n===\n\n"+mill, strings.Index("The mill\n===", "=")); len(d.parts) != 3 {
		t.Errorf("%d parts, want 3", len(d.parts))
	}
}

// Headings stay if text below them stays. A digit is a heading of that depth, a letter is text; what is behind a dot
// stays, because it occurs only here.
func TestHeadings(t *testing.T) {
	for _, tc := range []struct{ parts, want string }{
		{"2A2.B", "2A"},
		{"2AA.B", "AA"},
		{"2A", "2A"},
		{"2A.2.B", "2A"}, // the next heading stays by itself
		{"2A2A", "2A2A"},
		{"7.B", ""},
		{"12.A", ""},        // both are above the text
		{"1A2A3A.B", "AAA"}, // so are these
		{"1A2A2A.B", "A2AA"},
		{"1A2A2A1.B", "1A2A2A"},
		{"2A3A.3.B", "A3A"}, // a heading that stays is text below another
		{"2A3A.2.B", "2A3A"},
		{"2A-.B", "A-"},
		{"2A.-", "2A"}, // - has no words
		{"2A7.B1A", "A1A"},
		{".A2A2A.B2A", "2AA2A"},
	} {
		var parts []Part
		var gone []int
		plain, stays := "", false
		for _, c := range tc.parts {
			if c == '.' {
				stays = true
				continue
			}
			p := Part{Heading: strings.IndexRune("01234567", c)}
			if p.Heading < 0 {
				p.Heading = 0
			}
			if c != '-' {
				p.To = 1
			}
			if !stays {
				gone = append(gone, len(parts))
			}
			plain, parts, stays = plain+string(c), append(parts, p), false
		}
		got := ""
		for _, g := range withoutHeadings(gone, parts) {
			got += plain[g : g+1]
		}
		if got != tc.want {
			t.Errorf("of %s %q goes, want %q", tc.parts, got, tc.want)
		}
	}
}

// A run that is too short without the heading at its end stays, and then so does its own heading.
func TestCutOfHeadings(t *testing.T) {
	part := func(heading, words int) Part { return Part{Heading: heading, To: words, Begins: true, Ends: true} }
	p := Sentences
	p.MinCut = 12
	parts := []Part{part(2, 2), part(0, 9), part(2, 2), part(0, 9), part(2, 2), part(0, 20), part(2, 2), part(0, 5)}
	got, inside, below := p.Cut([]int{0, 1, 2, 4, 5, 6}, parts, nil)
	if diff := gocmp.Diff([]int{4, 5}, got); diff != "" || inside != 0 || below != 1 {
		t.Errorf("%d, %d (-want +got):\n%s", inside, below, diff)
	}
}
