package segment

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// plainSet is the table as it reads: at every place all of its rules are asked, whatever
// character is ahead.
func plainSet() *ruleSet {
	set := newRuleSet(table)
	for p := range set.at {
		var all []decision
		for _, r := range table {
			if r.when != nil && r.at&(1<<p) != 0 {
				all = append(all, decision{r.when, r.Kind == Split})
			}
		}
		for c := range set.at[p] {
			set.at[p][c], set.special[p][c] = all, all
		}
	}
	return set
}

// plainScan is scan, character by character. Behind a Greek or Armenian letter, scripts is true.
func plainScan(text []byte, p int, scripts bool) int {
	for p < len(text) {
		r, w := utf8.DecodeRune(text[p:])
		switch c := search(r); {
		case !scripts && isScriptLead(text[p]):
			return p
		case w == 1 && r == utf8.RuneError:
		case c == aterm, c == sterm, c == sep, r == ellipsis, r == semicolon, r == greekQuestion:
			return p
		case scripts && (r == ':' || r == ';') && p > 0 && text[p-1] >= utf8.RuneSelf:
			return p
		}
		p += w
	}
	return p
}

// samePlain holds the fast reading of a text equal to the plain one.
func samePlain(t *testing.T, plain *ruleSet, text []byte) {
	t.Helper()
	if got, want := Append(nil, text), plain.append(nil, text); !slices.Equal(got, want) {
		t.Fatalf("of %q\ngot   %q\nplain %q", text, pieces(text, got), pieces(text, want))
	}
	for p := 0; p <= len(text); {
		for scripts, table := range map[bool]*[256]uint8{false: &hot, true: &hotIn} {
			if got, want := scan(text, p, table), plainScan(text, p, scripts); got != want {
				t.Fatalf("scan(%q, %d) = %d, want %d (%v)", text, p, got, want, scripts)
			}
		}
		if got, want := text[skipSpace(text, p):],
			bytes.TrimLeftFunc(text[p:], unicode.IsSpace); len(got) != len(want) {
			t.Fatalf("skipSpace(%q, %d) leaves %q, want %q", text, p, got, want)
		}
		if got, want := text[:trim(text, 0, p)], bytes.TrimRightFunc(text[:p], unicode.IsSpace); len(got) != len(want) {
			t.Fatalf("trim(%q, 0, %d) leaves %q, want %q", text, p, got, want)
		}
		wantRune, wantWidth := utf8.DecodeLastRune(text[:p])
		if r, w := before(text, p); w != wantWidth || w > 0 && r != wantRune {
			t.Fatalf("before(%q, %d) = %U, %d, want %U, %d", text, p, r, w, wantRune, wantWidth)
		}
		wantRune, wantWidth = utf8.DecodeRune(text[p:])
		if c, w := classAt(text, p); w != wantWidth || w > 0 && c != search(wantRune) {
			t.Fatalf("classAt(%q, %d) = %d, %d, want %d, %d", text, p, c, w, search(wantRune), wantWidth)
		}
		p += max(1, wantWidth)
	}
}

func FuzzPlain(f *testing.F) {
	for _, r := range table {
		f.Add([]byte(strings.ReplaceAll(r.Example, "|", "")))
	}
	f.Add([]byte("See art. § 5 Applies."))
	f.Add([]byte("A line " + strings.Repeat("-", window) + "\nthen more."))
	plain := plainSet()
	f.Fuzz(func(t *testing.T, text []byte) { samePlain(t, plain, text) })
}

// TestPlain cuts real text and the examples of the rules up and puts the parts together.
func TestPlain(t *testing.T) {
	texts := [][]byte{testdata(t, "licences.en.txt"), testdata(t, "statutes.zh.txt")}
	var examples []byte
	for _, r := range table {
		examples = append(examples, strings.ReplaceAll(r.Example, "|", "")...)
	}
	texts = append(texts, examples)
	signs := strings.Split(". ! ? 。 ； … …… ( （ ） 「 “ ” \" 》 » [1] ² \n \n\n \r\n"+
		" \u2028 \u3000 \u00a0 - – * • # | ¦ --- 1. (a) iv. 一、 ① 第二章 Dr. No. U.S. e.g. Inc. p. I the The 说 © § / = a@b.C \xff \xe4\xb8 \u0301 9 É か ䷀ ㄱ", " ")
	rng := rand.New(rand.NewPCG(5, 6))
	plain := plainSet()
	for range 3000 {
		var b []byte
		for range 1 + rng.IntN(4) {
			text := texts[rng.IntN(len(texts))]
			i := rng.IntN(len(text))
			b = append(b, text[i:min(len(text), i+rng.IntN(150))]...)
			for range rng.IntN(3) {
				b = append(b, signs[rng.IntN(len(signs))]...)
				if rng.IntN(2) == 0 {
					b = append(b, ' ')
				}
			}
		}
		samePlain(t, plain, b)
	}
}

// TestLexicon holds that find is the map, for each word of each list and for words that
// differ from one in a letter.
func TestLexicon(t *testing.T) {
	var words []string
	for _, l := range []*lexicon[bool]{starters, openWords, carryOn, enders, articles, addedTitles} {
		for w := range l.words {
			words = append(words, w)
		}
	}
	for w := range abbreviations.words {
		words = append(words, w)
	}
	for _, w := range words {
		for _, v := range []string{w, w[1:], w + "s", "a" + w[1:], w[:len(w)-1] + "e", strings.Repeat(w, maxWord)} {
			word := []byte(v)
			if got := abbreviations.find(word); got != abbreviations.words[v] {
				t.Errorf("abbreviations has %b for %q, want %b", got, v, abbreviations.words[v])
			}
			for _, l := range []*lexicon[bool]{starters, openWords, carryOn, enders, articles, addedTitles} {
				if got := l.find(word); got != l.words[v] {
					t.Errorf("a list has %v for %q, want %v", got, v, l.words[v])
				}
			}
		}
	}
}
