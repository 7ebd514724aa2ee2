package report

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/commands/report/texts"
	"example.org/diagonal/io/record"
)

// builder makes the pages of a result.
type builder struct {
	ctx          context.Context
	result, name string
	f            *findings.Findings
	// c contains the texts; nil without --input.
	c *texts.Collection
	s *site.Site
	// tables are the pages of tables, in the order of the navigation.
	tables []tablePage
	// fields are the columns of the kept fields.
	fields []site.Column
	// pairsOf are the pairs of each document.
	pairsOf [][]int
	// doubted counts passages whose words are not those of the result.
	doubted int
	notes   []string
}

// tablePage is a page that shows a table.
//
// sort is the order in which it begins, as in its address; "" is that of the rows.
type tablePage struct{ page, table, title, intro, sort string }

// build writes everything but the manifest.
func (b *builder) build() error {
	for _, step := range []func() error{b.addNames, b.addTexts, b.addMarks, b.addSources, b.addFields, b.addDocuments,
		b.addPairs, b.addPassages, b.addClusters, b.addHot, b.addOthers} {
		if err := step(); err != nil {
			return err
		}
		if err := b.ctx.Err(); err != nil {
			return line.Interrupted
		}
	}
	b.note()
	return b.putPages()
}

// Lengths of ids and texts in tables, in code points. The whole id is on the page of its
// document, up to maxID.
const (
	shownID   = 160
	maxID     = 10_000
	shownText = 400
)

// clip returns at most so many code points of a text, as valid UTF-8.
func clip(text string, max int) string {
	n := 0
	for i := range text {
		if n == max {
			return strings.ToValidUTF8(text[:i], "\ufffd") + "…"
		}
		n++
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

// addNames writes the ids of the documents, and the pairs that each is in.
func (b *builder) addNames() error {
	names, of := b.s.Table("names"), b.s.Table("pairs-of")
	pairs := make([][]int, len(b.f.Documents))
	for i, p := range b.f.Pairs {
		pairs[p.A] = append(pairs[p.A], i)
		if p.B != p.A {
			pairs[p.B] = append(pairs[p.B], i)
		}
	}
	b.pairsOf = pairs
	keys := make([]string, len(b.f.Documents))
	for i, d := range b.f.Documents {
		keys[i] = keyOf(&d)
		if err := names.Add(clip(d.ID, shownID), int(d.Side), keys[i]); err != nil {
			return err
		}
		own := pairs[i]
		if own == nil {
			own = []int{}
		}
		if err := of.Add(own[:min(len(own), maxPairsOf)], len(own), d.Pairs); err != nil {
			return err
		}
	}
	if err := closeAll(names, of); err != nil {
		return err
	}
	return b.addKeys("names", keys, func(i int) []any { return []any{i} })
}

// maxPairsOf is how many pairs the page of a document lists.
const maxPairsOf = 10_000

func closeAll(tables ...*site.Table) error {
	for _, t := range tables {
		if err := t.Close(); err != nil {
			return err
		}
	}
	return nil
}

// note makes the notes about texts.
func (b *builder) note() {
	add := func(format string, args ...any) { b.notes = append(b.notes, fmt.Sprintf(format, args...)) }
	if b.c == nil && len(b.notes) > 0 {
		return
	}
	if b.c == nil {
		add("This report was made without --input. So it shows no texts.")
		return
	}
	missing, changed := int64(0), int64(0)
	for i := range b.f.Documents {
		switch b.c.State(i) {
		case texts.Missing:
			missing++
		case texts.Changed:
			changed++
		}
	}
	all := humanize.Comma(int64(len(b.f.Documents)))
	if missing > 0 && b.f.Directed && b.sides()[record.Source] && b.missingOn(record.Input) == 0 {
		add("The texts of %s of the source are not shown: name them with --source.", line.Many(missing, "document"))
	} else if missing > 0 {
		add("%s of %s in the result are not in the input, or not any more. Their texts are not shown.",
			humanize.Comma(missing), all)
	}
	if changed > 0 {
		add("%s of %s in the result have changed since the run. Their texts are not shown.",
			humanize.Comma(changed), all)
	}
	if b.doubted > 0 {
		add("%s of %s do not have the words that the result was made from: texts have changed since the run.",
			line.Many(int64(b.doubted), "passage"), humanize.Comma(int64(len(b.f.Passages))))
	}
	counts := b.f.Summary.Counts
	was, wasBytes := counts["documents"], counts["bytes"]
	whole := b.c.RejectedCount == 0 && b.f.Summary.Lines["rejected"] == 0 && b.f.Command != "lookup"
	if _, known := counts["bytes"]; known && whole && missing == 0 && (was != b.c.Documents || wasBytes != b.c.Bytes) {
		add("The result was made from %s with %s. The input has %s with %s now.",
			line.Many(was, "document"), line.Many(wasBytes, "byte"), line.Many(b.c.Documents, "document"),
			line.Many(b.c.Bytes, "byte"))
	}
	if b.c.RejectedCount <= b.f.Summary.Lines["rejected"] {
		return // those of the run have a page of their own
	}
	if b.f.Hidden {
		add("%s could not be read.", line.Many(b.c.RejectedCount, "record"))
		return
	}
	for _, r := range b.c.Rejected {
		add("A record could not be read: %s", clip(r.String(), shownText))
	}
}

// sides returns which sides the documents are on.
func (b *builder) sides() (has [2]bool) {
	for _, d := range b.f.Documents {
		has[d.Side] = true
	}
	return has
}

// missingOn counts the documents of a side whose texts are missing.
func (b *builder) missingOn(side record.Side) (n int) {
	for i, d := range b.f.Documents {
		if d.Side == side && b.c.State(i) == texts.Missing {
			n++
		}
	}
	return n
}

// isLong reports whether an id is longer than tables show it.
func isLong(id string) bool { return len(id) > shownID && utf8.RuneCountInString(id) > shownID }
