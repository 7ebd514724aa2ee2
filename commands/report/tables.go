package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
)

// show adds the page of a table.
func (b *builder) show(table, title, intro string) {
	b.tables = append(b.tables, tablePage{table + ".html", table, title, intro, ""})
}

// maxSorted is the largest table that begins in another order than that of its rows: a page reads all of it then.
const maxSorted = 20_000

// first says in which order the last table begins, if it is not too large.
func (b *builder) first(sort string, rows int) {
	if rows <= maxSorted {
		b.tables[len(b.tables)-1].sort = sort
	}
}

// addDocuments writes the table of documents: as the result has it, or counted from the pairs.
func (b *builder) addDocuments() error {
	if b.f.Command == "partial" {
		return b.addShares()
	}
	b.show("documents", "Documents", "Documents that the result names.")
	order := make([]int, len(b.f.Documents))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(b.f.Documents[j].Pairs - b.f.Documents[i].Pairs) })
	t := b.s.Table("documents", append([]site.Column{
		{Title: "Document", Type: site.Document},
		{Title: "Pairs", Type: site.Number, Help: "Other documents that it has passages with"},
		{Title: "Passages", Type: site.Number, Help: "With other documents"}}, b.fieldColumns(0)...)...)
	for _, i := range order {
		if err := t.Add(i, b.f.Documents[i].Pairs, b.f.Documents[i].Passages); err != nil {
			return err
		}
	}
	return t.Close()
}

// addShares writes the table of documents with the shares of the result.
func (b *builder) addShares() error {
	intro := "How much of each document is found elsewhere. The first column opens its text."
	if rest := b.f.Summary.Counts["documents"] - int64(len(b.f.Shares)+len(b.f.Rest)); rest > 0 &&
		b.f.Parameters["source"] != true {
		intro += fmt.Sprintf(" Of %s nothing is found elsewhere.", line.Many(rest, "other document"))
	}
	b.show("documents", "Documents", intro)
	t := b.s.Table("documents", append([]site.Column{
		{Title: "Document", Type: site.Document},
		{Title: "Characters", Type: site.Number},
		{Title: "Share", Type: site.Share,
			Help: "The part that is found elsewhere: in passages with other documents, and in hot passages"},
		{Title: "Weighted", Type: site.Share, Help: "The same part, weighted by similarity"},
		{Title: "Hot", Type: site.Share, Help: "The part in hot passages"},
		{Title: "Within", Type: site.Share, Help: "The part in passages that the document has twice"},
		{Title: "Others", Type: site.Number, Help: "Documents that have a passage with this one"},
		{Title: "Passages", Type: site.Number, Help: "With other documents"}}, b.fieldColumns(0)...)...)
	for _, s := range b.f.Shares {
		if err := t.Add(s.Document, s.Characters, s.Share, s.WeightedShare, s.HotShare, s.WithinShare, s.Documents,
			b.f.Documents[s.Document].Passages); err != nil {
			return err
		}
	}
	for _, i := range b.f.Rest {
		if err := t.Add(i, nil, 0, 0, 0, 0, 0, 0); err != nil {
			return err
		}
	}
	return t.Close()
}

// whole reports whether the result compares whole documents.
func (b *builder) whole() bool { return b.f.Command == "resemblance" || b.f.Command == "partition" }

// known returns a number, or nil if it is not known.
func known[T int64 | float64](n T) any {
	if n == findings.Unknown {
		return nil
	}
	return n
}

// addPairs writes the table of pairs.
func (b *builder) addPairs() error {
	intro := "Pairs of documents. The first column opens both texts."
	if b.f.Within.Pairs > 0 {
		intro = "Pairs of documents. Where A and B are the same, a document contains text twice. The first column opens both texts."
	}
	b.show("pairs", "Pairs", intro)
	if b.whole() {
		b.first("-"+map[bool]string{true: "resemblance", false: "similarity"}[b.f.Command == "resemblance"],
			len(b.f.Pairs))
	} else {
		b.first("-characters-of-a", len(b.f.Pairs))
	}
	columns := []site.Column{
		{Title: "Pair", Type: site.PairLink},
		{Title: "A", Type: site.Document},
		{Title: "B", Type: site.Document},
		{Title: "Passages", Type: site.Number},
		{Title: "Characters of A", Type: site.Number, Help: "Characters of A in passages with B; each counts once"},
		{Title: "Characters of B", Type: site.Number, Help: "Characters of B in passages with A; each counts once"},
		{Title: "Similarity", Type: site.Similarity, Help: "The highest of a passage"},
		{Title: "First passage", Type: site.Hidden},
	}
	if b.whole() {
		columns[3].Type, columns[4].Type, columns[5].Type = site.Hidden, site.Hidden, site.Hidden
		columns[6].Help = ""
	}
	if b.f.Command == "resemblance" {
		columns[6].Title, columns[6].Help = "Resemblance", "Shared elements divided by those of both documents together"
	}
	if b.f.Command == "clean" {
		columns[6].Type = site.Hidden
	}
	for _, name := range b.f.ScoreNames {
		title := strings.ToUpper(name[:1]) + name[1:]
		typ := site.Number
		if name == "containment" || name == "score" || strings.HasPrefix(name, "share") {
			typ = site.Similarity
		}
		columns = append(columns, site.Column{Title: title, Type: typ})
	}
	t := b.s.Table("pairs", append(columns, b.fieldColumns(1, 2)...)...)
	for i, p := range b.f.Pairs {
		row := []any{i, p.A, p.B, p.Passages, known(p.ACharacters), known(p.BCharacters), known(p.Similarity), p.First}
		for _, s := range p.Scores {
			row = append(row, s)
		}
		if err := t.Add(row...); err != nil {
			return err
		}
	}
	return t.Close()
}

// addPassages writes the table of passages.
func (b *builder) addPassages() error {
	choices := map[string]bool{}
	for _, p := range b.f.Passages {
		choices[p.Kind] = true
	}
	kinds := slices.Sorted(maps.Keys(choices))
	columns := []site.Column{
		{Title: "Passage", Type: site.PassageLink},
		{Title: "A", Type: site.Document},
		{Title: "From", Type: site.Number, Help: "Where it begins in A, in characters"},
		{Title: "To", Type: site.Number},
		{Title: "B", Type: site.Document},
		{Title: "From", Type: site.Number, Help: "Where it begins in B, in characters"},
		{Title: "To", Type: site.Number},
		{Title: "Length", Type: site.Number, Help: "Characters in A"},
		{Title: "Kind", Type: site.Choice, Choices: kinds},
		{Title: "Similarity", Type: site.Similarity},
		{Title: "Pair", Type: site.Hidden},
		{Title: "Place in A", Type: site.Hidden, Help: "As one cites it"},
		{Title: "Place in B", Type: site.Hidden, Help: "As one cites it"},
	}
	if b.f.Located {
		columns[11].Type, columns[12].Type = site.Text, site.Text
	}
	switch b.f.Command {
	case "resemblance", "partition": // the pairs are all there is
	case "clean":
		columns[9].Type = site.Hidden
		b.show("passages", "Removed", "Ranges that were removed (A), and the places where the same words stay (B).")
	case "reuse":
		b.show("passages", "Sentences", "Pairs of sentences.")
	default:
		b.show("passages", "Passages", "Passages that two documents share, or that one document contains twice. The first column opens both texts.")
	}
	if !b.whole() {
		b.first("-length", len(b.f.Passages))
	}
	t := b.s.Table("passages", append(columns, b.fieldColumns(1, 4)...)...)
	pair := 0
	for i, p := range b.f.Passages {
		for i >= b.f.Pairs[pair].First+b.f.Pairs[pair].Passages {
			pair++
		}
		length := p.A.End - p.A.Start
		if p.A.End == findings.ToEnd {
			length = findings.Unknown
		}
		if err := t.Add(i, p.DocumentA, p.A.Start, known(p.A.End), p.DocumentB, p.B.Start, known(p.B.End),
			known(length), slices.Index(kinds, p.Kind), known(p.Similarity), pair, clip(p.LocA, shownText), clip(p.LocB,
				shownText)); err != nil {
			return err
		}
	}
	return t.Close()
}

// addHot writes the hot passages and their places.
func (b *builder) addHot() error {
	if len(b.f.Hot) == 0 {
		return nil
	}
	b.show("hot", "Hot passages",
		"Text that is in more documents than --max_documents. It makes no pairs. The last column lists its places.")
	keys := make([]string, len(b.f.Hot))
	for i, h := range b.f.Hot {
		keys[i] = h.Hash
	}
	if err := b.addKeys("places", keys, func(i int) []any {
		return []any{b.f.Hot[i].FirstPlace, b.f.Hot[i].Places}
	}); err != nil {
		return err
	}
	hot := b.s.Table("hot",
		site.Column{Title: "Text", Type: site.Text},
		site.Column{Title: "Documents", Type: site.Number},
		site.Column{Title: "Places", Type: site.Number},
		site.Column{Title: "Words", Type: site.Number},
		site.Column{Title: "Where", Type: site.Rows, Of: "places"})
	for i := range b.f.Hot {
		h := &b.f.Hot[i]
		head, err := b.hotText(h)
		if err != nil {
			return err
		}
		if err := hot.Add(clip(fewLines(head), shownText), h.Documents, h.Occurrences, h.Words,
			[]any{h.Hash, h.Places}); err != nil {
			return err
		}
	}
	places := b.s.Table("places",
		site.Column{Title: "Hot passage", Type: site.Number, Help: "Its number in the table of hot passages, from 0"},
		site.Column{Title: "Document", Type: site.Document},
		site.Column{Title: "From", Type: site.Number},
		site.Column{Title: "To", Type: site.Number})
	for _, p := range b.f.HotPlaces {
		if err := places.Add(known(int64(p.Hot)), p.Document, p.Range.Start, p.Range.End); err != nil {
			return err
		}
	}
	b.tables = append(b.tables, tablePage{"places.html", "places", "Places of hot passages",
		"Every place of a hot passage.", ""})
	return closeAll(hot, places)
}

// hotText returns the beginning of the text of a hot passage.
func (b *builder) hotText(h *findings.Hot) (string, error) {
	if h.Places == 0 {
		return h.Text, nil
	}
	return b.headOf(h.Text, 2*len(b.f.Passages)+len(b.f.Places)+h.FirstPlace)
}

// addOthers writes the other streams of the result, line by line.
func (b *builder) addOthers() error {
	for i, stream := range b.f.Others {
		if stream.Lines == 0 {
			continue
		}
		name := fmt.Sprintf("stream-%d", i+1)
		t := b.s.Table(name)
		columns, err := findings.EachLine(b.ctx, stream, func(values []any) error {
			for k, v := range values {
				if text, ok := v.(string); ok {
					values[k] = clip(text, shownText)
				}
			}
			return t.Add(values...)
		})
		if err != nil {
			return err
		}
		var shown []site.Column
		for _, c := range columns {
			typ := site.Text
			if c.Number {
				typ = site.Number
			}
			shown = append(shown, site.Column{Title: clip(strings.ReplaceAll(c.Name, "_", " "), 40), Type: typ})
		}
		t.SetColumns(shown)
		if err := t.Close(); err != nil {
			return err
		}
		title := clip(strings.ReplaceAll(stream.Name, "-", " "), 40)
		b.tables = append(b.tables, tablePage{name + ".html", name, strings.ToUpper(title[:1]) + title[1:],
			intros[stream.Name], ""})
	}
	return nil
}

// intros say what the lines of a stream are.
var intros = map[string]string{
	"rejected": "Records of the input that could not be used, and why.",
	"groups":   "Documents in groups. A group has the id of the document that represents it.",
	"equal":    "Documents that have the same words as another one.",
	"dropped":  "Documents that were dropped.",
	"copies":   "How many copies were removed of the documents and passages that stay.",
	"sets":     "Documents of sets, and the document that represents each set.",
	"unread":   "Documents of the index that could not be read, or have changed.",
}
