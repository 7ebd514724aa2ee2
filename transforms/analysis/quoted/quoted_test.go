package quoted

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"
)

const wrappedText = `The mill by the river was closed after the flood
and nobody remembers when it was built, or by
whom. The miller had left long before that, and
his house was sold to a carter from the town.
`

// behind returns text with marks before each line.
func behind(marks, text string) string {
	return marks + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+marks) + "\n"
}

// TestAppend: what is quoted loses its marks, and what is not keeps what it begins with.
func TestAppend(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"plain", wrappedText, wrappedText},
		{"mail", behind("> ", wrappedText), wrappedText},
		{"without a space", behind(">", wrappedText), wrappedText},
		{"one line", "He wrote:\n> Come\nI do.\n", "He wrote:\nCome\nI do.\n"},
		{"twice", behind(">> ", wrappedText) + behind("> ", wrappedText), wrappedText + wrappedText},
		{"one line of xrn", "|> Come\n", "Come\n"},
		{"what xrn quoted", behind(">|> ", wrappedText), wrappedText},
		{"colons", "He wrote:\n" + behind(": ", wrappedText) + "So do I.\n", "He wrote:\n" + wrappedText +
			"So do I.\n"},
		{"hashes, quoted twice", behind("#>#> ", wrappedText), wrappedText},
		{"plus signs of a quoted one", behind("> +", wrappedText), wrappedText},
		{"indented", behind("   | ", wrappedText), wrappedText},
		{"paragraphs", ": It is.\n:\n" + behind(": ", wrappedText), "It is.\n:\n" + wrappedText},
		{"line breaks of Windows", strings.ReplaceAll(behind("| ", wrappedText), "\n", "\r\n"),
			strings.ReplaceAll(wrappedText, "\n", "\r\n")},
		{"Cyrillic",
			behind("| ",
				"Мельница у реки была закрыта после наводнения\nи никто не помнит, когда она была построена и\nкем.\n"),
			"Мельница у реки была закрыта после наводнения\nи никто не помнит, когда она была построена и\nкем.\n"},
		{"a list", "* bread and butter, and salt for the whole week\n* milk\n* apples and pears\n* tea\n",
			"* bread and butter, and salt for the whole week\n* milk\n* apples and pears\n* tea\n"},
		{"wrapped items",
			"- The mill by the river was closed after the\n  flood.\n- The miller had left long before that, and\n" +
				"  nobody came.\n",
			"- The mill by the river was closed after the\n  flood.\n- The miller had left long before that, and\n" +
				"  nobody came.\n"},
		{"a table", "| mill   | 1801 |\n| bridge | 1815 |\n| house  | 1822 |\n",
			"| mill   | 1801 |\n| bridge | 1815 |\n| house  | 1822 |\n"},
		{"numbers", "+5 of the people of the town said that they had\n+7 of the others came to see what was left of\n",
			"+5 of the people of the town said that they had\n+7 of the others came to see what was left of\n"},
		{"prices", "$ and more of the people of the town said that\n$ and of the others who came to see what was\n",
			"$ and more of the people of the town said that\n$ and of the others who came to see what was\n"},
		{"an arrow", "-> on\n=> so\n", "-> on\n=> so\n"},
		{"a comparison", "a\n> b < c > d\n", "a\nb < c > d\n"},
		{"no text", ">\n> >\n|\n|\n", ">\n> >\n|\n|\n"},
		{"invalid UTF-8", "\xff a\n\xff b\n", "\xff a\n\xff b\n"},
	} {
		lines := Append(nil, []byte(tc.text))
		got, at := "", 0
		for _, l := range lines {
			got += tc.text[at:l.Start] + strings.TrimLeft(tc.text[l.Text:l.End], " ")
			at = l.End
		}
		if got += tc.text[at:]; got != tc.want {
			t.Errorf("%s: without marks it is\n%s\nwant\n%s", tc.name, got, tc.want)
		}
	}
}

// TestBreaks: a break is where a line has other marks than the one before; lines without text do not count.
func TestBreaks(t *testing.T) {
	for text, want := range map[string][]int{
		"no quotation > here\nand none\n": nil,
		"a\n> b\n> c\n":                   {2},
		"> a\n>\n>> b\n\n> > c\nd":        {6, 18},
		">a\n b\n":                        {3},
		"a\n>b\nc\n\nd\n>e\n--\n>f\ng\n":  {2, 5, 10, 19},
		"|> a\n> b\n":                     {5},
		"":                                nil,
	} {
		if got := Breaks(nil, []byte(text), Append(nil, []byte(text))); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Lines are in order, apart, and whole; what is before the text of a line has no letter and no digit, and nothing else
// goes.
func FuzzAppend(f *testing.F) {
	f.Add(behind("> ", wrappedText) + behind("|> ", wrappedText) + "* a\n* b\n")
	f.Add(">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> a\n\xff\r\n|>")
	f.Fuzz(func(t *testing.T, text string) {
		lines, end := Append(nil, []byte(text)), 0
		for _, l := range lines {
			if l.Start < end || l.Text <= l.Start || l.End <= l.Text || l.End > len(text) ||
				strings.ContainsRune(text[l.Start:l.End], '\n') ||
				l.Start > 0 && text[l.Start-1] != '\n' || strings.ContainsFunc(text[l.Start:l.Text], func(r rune) bool {
				return unicode.IsLetter(r) || unicode.IsDigit(r)
			}) {
				t.Fatalf("%q: %v", text, l)
			}
			end = l.End
		}
		plain := Plain(nil, []byte(text), lines)
		kept := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\n' }
		if only := func(b []byte) []byte {
			return bytes.Map(func(r rune) rune {
				if kept(r) {
					return r
				}
				return -1
			}, b)
		}; len(plain) != len(text) || !bytes.Equal(only(plain), only([]byte(text))) {
			t.Fatalf("%q became %q", text, plain)
		}
	})
}
