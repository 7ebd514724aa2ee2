package warcio

import (
	"strings"
	"unicode/utf8"

	"github.com/gogs/chardet"
)

// sampleSize is the number of bytes of a text that are used to guess its charset.
const sampleSize = 8 << 10

// statisticsSize is the same for the charsets of one byte, where statistics are 50
// times as slow.
const statisticsSize = 2 << 10

// guesses are the charsets of two bytes a letter, with the letters that are most of a
// running text in them: read in a wrong charset, a text has next to none of these.
var guesses = []struct {
	label  string
	common letters
}{
	{"gb18030", lettersOf(hanCommon + "这个们来为说国时会对过发后学还经现动进样长开见点实应无问战关间没气车东业当么系书几从应产")},
	{"big5", lettersOf(hanCommon + "這個們來為說國時會對過發後學還經現動進樣長開見點實應無問戰關間沒氣車東業當麼係書幾從條規並與將該關於產")},
	{"shift_jis", lettersOf(hiragana + katakana)},
	{"euc-jp", lettersOf(hiragana + katakana)},
	{"euc-kr", lettersOf("이다는에의을를가고하지사도서기은한자로어대인시으나스그리과해일보정수아제들니부라상여게있습것조국년중성면전원만까와었및")},
}

// letters is a set of code points below 65,536: a scan of a string for each letter
// took half the time of reading a page.
type letters *[1 << 16 / 64]uint64

func lettersOf(s string) letters {
	var set [1 << 16 / 64]uint64
	for _, r := range s {
		set[r>>6] |= 1 << (r & 63)
	}
	return &set
}

// hanCommon is common to both scripts of Chinese.
const hanCommon = "的一是不了在人有我他大中到和地出得以年上下子自要可也就生用作方主行分天多法同民事前本法理所心面公定力如成高部理法于其三二十人月日小水第者之及而，。、：；（）「」“”《》"

const (
	hiragana = "ぁあぃいうえおかがきぎくぐけげこごさざしじすずせぜそたただちっつづてでとどなにぬねのはばひびふぶへべほぼまみむめもゃやゅゆょよらりるれろわをん"
	katakana = "アイウエオカキクケコサシスセソタチツテトナニハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズゼゾダデドバビブベボパピプペポーァィェォャュョッ、。・「」"
)

// detect guesses the charset of a text that is not UTF-8 and has no label that fits.
// Charsets of two bytes a letter are tried first: their common letters tell. The
// single-byte ones are left to the statistics of ICU.
func detect(b []byte) string {
	for len(b) > 0 && b[0] < utf8.RuneSelf {
		b = b[1:]
	}
	b = b[:min(len(b), sampleSize)]
	best, score := "", 0
	for _, g := range guesses {
		enc, _ := lookup(g.label)
		if s := commonness(convert(b, enc), g.common); s > score {
			best, score = g.label, s
		}
	}
	if score >= 100 {
		return best
	}
	return singleByte(b)
}

// commonness is how many of 1,000 letters beyond ASCII are in common; 0 where more
// than one in 20 cannot be read.
func commonness(text []byte, common letters) int {
	all, hits, bad := 0, 0, 0
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
			continue
		case r == utf8.RuneError:
			bad++
		case r < 1<<16 && common[r>>6]&(1<<(r&63)) != 0:
			hits++
		}
		all++
	}
	if bad > 1+all/20 || all == 0 { // 1: the sample may end inside a letter
		return 0
	}
	return hits * 1000 / all
}

// singleByte guesses among the charsets of one byte a letter. Results of the same
// confidence come in no fixed order, so the name decides.
func singleByte(b []byte) string {
	const fallback = "windows-1252"
	results, err := chardet.NewTextDetector().DetectAll(b[:min(len(b), statisticsSize)])
	if err != nil {
		return fallback
	}
	best, confidence := fallback, 9 // ICU's own threshold for a guess worth anything
	for _, r := range results {
		_, name := lookup(r.Charset)
		if name == "" || multiByte[name] || strings.HasPrefix(name, "utf-") {
			continue
		}
		if r.Confidence > confidence || r.Confidence == confidence && name < best {
			best, confidence = name, r.Confidence
		}
	}
	return best
}
