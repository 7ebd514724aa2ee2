package analysis

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
)

// pieces is the text of each sentence, cut by its bytes, after the code points have been
// counted again from the start of the text.
func pieces(t *testing.T, text []byte, e *catalogue.Entry) []string {
	t.Helper()
	out := []string{}
	for i, s := range e.Sentences {
		if s.ByteStart < 0 || s.ByteStart > s.ByteEnd || s.ByteEnd > int64(len(text)) {
			t.Fatalf("%q: sentence %d is bytes %d to %d of %d", text, i, s.ByteStart, s.ByteEnd, len(text))
		}
		if start, end := runesIn(text[:s.ByteStart]), runesIn(text[:s.ByteEnd]); start != s.Start || end != s.End {
			t.Errorf("%q: sentence %d is code points %d to %d, its bytes say %d to %d", text, i, s.Start, s.End,
				start, end)
		}
		out = append(out, string(text[s.ByteStart:s.ByteEnd]))
	}
	return out
}

// Lead and tail are what is before the first word and behind the last one.
func TestLeadAndTail(t *testing.T) {
	for _, tc := range []struct {
		markup     record.Markup
		text       string
		lead, tail int64
	}{
		{record.Plain, "", 0, 0},
		{record.Plain, "* * *", 0, 0},
		{record.Plain, "word", 0, 0},
		{record.Plain, " # “One” two three (four).\n", 3, 2},
		{record.Plain, "《红楼梦》。今天好。(完)", 1, 1},
		{record.Plain, "\xff“Caf\xe9” \xff\n", 2, 4},
		{record.HTML, "<h1>«One</h1><script>x</script><p>Two <b>three</b>&amp;.</p>", 1, 10},
	} {
		a := Analyser{}
		_, e := a.Analyse(&record.Document{Text: []byte(tc.text), Markup: tc.markup})
		if e.Lead != tc.lead || e.Tail != tc.tail {
			t.Errorf("%q: lead %d, tail %d, want %d and %d: %+v", tc.text, e.Lead, e.Tail, tc.lead, tc.tail,
				e.Sentences)
		}
	}
}

// runes counts code points as Go's range loop does, a bad byte as one.
func runesIn(b []byte) int64 {
	n := int64(0)
	for range string(b) {
		n++
	}
	return n
}

func TestAnalyse(t *testing.T) {
	for _, tc := range []struct {
		name   string
		markup record.Markup
		text   string
		want   []string
		words  []uint32 // in each sentence
	}{
		{"empty", record.Plain, "", []string{}, nil},
		{"one word", record.Plain, "word", []string{"word"}, []uint32{1}},
		{"plain", record.Plain, "One two. Three four five.", []string{"One two.", "Three four five."}, []uint32{2, 3}},
		{"Chinese", record.Plain, "今天好。明天也好！", []string{"今天好。", "明天也好！"}, []uint32{3, 4}},
		{"mixed", record.Plain, "Go 语言好。Yes it is.", []string{"Go 语言好。", "Yes it is."}, []uint32{4, 3}},
		{"invalid UTF-8", record.Plain, "Caf\xe9 bar. 好\xff。", []string{"Caf\xe9 bar.", "好\xff。"}, nil},
		{"tags inside a word", record.HTML, "<p>One t<b>wo</b>. Three.</p>", []string{"One t<b>wo</b>.", "Three."},
			[]uint32{2, 1}},
		{"an entity", record.HTML, "<p>Fish &amp; chips. &#20013;&#25991;。</p>",
			[]string{"Fish &amp; chips.", "&#20013;&#25991;。"}, []uint32{2, 2}},
		{"blocks end sentences", record.HTML, "<h1>标题</h1><p>One two</p>", []string{"标题", "One two"}, []uint32{2, 2}},
		{"what is not shown", record.HTML, "<script>var x = 1;</script><p>One.</p>", []string{"One."}, []uint32{1}},
		{"only markup", record.HTML, "<p></p><br>", []string{}, nil},
	} {
		var an Analyser
		d := record.Document{ID: "id", Date: "21", File: "f", Record: 3, Offset: 9, Markup: tc.markup,
			Text: []byte(tc.text)}
		a, e := an.Analyse(&d)
		if diff := cmp.Diff(tc.want, pieces(t, d.Text, e)); diff != "" {
			t.Errorf("%s: sentences (-want +got):\n%s", tc.name, diff)
		}
		var words []uint32
		for _, s := range e.Sentences {
			words = append(words, s.Words)
		}
		if diff := cmp.Diff(tc.words, words); tc.words != nil && diff != "" {
			t.Errorf("%s: words (-want +got):\n%s", tc.name, diff)
		}
		if key := d.Key(record.Content(d.Text)); a.Key != key || e.Content != record.Content(d.Text) {
			t.Errorf("%s: key %x, content %x", tc.name, a.Key, e.Content)
		}
		if e.ID != "id" || e.Date != "21" || e.File != "f" || e.Record != 3 || e.Offset != 9 {
			t.Errorf("%s: entry %+v", tc.name, e)
		}
	}
}

// The words of a page are those of its text: a tag inside a word and an entity do not show.
func TestWordsOfAPage(t *testing.T) {
	var an Analyser
	page, _ := an.Analyse(&record.Document{Markup: record.HTML, Text: []byte("<p>caf&eacute; t<i>w</i>o</p>")})
	plain, _ := an.Analyse(&record.Document{Text: []byte("café two")})
	if diff := cmp.Diff(plain.Words, page.Words); diff != "" {
		t.Errorf("words (-plain +page):\n%s", diff)
	}
	one, ok := token.HashWord("two")
	if !ok || len(plain.Words) != 2 || plain.Words[1] != one {
		t.Errorf("the words of %q are %v", "café two", plain.Words)
	}
}

// Markup inside a word, and between it and its punctuation, is hidden; so is what a
// reference is longer than its character.
func TestHidden(t *testing.T) {
	for _, tc := range []struct {
		text   string
		markup record.Markup
		want   []uint32
	}{
		{"t<b>wo</b>, (<a href=x>links</a>) and caf&eacute; &mdash;", record.HTML, []uint32{7, 14, 0, 7}},
		{"One two.<p>Three.", record.HTML, nil},
		{"t<b>wo</b>", record.Plain, nil},
	} {
		an := Analyser{Places: true}
		a, _ := an.Analyse(&record.Document{Markup: tc.markup, Text: []byte(tc.text)})
		spans, err := record.ReadSpans(a.Spans, len(a.Words))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tc.want, spans.Hidden); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.text, diff)
		}
	}
}

// A text without spaces goes on over a line break and marks of commentary; a blank line, an
// indent and a full stop end it.
func TestJoined(t *testing.T) {
	for _, tc := range []struct {
		text string
		want string // the words that the next one is joined to, by the mark
	}{
		{"天地", ""}, // the places say so
		{"天\n地", "天"},
		{"天\r\n地", "天"},
		{"天(地/玄)黄", "天地玄"},
		{"天)\n（地", "天"},
		{"天○地", "天"},
		{"“天地", "天"},
		{"天\n\n地", ""},
		{"天\n\u3000地", ""},
		{"天。\n地", ""},
		{"天 地", ""},
		{"天\nA", ""},
		{"a\nb", ""},
		{"天(", ""},
	} {
		an := Analyser{Places: true}
		a, _ := an.Analyse(&record.Document{Text: []byte(tc.text)})
		spans, err := record.ReadSpans(a.Spans, len(a.Words))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range spans.Joined {
			if spans.Joined[i] {
				got += strings.Trim(string([]rune(tc.text)[spans.From[i]:spans.To[i]]), "“()（）/○")
			}
		}
		if got != tc.want {
			t.Errorf("%q: %q is joined, want %q", tc.text, got, tc.want)
		}
	}
}

// A whole document is one sentence, which ends where its text does.
func TestWhole(t *testing.T) {
	for _, tc := range []struct {
		text   string
		markup record.Markup
		words  uint32
		end    int64
	}{
		{"", record.Plain, 0, 0},
		{"One. Two!", record.Plain, 2, 9},
		{"一。二！\xff", record.Plain, 2, 5},
		{"<p>One.</p> <p>Two &amp; 三", record.HTML, 3, 26},
	} {
		an := Analyser{Whole: true}
		a, e := an.Analyse(&record.Document{Markup: tc.markup, Text: []byte(tc.text)})
		if len(e.Sentences) != 1 || e.Sentences[0].End != tc.end || e.Sentences[0].Words != tc.words ||
			len(a.Sentence(0)) != len(a.Words) {
			t.Errorf("%q: sentences %+v, want one that ends at %d, of %d words", tc.text, e.Sentences, tc.end, tc.words)
		}
	}
}

// Equal sentences have equal hashes, wherever they stand, in whatever markup.
func TestSentenceHashes(t *testing.T) {
	var an Analyser
	_, e := an.Analyse(&record.Document{Text: []byte("One two three. Four five. One two three.")})
	x, y, z := e.Sentences[0].Hash, e.Sentences[1].Hash, e.Sentences[2].Hash
	_, e = an.Analyse(&record.Document{Markup: record.HTML, Text: []byte("<p>One <b>two</b> three.</p>")})
	if x != z || x == y || e.Sentences[0].Hash != x {
		t.Errorf("hashes %x %x %x, in a page %x", x, y, z, e.Sentences[0].Hash)
	}
}

func FuzzAnalyse(f *testing.F) {
	for _, text := range []string{
		"", "One two. Three.", "今天好。明天！", "Caf\xe9. \xe4\xb8 x. \xf0\x9f\x98", "<p>a<b>b</b>. c &amp; d.</p><!-- x",
		"&#xD800; &#x110000; \x00.", strings.Repeat("a. ", 50),
	} {
		for markup := range uint8(3) {
			f.Add([]byte(text), markup)
		}
	}
	f.Add([]byte("<nav>a</nav><p>"+strings.Repeat("One two three. ", 20)+"<footer>b"), uint8(record.MainHTML))
	f.Fuzz(func(t *testing.T, text []byte, markup uint8) {
		d := record.Document{ID: "x", Text: text, Markup: record.Markup(markup % 3)}
		var an Analyser
		a, e := an.Analyse(&d)
		pieces(t, text, e)
		sum, last := uint64(0), catalogue.Sentence{}
		if len(a.Ends) != len(e.Sentences) {
			t.Fatalf("%d sentences with words, %d with places", len(a.Ends), len(e.Sentences))
		}
		for i, s := range e.Sentences {
			if s.Words != uint32(len(a.Sentence(i))) {
				t.Errorf("%q: sentence %d has %d words, and the place of %d", text, i, len(a.Sentence(i)), s.Words)
			}
			if s.ByteStart < last.ByteEnd {
				t.Errorf("%q: sentence %d begins at %d, before the end of the one before, %d", text, i, s.ByteStart,
					last.ByteEnd)
			}
			sum += uint64(s.Words)
			last = s
		}
		if sum != uint64(len(a.Words)) {
			t.Errorf("%q: sentences have %d words, the document %d", text, sum, len(a.Words))
		}
		// A second call with the same Analyser gives the same.
		first := e.Append(nil)
		b, again := an.Analyse(&d)
		if diff := cmp.Diff(a, b); diff != "" || string(first) != string(again.Append(nil)) {
			t.Errorf("%q: the second time (-first +second):\n%s", text, diff)
		}
		var back catalogue.Entry
		if err := back.Read(first); err != nil {
			t.Errorf("%q: the entry is not read: %v", text, err)
		}
	})
}

func FuzzRuneCounter(f *testing.F) {
	f.Add([]byte("a中\xff\xe4\xb8x"), uint8(1), uint8(4))
	f.Fuzz(func(t *testing.T, text []byte, x, y uint8) {
		// Offsets between code points, the second possibly before the first.
		c := newRuneCounter(text)
		for _, n := range []uint8{x, y, x} {
			offset := 0
			for range n {
				if offset < len(text) {
					_, size := utf8.DecodeRune(text[offset:])
					offset += size
				}
			}
			if got := c.at(offset); got != runesIn(text[:offset]) {
				t.Errorf("%q: byte %d is code point %d, want %d", text, offset, got, runesIn(text[:offset]))
			}
		}
	})
}

// Places in bytes of a text that was converted are those of its file: of sentences, and of words. Places in code points
// are those of the text.
func TestPlacesOfFile(t *testing.T) {
	widths := map[string]func(r rune) int{
		"one byte":          func(rune) int { return 1 },
		"as UTF-16":         func(r rune) int { return 2 + 2*int(r>>16&1) },
		"as UTF-32":         func(rune) int { return 4 },
		"one and two bytes": func(r rune) int { return 1 + min(1, int(r>>7)) },
		"escapes":           func(r rune) int { return 1 + 20*min(1, int(r>>7)) },
	}
	for text, markup := range map[string]record.Markup{
		"Déjà vu, mon ami. L'été est là. Plain words of ASCII follow here.":      record.Plain,
		"Only ASCII. It has two sentences.":                                      record.Plain,
		"人民依照法律规定，管理国家事务。Go 语言好。明天也好𠀀！":                                          record.Plain,
		"<p>Déjà <b>vu</b>, mon ami. L&#39;été est là.</p><p>Fish &amp; 中文。</p>": record.HTML,
	} {
		for name, width := range widths {
			var packed []byte
			inFile, file := map[uint64]uint64{}, 0
			for at, r := range text {
				inFile[uint64(at)] = uint64(file)
				packed = record.AppendRun(packed, 1, utf8.RuneLen(r), width(r))
				file += width(r)
			}
			inFile[uint64(len(text))] = uint64(file)
			plain := record.Document{ID: "a", Markup: markup, Text: []byte(text)}
			converted := plain
			converted.Charset = record.Charset{Name: name, Bytes: record.ByteMap(packed)}
			one, two := Analyser{Places: true}, Analyser{Places: true}
			a, e := one.Analyse(&plain)
			b, f := two.Analyse(&converted)
			if len(e.Sentences) < 2 || len(e.Sentences) != len(f.Sentences) || e.Lead != f.Lead || e.Tail != f.Tail {
				t.Fatalf("%s: %+v, want %+v", name, f, e)
			}
			same := func(what string, x, y record.Range) {
				t.Helper()
				if want := (record.Range{Start: x.Start, End: x.End, ByteStart: inFile[x.ByteStart],
					ByteEnd: inFile[x.ByteEnd]}); y != want {
					t.Errorf("%s: %s %q at %+v, want %+v", name, what, text[x.ByteStart:x.ByteEnd], y, want)
				}
				if piece, ok := converted.Piece(int64(y.ByteStart), int64(y.ByteEnd)); !ok ||
					string(piece) != text[x.ByteStart:x.ByteEnd] {
					t.Errorf("%s: piece %q, want %q", name, piece, text[x.ByteStart:x.ByteEnd])
				}
			}
			rangeOf := func(s catalogue.Sentence) record.Range {
				return record.Range{Start: uint64(s.Start), End: uint64(s.End), ByteStart: uint64(s.ByteStart),
					ByteEnd: uint64(s.ByteEnd)}
			}
			for i := range e.Sentences {
				same("sentence", rangeOf(e.Sentences[i]), rangeOf(f.Sentences[i]))
			}
			x, err := record.ReadSpans(a.Spans, len(a.Words))
			if err != nil {
				t.Fatal(err)
			}
			y, err := record.ReadSpans(b.Spans, len(b.Words))
			if err != nil {
				t.Fatal(err)
			}
			for i := range uint32(len(a.Words)) {
				same("word", x.Range(i, i+1), y.Range(i, i+1))
			}
		}
	}
}

// Numbers are the words that have a digit of any script, by the words between them.
func TestNumbers(t *testing.T) {
	an := Analyser{Numbers: true}
	for text, want := range map[string][]byte{"": nil, "none here": nil, "12 May 2024, room A4": {0, 1, 1},
		"٣ или 十 at 5": {0, 3}} {
		d := record.Document{ID: "d", Text: []byte(text)}
		if a, _ := an.Analyse(&d); !bytes.Equal(a.Numbers, want) {
			t.Errorf("%q: numbers %v, want %v", text, a.Numbers, want)
		}
	}
}
