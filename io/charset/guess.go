package charset

import (
	"cmp"
	"slices"
	"unicode"
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
	{"euc-kr", lettersOf(koreanCommon)},
	{utf16le, wideCommon},
	{utf16be, wideCommon},
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

// wideCommon is what is common to the languages that have next to no zeros in UTF-16.
var wideCommon = lettersOf(hanCommon + hiragana + katakana + koreanCommon)

const koreanCommon = "이다는에의을를가고하지사도서기은한자로어대인시으나스그리과해일보정수아제들니부라상여게있습것조국년중성면전원만까와었및"

const (
	hiragana = "ぁあぃいうえおかがきぎくぐけげこごさざしじすずせぜそたただちっつづてでとどなにぬねのはばひびふぶへべほぼまみむめもゃやゅゆょよらりるれろわをん"
	katakana = "アイウエオカキクケコサシスセソタチツテトナニハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズゼゾダデドバビブベボパピプペポーァィェォャュョッ、。・「」"
)

// guess guesses the set of a text that is not UTF-8 and has no label that fits. Sets of
// two bytes a letter are tried first: their common letters tell. The
// single-byte ones are left to the statistics of ICU.
func guess(b []byte) Choice {
	wide := b[:min(len(b), sampleSize)]
	// the character before the first letter stays: it tells if that is in its place
	for len(b) > 1 && b[0] < utf8.RuneSelf && b[1] < utf8.RuneSelf {
		b = b[1:]
	}
	b = b[:min(len(b), sampleSize)]
	best, score, second := "", 0, 0
	for _, g := range guesses {
		enc, _ := lookup(g.label)
		sample := b
		if Wide(g.label) {
			sample = wide
		}
		switch s := commonness(convert(sample, enc), g.common); {
		case s > score:
			best, score, second = g.label, s, score
		case s > second:
			second = s
		}
	}
	if score >= minCommon {
		return Choice{Name: best, Unsure: score < sureCommon || score < sureRatio*second}
	}
	return singleByte(b)
}

const (
	// minCommon is how many of 1,000 letters must be common ones in a set of two bytes a letter.
	minCommon = 100
	// sureCommon is how many are in a text that is surely in the set, if they are sureRatio times as many as
	// in any other set.
	sureCommon, sureRatio = 200, 2
)

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

// fallback is the set in which nearly every byte is a letter.
const fallback = "windows-1252"

// minConfidence is ICU's own threshold, in percent, for a guess worth anything. A guess is sure if its
// confidence is sureMargin above that of any other one which reads the text in another way.
const minConfidence, sureMargin = 10, 20

// olderGain is one in how many letters beyond ASCII must be in a better place in an older set, if the text reads as
// text in a newer one, too.
const olderGain = 100

// siblings are sets that have the same letters, most of them at the same places. The statistics know one of them.
var siblings = map[string]string{
	"iso-8859-2": "windows-1250", "iso-8859-7": "windows-1253", "iso-8859-8": "windows-1255",
	"iso-8859-8-i": "windows-1255",
	"windows-1250": "iso-8859-2", "windows-1253": "iso-8859-7", "windows-1255": "iso-8859-8",
	"koi8-r": "koi8-u",
}

// singleByte guesses among the sets of one byte a letter. Results of the same
// confidence come in no fixed order, so the name decides.
func singleByte(b []byte) Choice {
	// an error is that there are none
	results, _ := chardet.NewTextDetector().DetectAll(b[:min(len(b), statisticsSize)])
	slices.SortFunc(results, func(x, y chardet.Result) int {
		return cmp.Or(cmp.Compare(y.Confidence, x.Confidence), cmp.Compare(Name(x.Charset), Name(y.Charset)))
	})
	best, noisy, confidence, rival := reading{}, reading{name: fallback}, 0, -1
	for _, r := range results {
		name := Name(r.Charset)
		if name == "" || !oneByte(name) || r.Confidence < minConfidence {
			continue
		}
		switch next := readingOf(b, name); {
		case next.text == "":
		case !next.fits():
			if noisy.text == "" {
				noisy = next
			}
		case best.text == "":
			best, confidence = next, r.Confidence
		case next.text != best.text && rival < 0:
			rival = r.Confidence
		}
	}
	if best.text == "" || best.odd > 0 {
		if o := older(b); o.text != "" && (best.text == "" || (best.odd-o.odd)*olderGain > best.letters) {
			return Choice{Name: o.name, Unsure: o.twins || o.letters < sureLetters}
		}
	}
	if best.text != "" {
		return Choice{Name: best.name, Unsure: best.twins || confidence < max(rival, 0)+sureMargin}
	}
	return Choice{Name: noisy.name, Unsure: true}
}

// reading is a text as it reads in a set of one byte a letter; "" if it cannot be in the set.
type reading struct {
	name, text string
	// letters is how many letters beyond ASCII it has, and odd how many characters that are in no text, or not there.
	letters, odd int
	// twins is true if it reads in another way, and as well, in the sibling of the set.
	twins bool
}

// fits reports whether it reads as text.
func (r reading) fits() bool { return r.text != "" && Fits(r.odd, r.letters+r.odd) }

// readingOf reads a text in a set or in its sibling: in the one that makes letters of more bytes.
func readingOf(b []byte, name string) reading {
	r := readIn(b, name)
	if sibling := siblings[name]; sibling != "" {
		s := readIn(b, sibling)
		if s.letters > r.letters {
			r, s = s, r
		}
		r.twins = s.letters == r.letters && s.text != r.text
	}
	return r
}

// readIn reads a text in a set. With more than one control character beyond ASCII for 20 letters it is in another one.
func readIn(b []byte, name string) reading {
	enc, _ := lookup(name)
	r, controls := reading{name: name, text: string(convert(b, enc))}, 0
	for _, c := range r.text {
		switch {
		case c == utf8.RuneError, 0x80 <= c && c < 0xa0:
			controls++
		case c >= utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsMark(c)):
			r.letters++
		}
	}
	if !Fits(controls, r.letters) {
		return reading{name: name, letters: -1}
	}
	r.odd = controls + misplaced(r.text)
	return r
}
