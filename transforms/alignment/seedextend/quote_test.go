package seedextend

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/analysis/unit"
)

// A quotation inside a sentence ends where the quoted words end; a passage that was edited
// near one end does not.
func TestQuote(t *testing.T) {
	const (
		quoted = "the ferry leaves at noon today and nobody had bought a ticket before her brother was waiting at the pier when the engine began to roar"
		source = "In those years, as the harbour master liked to say, " + quoted +
			", which is why the schedule was never printed again."
		report = "She opened the letter and read aloud: “" + quoted +
			"” and then she went home without another word to anyone."
		edited = "In those years, as the harbour master liked to tell, " + quoted +
			", which is why the schedule was never printed again."
	)
	p, q := aligntest.Prose(1, 12), aligntest.Prose(2, 12)
	for _, tc := range []struct {
		name, a, b   string
		wantA, wantB string
		kind         Kind
	}{
		{"a quotation", source, report, quoted, quoted, Verbatim},
		{"one word of a sentence changed", source, edited, source, edited, Reworded},
	} {
		for _, around := range []bool{false, true} {
			a, b := tc.a, tc.b
			if around {
				a = aligntest.Join(p[:6]) + a + " " + aligntest.Join(p[6:])
				b = aligntest.Join(q[:6]) + b + " " + aligntest.Join(q[6:])
			}
			ps, texts := aligned(t, measured(Params{}), a, b)
			if len(ps) != 1 || ps[0].Kind != tc.kind ||
				strings.TrimRight(texts[0][0], ".") != strings.TrimRight(tc.wantA, ".") ||
				strings.TrimRight(texts[0][1], ".") != strings.TrimRight(tc.wantB, ".") {
				t.Errorf("%s, %v: %+v %q", tc.name, around, ps, texts)
			}
		}
	}
}

func TestQuoteChinese(t *testing.T) {
	const (
		quoted = "任何单位和个人不得侵占或者破坏自然资源国务院每年向大会报告工作全国人民代表大会会议每年举行一次学校应当建立健全安全制度"
		source = "依照规定" + quoted + "没有例外。"
		report = "他写“" + quoted + "”便走了。"
	)
	for _, report := range []string{report, strings.ReplaceAll(strings.ReplaceAll(report, "“", ""), "”", "")} {
		a, b := grammed(source), grammed(report)
		ps := NewWorker(Params{}).Align(nil, a, b, nil)
		var texts [][2]string
		for _, p := range ps {
			u, v := p.text(t, source, report, a, b)
			texts = append(texts, [2]string{u, v})
		}
		if len(ps) != 1 || ps[0].Kind != Verbatim || texts[0] != [2]string{quoted, quoted} {
			t.Errorf("%+v %q", ps, texts)
		}
	}
}

// grammed is a document whose words are pairs of characters.
func grammed(text string) *Document {
	d := aligntest.Document(text)
	d.Words = unit.Terms(nil, d.Words, d.From, d.To, nil)
	d.Index(nil)
	return d
}
