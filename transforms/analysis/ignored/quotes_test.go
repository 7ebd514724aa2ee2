package ignored

import (
	"strings"
	"testing"
)

// parts returns the ranges of a text, joined by bars.
func parts(text string, ranges []Range) string {
	var out []string
	for _, r := range ranges {
		out = append(out, text[r.Start:r.End])
	}
	return strings.Join(out, "|")
}

func TestQuotes(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"English", "He said “go now” and “stop”.", "“go now”|“stop”"},
		{"single", "The ‘dark ages’ weren’t dark.", "‘dark ages’"},
		{"an apostrophe in it", "She says ‘it isn’t so’ here.", "‘it isn’t so’"},
		{"straight", `"One," he said, "is (so) 'small'."`, `"One,"|"is (so) 'small'."`},
		{"inches", `A pipe of 5" and one of 6" in "a row"`, `"a row"`},
		{"apostrophes", "the boys' dogs' 'tis 'twas", ""},
		{"German", "Er sagt „geh jetzt“ und „halt”, »nein« und ‚doch‘.", "„geh jetzt“|„halt”|»nein«|‚doch‘"},
		{"French", "Il dit « va » et «reste» et ‹ non ›.", "« va »|«reste»|‹ non ›"},
		{"Swedish", "Hon sade ”kom hit” till mig.", "”kom hit”"},
		{"Chinese", "他说「你好」，『再见』，《论语》“学而”", "「你好」|『再见』|《论语》|“学而”"},
		{"straight in Chinese", `他说"你好"了`, `"你好"`},
		{"one inside another", "“He said ‘go “there”’ to me", "“there”"},
		{"one of another kind inside", "“He said ‘go’ to me” once", "“He said ‘go’ to me”"},
		{"over lines", "“It was\nthe best\nof times” he wrote", "“It was\nthe best\nof times”"},
		{"a mark in each line", "« It was\n« the best\n« of times » he wrote", "« It was\n« the best\n« of times »"},
		{"no end", "“It was so.\n\nThe best of times.", ""},
		{"a mark in the next paragraph only ends its own", "He wrote \"It was\n\nthe best\" of times", ""},
		{"paragraphs", "“It was.\n\n“The best.”\n\nOf times.", "“It was.|“The best.”"},
		{"broken bytes", "\xff“a\xff”\xff", "“a\xff”"},
		{"a mark at the end", "a \"", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := parts(tc.text, Quotes(nil, []byte(tc.text))); got != tc.want {
				t.Errorf("quotes %q, want %q", got, tc.want)
			}
		})
	}
}

func TestQuotedLines(t *testing.T) {
	text := "He wrote:\n> It was so.\n> I know.\nI do not.\n> Why?\n\nIt is not > so.\n"
	if got := parts(text, QuotedLines(nil, []byte(text))); got != "> It was so.\n> I know.|> Why?" {
		t.Errorf("quoted lines %q", got)
	}
}

// What is found is in order, apart and inside of the text, whatever the text is, and ends with a mark or a paragraph.
func FuzzQuotes(f *testing.F) {
	f.Add("“a” \"b\"\n\n«c» „d“\n\n「e」 \xff ‘f’")
	f.Add("1. A, B. (1999). C. 12-13.\n\nReferences\n[1] D, E. 2001, 1(2): 3-4.\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, ranges := range [][]Range{Quotes(nil, []byte(text)), QuotedLines(nil, []byte(text)),
			References(nil, []byte(text))} {
			end := 0
			for _, r := range ranges {
				if r.Start < end || r.End <= r.Start || r.End > len(text) {
					t.Fatalf("%q: %v", text, ranges)
				}
				end = r.End
			}
		}
	})
}
