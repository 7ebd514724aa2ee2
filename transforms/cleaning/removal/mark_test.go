package removal

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// cutMarked cuts what is in «» out of a text.
func cutMarked(text string) string {
	var plain []byte
	var ranges []Span
	for _, r := range text {
		switch r {
		case '«':
			ranges = append(ranges, Span{Start: len(plain)})
		case '»':
			ranges[len(ranges)-1].End = len(plain)
		default:
			plain = append(plain, string(r)...)
		}
	}
	marked, tight := Marked(Joined(ranges, plain), plain)
	return string(Without(nil, plain, Spaced(marked, plain, tight)))
}

// What is left of Markdown without what is in «»: both marks of what stays, no mark of what goes.
func TestMarked(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"the last fence", "```yaml\nA: b\n«C: d\n```»\n\ne", "```yaml\nA: b\n```\n\ne"},
		{"the first fence", "a\n\n«```yaml\nA: b\n»C: d\n```", "a\n\n```yaml\nC: d\n```"},
		{"both fences", "a\n\n«```yaml\nA: b»\nC: d\n«E: f\n```»\n\ng", "a\n\n```yaml\nC: d\n```\n\ng"},
		{"a block and more", "a «b.\n\n```yaml\nA: b\n```\n\nC» d", "a\n\nd"},
		{"two blocks", "«```\na\n```\n\nb\n\n```\nc» d\n```", "```\nd\n```"},
		{"all but the last fence", "a\n\n«```yaml\nA: b\n»```\n\nc", "a\n\nc"},
		{"all but a fence with a word", "a\n\n```yaml\n«A: b\n```»\n\nc", "a\n\nc"},
		{"a block beside it", "«a\n\n»```\nb\n```\n«\nc»", "```\nb\n```"},
		{"~~~ around ```", "~~~\n```\n«a\n~~~\n\nb» c", "~~~\n```\n~~~\n\nc"},
		{"a longer fence", "````\n```\n«a\n````»\n\nb", "````\n```\n````\n\nb"},
		{"a fence that nothing closes", "a «b\n\n```\nc» d", "a\n\nd"},
		{"a quoted block", "> ```\n> a\n> «b\n> ```»\n\nc", "> ```\n> a\n>\n> ```\n\nc"},
		{"an item", "- ```sh\n  a «b\n  ```»\n\nc", "- ```sh\n  a\n  ```\n\nc"},
		{"before words in bold", "«a **»b c** d", "**b c** d"},
		{"in words in bold", "«a **b» c** d", "**c** d"},
		{"behind words in bold", "a **b c«** d»", "a **b c**"},
		{"all words in bold", "a **«b c** d»", "a"},
		{"the last words in bold", "a **b «c»** d", "a **b** d"},
		{"inside of bold", "a **«b c»** d", "a d"},
		{"code in bold", "a **`«b c» d`** e", "a **`d`** e"},
		{"all code in bold", "a **`«b c`** d» e", "a e"},
		{"code", "a `«b` c `»d` e", "a `d` e"},
		{"marks in code", "a `**` «b **» c", "a `**` c"},
		{"quotes that are no marks", "a «`b' c» and `d' e", "a and `d' e"},
		{"a mark that is escaped", `a «\*b» c* d`, "a c* d"},
		{"a sign", "2 «* 3» * 4", "2 * 4"},
		{"a name", "a «b_c_» d_e", "a d_e"},
		{"another paragraph", "a **«b\n\nc»** d", "a **\n\n** d"},
		{"Chinese", "一**«二»三**四", "一**三**四"},
		{"a line of marks", "a «b\n\n****\n\nc» d", "a\n\nd"},
	} {
		if got := cutMarked(tc.text); got != tc.want {
			t.Errorf("%s: of %q is left %q, want %q", tc.name, tc.text, got, tc.want)
		}
	}
}

// Pieces of words outside of paragraphs with a cut are not looked at, so a mark far away in a long line is none.
func TestMarkedOfLongParagraphs(t *testing.T) {
	text := "**a " + strings.Repeat("b ", maxParagraph) + "«c** d» e"
	if got := cutMarked(text); !strings.HasSuffix(got, "b e") {
		t.Errorf("left is …%q", got[len(got)-20:])
	}
}

// The parts that go of texts whose parts are between /: those in «» occur elsewhere.
func TestWholes(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"a row", "| a | b |\n| - | - |\n/| c /«| d |\n/| e | f |\n»/g", "| e | f |\n"},
		{"a whole row", "| a | b |\n| - | - |\n/«| c /| d |\n»/| e | f |\n", "| c | d |\n"},
		{"the head", "«| a | b |\n| - | - |\n/| c | d |\n»/| e | f |\n", "| c | d |\n"},
		{"a table", "a\n/«| a | b |\n| - | - |\n/| c | d |\n»/\n/g", "| a | b |\n| - | - |\n| c | d |\n"},
		{"no table", "a | b\n/«c /| d\n»/e", "c | d\n"},
		{"the text of a link", "a [b/« c](d) e», f", ""},
		{"the address of a link", "a [b](c-/«d) e»/ f", ""},
		{"a link with a name", "«a [b /»c][d] e/ f", ""},
		{"behind a link", "a [b](c) /«e»/ f", "e"},
		{"brackets", "a [b] /«c (d)»/ f", "c (d)"},
	} {
		var plain []byte
		var parts []Part
		var gone []int
		start, goes := 0, false
		flush := func() {
			if start < len(plain) {
				if goes {
					gone = append(gone, len(parts))
				}
				parts = append(parts, Part{Span: Span{start, len(plain)}, To: 20})
			}
			start = len(plain)
		}
		for _, r := range tc.text {
			switch r {
			case '/':
				flush()
			case '«':
				flush()
				goes = true
			case '»':
				flush()
				goes = false
			default:
				plain = append(plain, string(r)...)
			}
		}
		flush()
		cut, _, _ := Sentences.Cut(gone, parts, Wholes(nil, plain, parts))
		got := ""
		for _, c := range cut {
			got += string(plain[parts[c].Start:parts[c].End])
		}
		if diff := gocmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}
