package segment

import "strings"

// kindOf is what an abbreviation requires of the word after it; see the rules of the same
// names.
type kindOf uint16

const (
	isTitle kindOf = 1 << iota
	isReference
	isMonth
	isSmallMonth
	isLatin
	isQuantity
	isCompany
	isDegree
	isState
	isStreet
	isMarkedName
)

// maxWord is the length in bytes of the longest word looked up below.
const maxWord = 16

// abbreviations, in small letters and without the last period, sorted within
// each kind. A word may be of several kinds.
var abbreviations = index(map[kindOf]string{
	isTitle: "adm brig bro capt cmdr col comdr cpl cpt dr drs fr gen gov hon insp lieut lt maj messrs mgr mlle mm mme mr mrs " +
		"avv cav dott dra frk geom hr ing lic mons ms msgr mx pres prof profs pvt rep reps rev sen sens sgt sig sigg skt sr sra srta supt",
	isReference: "abs al anm app apps art arts bd bk ch chap chaps cl col def eq eqn eqs ex ext fig figs fn fol kap lem lit " +
		"ll ln n no nos nr nrn num p par para paras pg pgs pl pp prop pt pts r ref refs reg sched sec secs sect ser sess sub tab tbl tel thm tit v ver vers vol vols ziff",
	isMonth:      "apr aug dec feb fri jan jul jun mar mon nov oct sat sep sept sun thu thur thurs tue tues wed",
	isSmallMonth: "abr ago apr aug dec dez dic ene feb gen giu jan jul jun lug nov oct okt ott sep sept",
	isLatin: "bl.a bzgl bzw cf dvs e.g eg ekskl evt evtl f.eks fx geb ggf hhv i.e iht inkl insb jf jfr m.a.w mht p.ej p.es pga psicol " +
		"resp sog vedr vgl viz vs z.b",
	isQuantity: "abt approx av avg b c ca circa d est fl kl maks max min nom r tlf",
	isCompany:  "ag assn assoc bros cia co corp cos dept dist div gmbh inc inst intl ltd mfg natl pty s.a soc univ",
	isDegree:   "b.a b.s d.d.s d.phil esq j.d jr ll.b ll.m m.a m.b.a m.d m.p m.sc ph.d sr",
	isState: "ala ariz ark calif colo conn d.c del fla ga ia ill kan kans ky mass md mich minn mo mont n.c n.d n.h n.j n.m n.y " +
		"neb nebr nev okla ont ore pa penn penna que s.c s.d tenn tex u.k u.n u.s u.s.a va vt w.va wash wis wisc wyo",
	isStreet:     "apt ave bldg blvd ctr dr ft hwy jct ln mt mtn mtns pkwy pl rd rm sq st sta ste str",
	isMarkedName: "jeopardy kahoot oklahoma yahoo",
})

// addedTitles are what German adds to a title: Dr. phil., Dr. med. dent.
var addedTitles = set("dent habil iur jur med mult nat oec phil pol rer theol vet")

// starters are usual first words of sentences that seldom follow an
// abbreviation inside one.
var starters = set(
	"a about above accordingly after again all almost also although an and another any anyone anything are as at " +
		"be because before both but by can consequently could did do does during each either even every everyone everything " +
		"few finally first for from further furthermore he hence her here hers his how however i if in indeed instead is it its " +
		"just last later let like many may maybe meanwhile more moreover most much must my neither never nevertheless next no " +
		"nobody none nor not nothing now of often on once one only or other others otherwise our out over perhaps please second " +
		"several shall she should similarly since so some someone sometimes somewhat soon still such than that the their them " +
		"then there thereafter therefore these they this those though through thus to today together too two under unless until " +
		"upon was we were what whatever when whenever where whereas whether which while who whoever whose why will with within " +
		"without would yes yet you your " +
		"das det hvad hvem hvor ich jeg wir " +
		"copyright permission redistribution redistributions")

// openWords are words that a line of a heading or a paragraph does not end in.
var openWords = set(
	"a about after against all also an and any are as at be because been before being between both but by can " +
		"could did do does each either for from had has have he her his how if in into is it its may might must my neither no nor " +
		"not of on only or our over per shall she should since some such than that the their them these they this those through " +
		"to under until upon was we were what when where whether which while who whom whose will with within without would you your")

// carryOn are words in small letters before which a mark does not end a
// sentence.
var carryOn = set(
	"added and answered asked asks but called cried he is or replied said says shouted she they thought was")

// counted are words that a number follows, as in "see table 2".
var counted = set("annex appendix article articles book bullet case chapter chapters class clause clauses day equation exhibit figure figures grade group " +
	"lemma level line lines no note number numbers option page pages paragraph paragraphs part parts phase point points " +
	"question round row rule rules schedule section sections stage step steps table tables theorem type unit verse version volume week year")

// opensTime are first words of sentences that open with a time.
var opensTime = set("about after around as at before between by from in on since till until when")

// enders are first parts of web names as they follow a period.
var enders = set("ai biz cn com de edu fr gov info io js jp mil net org py ru tv uk us xml")

// lexicon is a list of words in small letters. Most words are not in it, which their
// length, first and last letter tell without a look at the map.
type lexicon[V bool | kindOf] struct {
	words map[string]V
	may   [maxWord + 1][32]uint32 // by length and first letter, a bit for each last letter
	ends  [32][32]bool            // by the last two letters
}

func (l *lexicon[V]) add(word string, v V) {
	l.words[word] = v
	l.may[len(word)][word[0]&31] |= 1 << (word[len(word)-1] & 31)
	if len(word) > 1 {
		l.ends[word[len(word)-2]&31][word[len(word)-1]&31] = true
	}
}

// mayEnd reports whether a word of the list can end at text[p]. For most words the last two letters
// tell that none does.
func (l *lexicon[V]) mayEnd(text []byte, p int) bool {
	return p < 2 || !isLetter(text[p-1]) || !isLetter(text[p-2]) || l.ends[text[p-2]&31][text[p-1]&31]
}

// find returns the kinds of the word in the list.
func (l *lexicon[V]) find(word []byte) (v V) {
	if len(word) == 0 || len(word) > maxWord || l.may[len(word)][word[0]&31]>>(word[len(word)-1]&31)&1 == 0 {
		return v
	}
	return l.words[string(word)]
}

func set(words string) *lexicon[bool] {
	l := &lexicon[bool]{words: map[string]bool{}}
	for _, w := range strings.Fields(words) {
		l.add(w, true)
	}
	return l
}

func index(kinds map[kindOf]string) *lexicon[kindOf] {
	l := &lexicon[kindOf]{words: map[string]kindOf{}}
	for k, words := range kinds {
		for _, w := range strings.Fields(words) {
			l.add(w, l.words[w]|k)
		}
	}
	return l
}

// folded is the ASCII word in small letters, in buf; empty if it is too long.
func folded(buf *[maxWord]byte, word []byte) []byte {
	if len(word) > maxWord {
		return nil
	}
	for i, b := range word {
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		buf[i] = b
	}
	return buf[:len(word)]
}

// wordAt is the run of ASCII letters at text[p], as far as a lookup needs it.
func wordAt(text []byte, p int) []byte {
	e := p
	for e < len(text) && e-p <= maxWord && isLetter(text[e]) {
		e++
	}
	return text[p:e]
}

// wordBefore is the run of ASCII letters, and of periods if dots, that ends at
// text[p], as far as a lookup needs it. It is empty if the word goes on with
// other letters to the left, unless those have no case (Han).
func wordBefore(text []byte, p int, dots bool) []byte {
	b := p
	for b > 0 && p-b <= maxWord && (isLetter(text[b-1]) || dots && text[b-1] == '.') {
		b--
	}
	if b > 0 && text[b-1] >= 0x80 {
		if r, _ := before(text, b); classOf(r) == lower || classOf(r) == upper || classOf(r) == ignore {
			return nil
		}
	}
	return text[b:p]
}

func isLetter(b byte) bool { b |= 0x20; return 'a' <= b && b <= 'z' }
func isLower(b byte) bool  { return 'a' <= b && b <= 'z' }
func isUpper(b byte) bool  { return 'A' <= b && b <= 'Z' }
func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
