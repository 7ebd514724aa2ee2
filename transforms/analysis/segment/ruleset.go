package segment

// Kind is what a rule does.
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

	at   place             // where it is asked; several may be added up
	when func(*scene) bool // whether it matches; nil for a switch
	on   func(*ruleSet)    // sets the switch of a rule that changes what a stop is
}

// Rules returns the table, in the order in which the rules are asked.
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

// decision is a rule as the inner loop needs it.
type decision struct {
	when func(*scene) bool
	cut  bool
}

// ruleSet is a table of rules, made ready: the rules of each place in the order
// of the table, and the switches.
type ruleSet struct {
	at [1 << places][]decision

	wrapped, opening, footnote, closer, ellipsis, semicolon bool
}

var standard *ruleSet

func init() { standard = newRuleSet(table) }

func newRuleSet(rules []Rule) *ruleSet {
	set := new(ruleSet)
	for _, r := range rules {
		if r.on != nil {
			r.on(set)
		}
		for p := place(1); r.when != nil && p < 1<<places; p <<= 1 {
			if r.at&p != 0 {
				set.at[p] = append(set.at[p], decision{r.when, r.Kind == Split})
			}
		}
	}
	return set
}

// decide asks rules in turn; the first that matches decides.
func (s *scene) decide(rules []decision) (cut, decided bool) {
	for i := range rules {
		if rules[i].when(s) {
			return rules[i].cut, true
		}
	}
	return false, false
}
