package standard

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/analysis/token"
)

func table(t *testing.T, text string) Table {
	t.Helper()
	got, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRead(t *testing.T) {
	got := table(t,
		"\ufeff# a comment\nvertue\tvirtue\n\n doe , do \r\nVERTUE\tVirtue\nhaue\thave\nhav\thaue\nsame,same\n異\t异\n"+
			"ſe\u0301\tsé\n")
	if want := Table("doe\tdo\nhaue\thave\nhav\thave\nvertue\tvirtue\nſé\tsé\n異\t异\n"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got.Words() != 6 {
		t.Errorf("%d words, want 6", got.Words())
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "no word has another form",
		"a,b\n\nc":         "line 3 has 1 columns",
		"a,b,c":            "line 1 has 3 columns",
		"#\nto day\ttoday": `line 2: "to day" is not one word`,
		"today\t":          "line 1 has 1 columns",
		",today":           `line 1: "" is not one word`,
		"a,b\nc,d\na,e":    "line 3: a is e here and b in line 1",
		"a,b\nb,a":         "are variants of each other",
		"a,b\nb,c\nc,a":    "are variants of each other",
		"a,b\n\xff,c":      "line 2 is not UTF-8",
		"a,b\n" + strings.Repeat("x", 70_000) + ",y": "line 2: ",
		"“a”,b":  "is not one word",
		"異体\t异体": "is not one word",
	} {
		if got, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %q, %v; want %q", text, got, err, want)
		}
	}
}

// written is Write, word by word: what is compared, and where each word stands in the text.
func written(f forms, text string) (words []string, places []string) {
	for _, t := range token.Append(nil, []byte(text)) {
		word := text[t.Start:t.End]
		places = append(places, word)
		if form, ok := f[string(token.AppendWord(nil, []byte(text), t))]; ok {
			word = form
		}
		words = append(words, strings.ToLower(word))
	}
	return words, places
}

func FuzzWrite(f *testing.F) {
	f.Add("Vertue, and vertue; he HAUE a 異 do'e doe.", false)
	f.Add("veritas vniuersitas <b>doe</b>", true)
	all, err := Read(strings.NewReader("vertue,virtue\nhaue,have\ndoe,do\n異,异\nvniuersitas,university\na,an\n"))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, fold bool) {
		var bits charfilter.Fold
		if fold {
			bits = charfilter.FoldUV | charfilter.FoldMarks
		}
		plain, first := charfilter.Canonical([]byte(text), nil)
		plain, first = charfilter.Folded(plain, first, bits)
		got, m := all.Write(plain, first, bits)
		words, places := written(all.read(bits), string(plain))
		tokens := token.Append(nil, got)
		if len(tokens) != len(words) {
			t.Fatalf("%q: %d words, want %d", got, len(tokens), len(words))
		}
		if first == nil && m == nil {
			return
		}
		for i, w := range tokens {
			if word := strings.ToLower(string(got[w.Start:w.End])); word != words[i] {
				t.Errorf("word %d is %q, want %q", i, word, words[i])
			}
			if first == nil {
				if origin := text[m.Start(int(w.Start)):m.End(int(w.End))]; origin != places[i] {
					t.Errorf("word %d stands at %q, want %q", i, origin, places[i])
				}
			}
		}
	})
}

func TestWrite(t *testing.T) {
	all := table(t, "vertue,virtue\nhaue,have")
	for _, tc := range []struct {
		table      Table
		fold       charfilter.Fold
		text, want string
	}{
		{all, 0, "Vertue & vertue, HAUE it", "Virtue & virtue, Have it"},
		{all, charfilter.FoldUV, "uertue", "uirtue"}, // with u for v, so is the form
		{all, 0, "uertue", "uertue"},
		{"", 0, "Vertue", "Vertue"},
	} {
		if got, _ := tc.table.Write([]byte(tc.text), nil, tc.fold); string(got) != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}
