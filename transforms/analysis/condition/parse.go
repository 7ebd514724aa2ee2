package condition

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// Parse reads a condition. An empty text is none. The error says what is wrong and where.
func Parse(s string) (Condition, error) {
	p := parser{text: s}
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
	text string
	at   int
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

func (p *parser) comparison(c *Condition) (out Comparison, err error) {
	if out.Left, err = p.operand(c); err != nil {
		return out, err
	}
	p.skip()
	switch {
	case p.take("!="):
		out.Unequal = true
	case p.take("=="):
	default:
		return out, p.wrong("== or !=")
	}
	begin := p.at
	if out.Right, err = p.operand(c); err != nil {
		return out, err
	}
	if out.Left.Of == Literal && out.Right.Of == Literal {
		p.at = begin
		p.skip()
		return out, p.wrong("a field, such as a.series, in each comparison, and none")
	}
	return out, nil
}

// operand reads a field, a text in quotes or a number.
func (p *parser) operand(c *Condition) (Operand, error) {
	const want = "a field (a.NAME or b.NAME), a text in quotes or a number"
	p.skip()
	if p.at == len(p.text) {
		return Operand{}, p.wrong(want)
	}
	switch first := p.text[p.at]; {
	case first == '\'' || first == '"':
		end := strings.IndexByte(p.text[p.at+1:], first)
		if end < 0 {
			return Operand{}, p.wrong("a second " + string(first) + " for the text")
		}
		text := p.text[p.at+1 : p.at+1+end]
		p.at += end + 2
		return Operand{Hash: xxhash.Sum64String(text)}, nil
	case first >= '0' && first <= '9' || first == '-':
		return Operand{Hash: xxhash.Sum64String(p.word())}, nil
	case strings.HasPrefix(p.text[p.at:], "a."), strings.HasPrefix(p.text[p.at:], "b."):
		of := A
		if first == 'b' {
			of = B
		}
		p.at += 2
		name := p.word()
		if name == "" {
			return Operand{}, p.wrong("the name of a field")
		}
		return Operand{Of: of, Field: c.field(name)}, nil
	}
	return Operand{}, p.wrong(want)
}

// word reads a name or a number: up to white space, or a character that has a meaning.
func (p *parser) word() string {
	begin := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n=!&|<>()'\"`,", p.text[p.at]) < 0 {
		p.at++
	}
	return p.text[begin:p.at]
}
