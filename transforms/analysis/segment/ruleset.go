package segment

import "math/bits"

// Kind is the effect of a rule.
type Kind int

const (
	// Join makes one sentence where the base, or a later rule, would cut.
	Join Kind = iota
	// Split makes a boundary where the base, or a later rule, has none.
	Split
)

// String returns "join" or "split".
func (k Kind) String() string {
	if k == Split {
		return "split"
	}
	return "join"
}

// Rule is one line of the table.
type Rule struct {
	Name    string
	Kind    Kind
	What    string // what it does, in one line
	Example string // a text with | at the wanted boundaries, and nowhere else

	at   place             // where the rule is applied; several may be added up
	next classes           // before what, and whether only at a special place: it matches nowhere else
	when func(*scene) bool // whether it matches; nil for a switch
	on   func(*ruleSet)    // sets the switch of a rule that changes what a stop is
}

// Rules returns the table, in the order in which the rules are applied.
func Rules() []Rule { return append([]Rule(nil), table...) }

// place is a kind of place where a sentence may end.
type place uint8

const (
	atPeriod    place = 1 << iota // a period, then white space or closing marks
	atTight                       // a period, then at once something else
	atMark                        // an exclamation or question mark, or 。
	atEllipsis                    // …
	atSemicolon                   // ；
	atLine                        // a line break without a stop, or with one that does not end the sentence

	places     = 6
	atFull     = atPeriod | atTight
	atWideStop = atPeriod | atMark | atEllipsis | atSemicolon
)

// classes is a set of classes.
type classes uint16

func only(cs ...class) (set classes) {
	for _, c := range cs {
		set |= 1 << c
	}
	return set
}

const (
	anything classes = 1<<(closing+1) - 1
	notLower         = anything &^ (1 << lower)
	notCased         = notLower &^ (1 << upper)

	nameAhead    classes = 1<<upper | 1<<letter
	notName              = anything &^ (nameAhead | 1<<numeric)
	capitalAhead         = nameAhead | 1<<numeric | 1<<closing

	// A place is special where a period follows a word of the abbreviation table, and
	// at a line break unless both lines begin with a letter.
	special     classes = 1 << 15
	abbreviated         = special
	unlettered          = special
)

// special reports whether a place is.
func (s *scene) special(p place) bool {
	if p == atLine {
		short := s.end > s.line && s.end-s.line <= window
		return !short || !isLetter(s.text[s.line]) || !isLetter(s.text[s.next])
	}
	return p&atFull != 0 && s.kinds() != 0
}

// decision is a rule as the inner loop needs it.
type decision struct {
	when func(*scene) bool
	cut  bool
}

// ruleSet is a table of rules, made ready: the rules of each place, special or not, and
// of each class of the character after it, in the order of the table; and the switches.
type ruleSet struct {
	at      [places][closing + 1][]decision
	special [places][closing + 1][]decision

	wrapped, opening, footnote, closer, ellipsis, semicolon, scripts, items bool
}

var standard *ruleSet

func init() { standard = newRuleSet(table) }

func newRuleSet(rules []Rule) *ruleSet {
	set := new(ruleSet)
	for _, r := range rules {
		if r.on != nil {
			r.on(set)
		}
		for p := range set.at {
			for c := range set.at[p] {
				if r.when == nil || r.at&(1<<p) == 0 || r.next&(1<<c) == 0 {
					continue
				}
				d := decision{r.when, r.Kind == Split}
				set.special[p][c] = append(set.special[p][c], d)
				if r.next&special == 0 {
					set.at[p][c] = append(set.at[p][c], d)
				}
			}
		}
	}
	return set
}

// decide asks the rules of a place in turn; the first that matches decides.
func (s *scene) decide(p place) (cut, decided bool) {
	table := &s.set.at
	if s.special(p) {
		table = &s.set.special
	}
	rules := table[bits.TrailingZeros8(uint8(p))][s.ahead]
	for i := range rules {
		if rules[i].when(s) {
			return rules[i].cut, true
		}
	}
	return false, false
}
