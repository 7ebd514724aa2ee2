package segment

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/io/filetest"
)

func testdata(t testing.TB, name string) []byte {
	return filetest.Read(t, "testdata/"+name)
}

// TestAppend has hard cases worked by hand: | is a boundary, and there is no
// other.
func TestAppend(t *testing.T) {
	for _, c := range []string{
		"", " \n\t ", "One", "One.| Two!| Three?| Four",
		// Periods.
		"It cost $3.50, i.e. 5 ft. 3 in. of wire, etc. in all.| Good.",
		"I met Mr. and Mrs. Smith at 10 a.m. on Jan. 3rd.| Dr. No was there.",
		"We saw apples, pears, etc.| They were cheap.",
		"Write to j.Doe@example.com or see https://example.com/a.B?c=D!e.| Thanks!",
		"J. S. Bach, A. N. Olsen et al. (2004) wrote it.| See vol. 3, pp. 5–9, Sec. IV, Art. 2.",
		"He lives in Washington, D.C.| She does not.| The U.S. Senate, the F.B.I. Building.",
		"Version 1.2.3 is out.| Get v2.0.",
		"Foo, Inc. (\"Foo\") owns Bar Ltd. and Baz Corp.| However, it sold them.",
		// Quotations and brackets.
		"\"Stop!\" he said.| \"I will.\"| She left.| (He stayed.)| Done",
		"‘Why?’ she asked.| “Because.”| He smiled.",
		"Er rief „Halt!“ und lief.| Dann nicht.",
		"It works (see Fig. 2).| Fine [sic!] it is.",
		"So...| Then what?!| Nothing...",
		// Lines.
		"a wrapped line of prose that goes\nOn here and there.|\n\nNew paragraph\n\n|Another",
		"a wrapped line of prose that goes\r\nOn here and there.|\r\n\r\nNew paragraph\r\n\r\n|Another",
		"the first and the last line of all the prose\rand the next\u2029|new",
		"# Title\n|First line. |Second one.\n|## Sub\n|Text",
		"Shopping\n\n|- bread\n|- milk and\n  honey\n|1. one\n|2. two\n\n|Done",
		"Title Line Without a Stop\n|The text begins here, and it goes on for some time, as texts do.",
		"MAJOR PROJECTS\n|During the year there were many of them, in all parts of the world.",
		// Chinese and mixed.
		"他说：“你好。”|然后走了！|真的吗？|是的。",
		"他问：「你去吗？」|「不去。」|她摇头。",
		"《你好，李焕英！》是电影。|我看过（两遍）。",
		"我们有苹果、梨……|还有别的；|都很好！！！|好",
		"价格是3.14元，见www.abc.com或a@b.com。|版本2.0。",
		"第一条 为了保护公民。\n|第二条 本法所称\n|（一）甲；\n|（二）乙。",
		"中文行没有句号\n\n|下一段",
		"我用GPT-4. |It works。|好的.",
		// Others.
		"Это город Москва!| Да.| «Нет».", "あした。|はい！|「そう。」|次", "यह है।| वह है।", "هذا؟| نعم.",
		"bad \xff\xfe bytes.| \xe4\xb8 End \xf0\x9f", "\x00.| \x00",
	} {
		text, want := marked(c)
		if strings.TrimSpace(c) == "" {
			want = nil
		}
		if got := pieces(text, Append(nil, text)); !slices.Equal(got, want) {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	}
}

// check holds spans to what Append promises.
func check(t *testing.T, text []byte, spans []Span) {
	t.Helper()
	at := 0
	for i, s := range spans {
		if s.Start < at || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("span %d is %v after %d in %q", i, s, at, text)
		}
		if len(bytes.TrimSpace(text[at:s.Start])) > 0 {
			t.Fatalf("%q is in no sentence of %q", text[at:s.Start], text)
		}
		if got := bytes.TrimFunc(text[s.Start:s.End], unicode.IsSpace); len(got) != s.End-s.Start {
			t.Fatalf("sentence %q has white space around it", text[s.Start:s.End])
		}
		at = s.End
	}
	if len(bytes.TrimSpace(text[at:])) > 0 {
		t.Fatalf("%q is in no sentence of %q", text[at:], text)
	}
}

func FuzzAppend(f *testing.F) {
	for _, r := range table {
		f.Add([]byte(strings.ReplaceAll(r.Example, "|", "")))
	}
	f.Fuzz(func(t *testing.T, text []byte) { check(t, text, Append(nil, text)) })
}

// TestRandom checks texts made of the pieces rules look at.
func TestRandom(t *testing.T) {
	parts := strings.Split(". . . ! ? 。 ； … …… ( ) （ ） 「 」 “ ” \" 《 》 « » [1] [ ] ² \n \n \r\n"+
		" \r \u2028 \u2029 \u3000 - – * • # | 1. 2) （一） 第一条 "+
		"第二章 Dr Mr U.S e.g Inc a I x The he and 说 的 甲 中文 www. http:// @ / \\ = Copyright (c) From: \xff \xe4\xb8 \u0301 \u00ad 9 12 1999 iPhone Yahoo", " ")
	rng := rand.New(rand.NewPCG(1, 2))
	none := newRuleSet(nil)
	for range 30000 {
		var b []byte
		for range rng.IntN(14) {
			b = append(b, parts[rng.IntN(len(parts))]...)
			if rng.IntN(2) == 0 {
				b = append(b, ' ')
			}
		}
		check(t, b, Append(nil, b))
		b = comparable(b)
		if got, want := none.append(nil, b), library(b); !slices.Equal(got, want) {
			t.Fatalf("base of %q\ngot     %q\nlibrary %q", b, pieces(b, got), pieces(b, want))
		}
	}
}

// wrap breaks the lines of a paragraph at width columns, as editors do.
func wrap(par string, width int, eol string) string {
	var b strings.Builder
	col := 0
	for _, w := range strings.Fields(par) {
		switch n := utf8.RuneCountInString(w); {
		case col == 0:
			col = n
		case col+1+n > width:
			b.WriteString(eol)
			col = n
		default:
			b.WriteByte(' ')
			col += 1 + n
		}
		b.WriteString(w)
	}
	return b.String()
}

// TestWrapped wraps paragraphs of prose: line breaks must not change a sentence.
func TestWrapped(t *testing.T) {
	words := func(text []byte) []string {
		var out []string
		for _, p := range pieces(text, Append(nil, text)) {
			out = append(out, strings.Join(strings.Fields(p), " "))
		}
		return out
	}
	total, wrong := 0, 0
	for _, par := range strings.Split(string(testdata(t, "licences.en.txt")), "\n\n") {
		par = strings.Join(strings.Fields(par), " ")
		if len(par) < 200 || strings.Contains(par, "* *") || strings.Contains(par, " — ") { // a box or a list
			continue
		}
		want := words([]byte(par))
		for _, width := range []int{60, 72, 80} {
			for _, eol := range []string{"\n", "\r\n"} {
				total += len(want)
				if got := words([]byte(wrap(par, width, eol))); !slices.Equal(got, want) {
					wrong++
					t.Logf("width %d\ngot  %q\nwant %q", width, got, want)
				}
			}
		}
	}
	if total < 1000 || wrong > 0 {
		t.Errorf("%d of %d sentences in wrapped prose came out wrong", wrong, total)
	}
}

// TestWrappedChinese does the same for Chinese, without spaces.
func TestWrappedChinese(t *testing.T) {
	total, wrong := 0, 0
	for _, par := range strings.Split(string(testdata(t, "statutes.zh.txt")), "\n") {
		if len(par) < 200 {
			continue
		}
		want := pieces([]byte(par), Append(nil, []byte(par)))
		for _, width := range []int{28, 35, 40} {
			var b []byte
			n := 0
			for _, r := range par {
				if n++; n > width && !strings.ContainsRune("，。；：、！？”」）》 ", r) {
					b, n = append(b, '\n'), 1
				}
				b = utf8.AppendRune(b, r)
			}
			got := pieces(b, Append(nil, b))
			for i := range got {
				got[i] = strings.ReplaceAll(got[i], "\n", "")
			}
			total += len(want)
			if !slices.Equal(got, want) {
				wrong++
				t.Logf("width %d\ngot  %q\nwant %q", width, got, want)
			}
		}
	}
	if total < 1000 || wrong > 0 {
		t.Errorf("%d of %d sentences in wrapped prose came out wrong", wrong, total)
	}
}
