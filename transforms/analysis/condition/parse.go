package condition

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Parse reads a condition. An empty text is none. The error says what is wrong and where.
func Parse(s string, numbers Numbers) (Condition, error) {
	p := parser{text: s, numbers: numbers}
	var c Condition
	if p.skip(); p.at == len(s) {
		return c, nil
	}
	for {
		comparison, err := p.comparison(&c)
		if err != nil {
			return Condition{}, err
		}
		c.Comparisons = append(c.Comparisons, comparison)
		switch p.skip(); {
		case p.at == len(s):
			return c, nil
		case p.take("&&"):
		default:
			return Condition{}, p.wrong("&& or the end")
		}
	}
}

type parser struct {
	text    string
	at      int
	numbers Numbers
}

// wrong returns an error about what is at p.at.
func (p *parser) wrong(want string) error {
	rest := p.text[p.at:]
	if rest == "" {
		return fmt.Errorf("%s at its end", want)
	}
	const shown = 12 // code points
	if r := []rune(rest); len(r) > shown {
		rest = string(r[:shown]) + "…"
	}
	return fmt.Errorf("%s at character %d, where it has %s", want, utf8.RuneCountInString(p.text[:p.at])+1, rest)
}

func (p *parser) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take goes over a word, if it is there.
func (p *parser) take(word string) bool {
	if !strings.HasPrefix(p.text[p.at:], word) {
		return false
	}
	p.at += len(word)
	return true
}

// operators are those between two operands, each before one that it begins with. turned is that of the operands in the
// other order.
var operators = []struct {
	text   string
	by     By
	turned bool
}{{"==", Equal, false}, {"!=", Unequal, false}, {"<=", LessOrEqual, false}, {">=", LessOrEqual, true},
	{"<", Less, false}, {">", Less, true}}

func (p *parser) comparison(c *Condition) (out Comparison, err error) {
	left, err := p.operand()
	if err != nil {
		return out, err
	}
	p.skip()
	turned, found := false, false
	for _, o := range operators {
		if found = p.take(o.text); found {
			out.By, turned = o.by, o.turned
			break
		}
	}
	if !found {
		return out, p.wrong("==, !=, <, <=, > or >=")
	}
	begin := p.at
	right, err := p.operand()
	if err != nil {
		return out, err
	}
	if left.of == Literal && right.of == Literal {
		p.at = begin
		p.skip()
		return out, p.wrong("a field, such as a.series, in each comparison, and none")
	}
	out.Numbers = out.By >= Less || left.as == Year || right.as == Year
	if out.Left, err = p.resolve(c, left, out.Numbers); err == nil {
		out.Right, err = p.resolve(c, right, out.Numbers)
	}
	if turned {
		out.Left, out.Right = out.Right, out.Left
	}
	return out, err
}

// read is an operand as it stands.
type read struct {
	of   Of
	text string // the name of a field, or the text itself
	as   As
	at   int // where it is
}

// resolve returns the operand of a comparison, which may be one of numbers.
func (p *parser) resolve(c *Condition, r read, numbers bool) (Operand, error) {
	if numbers && r.as == Text {
		r.as = Number
	}
	if r.of != Literal {
		return Operand{Of: r.of, Trait: c.trait(Trait{r.text, r.as})}, nil
	}
	o := Operand{Constant: r.as.value(r.text, p.numbers)}
	if numbers && o.Constant == NoNumber {
		p.at = r.at
		return o, p.wrong("a date or a number")
	}
	return o, nil
}

// operand reads a field, its year, a text in quotes or a number.
func (p *parser) operand() (r read, err error) {
	const want = "a field (a.NAME or b.NAME), its year (year(a.NAME)), a text in quotes or a number"
	p.skip()
	r.at = p.at
	if p.at == len(p.text) {
		return r, p.wrong(want)
	}
	switch first := p.text[p.at]; {
	case first == '\'' || first == '"':
		end := strings.IndexByte(p.text[p.at+1:], first)
		if end < 0 {
			return r, p.wrong("a second " + string(first) + " for the text")
		}
		r.text = p.text[p.at+1 : p.at+1+end]
		p.at += end + 2
		return r, nil
	case first >= '0' && first <= '9' || first == '-':
		r.text = p.word()
		return r, nil
	case p.take("year("):
		p.skip()
		if r, err = p.field(); err != nil {
			return r, err
		}
		if p.skip(); !p.take(")") {
			return r, p.wrong(") behind the field")
		}
		r.as = Year
		return r, nil
	case strings.HasPrefix(p.text[p.at:], "a."), strings.HasPrefix(p.text[p.at:], "b."):
		return p.field()
	}
	return r, p.wrong(want)
}

// field reads a field of one of the documents.
func (p *parser) field() (r read, err error) {
	switch r.at = p.at; {
	case p.take("a."):
		r.of = A
	case p.take("b."):
		r.of = B
	default:
		return r, p.wrong("a field (a.NAME or b.NAME)")
	}
	if r.text = p.word(); r.text == "" {
		return r, p.wrong("the name of a field")
	}
	return r, nil
}

// word reads a name or a number: up to white space, or a character that has a meaning.
func (p *parser) word() string {
	begin := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n=!&|<>()'\"`,", p.text[p.at]) < 0 {
		p.at++
	}
	return p.text[begin:p.at]
}
