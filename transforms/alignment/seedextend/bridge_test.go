package seedextend

import (
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// withHot is the document of parts, those that begin with a star being hot.
func withHot(parts ...string) (*Document, string) {
	text, d := "", &Document{}
	var hot []bool
	for _, part := range parts {
		plain := strings.TrimPrefix(part, "*")
		text += plain
		d = aligntest.Document(text)
		for len(hot) < int(d.UnitCount()) {
			hot = append(hot, plain != part)
		}
	}
	d.Hot = hot
	return d, text
}

func TestBridge(t *testing.T) {
	p, q, r := aligntest.Text(1, 9), aligntest.Text(2, 9), aligntest.Text(3, 40)
	notice, other := "*"+aligntest.Text(4, 12), "*"+aligntest.Text(5, 60)
	few, many := aligntest.Text(6, 2), aligntest.Text(7, 6)
	few2, many2 := aligntest.Text(8, 2), aligntest.Text(9, 6)
	for _, tc := range []struct {
		name string
		a, b []string
		want int
	}{
		{"a copy with its hot text", []string{p, notice, q}, []string{r, p, notice, q, r}, 1},
		{"hot text twice", []string{p, notice, q, notice, many}, []string{r, p, notice, q, notice, many, r}, 1},
		{"a few sentences beside it", []string{p, few, notice, q}, []string{r, p, few2, notice, q}, 1},
		{"too many", []string{p, many, notice, q}, []string{r, p, many2, notice, q}, 2},
		{"on one side only", []string{p, q}, []string{r, p, notice, q}, 2},
		{"in the other order", []string{q, notice, p}, []string{r, p, notice, q}, 2},
		{"together they are not alike", []string{p, notice, q}, []string{p, other, q}, 2},
	} {
		a, textA := withHot(tc.a...)
		b, textB := withHot(tc.b...)
		ps := NewWorker(Params{}).Align(nil, a, b, nil)
		if len(ps) != tc.want {
			t.Errorf("%s: %d passages, want %d: %+v", tc.name, len(ps), tc.want, ps)
			continue
		}
		turned := NewWorker(Params{}).Align(nil, b, a, nil)
		for x := range turned {
			turned[x].A0, turned[x].A1, turned[x].B0, turned[x].B1 = turned[x].B0, turned[x].B1, turned[x].A0,
				turned[x].A1
		}
		slices.SortFunc(turned, comparePassages)
		if !slices.Equal(ps, turned) {
			t.Errorf("%s: %+v, with the sides exchanged %+v", tc.name, ps, turned)
		}
		if tc.name == "a copy with its hot text" {
			u, v := ps[0].text(t, textA, textB, a, b)
			if u != strings.TrimSpace(textA) || v != u {
				t.Errorf("the passage is %q and %q", u, v)
			}
		}
	}
}
