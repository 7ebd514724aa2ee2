package explain

import (
	"context"
	"errors"
	"slices"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/names"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/ignored"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/signature/chain"
	"example.org/diagonal/transforms/signature/gram"
)

// view is a document of the pair as the stages see it, with its text.
type view struct {
	of    *record.Document
	key   uint64
	entry catalogue.Entry
	words int
	// The rest is there with refine only.
	spans *record.Spans
	terms []uint32
	units []uint32
}

func viewOf(d *record.Document, places bool, without ignored.Runs) (*view, error) {
	an := analysis.Analyser{Places: places, Ignored: without}
	a, entry := an.Analyse(d)
	v := &view{of: d, key: a.Key, entry: *entry, words: len(a.Words)}
	if !places {
		return v, nil
	}
	var err error
	if v.spans, err = record.ReadSpans(a.Spans, len(a.Words)); err != nil {
		return nil, err
	}
	v.terms = unit.Terms(nil, a.Words, v.spans.From, v.spans.To, v.spans.Joined)
	v.units = unit.Append(nil, a.Ends, unit.MinWords, unit.MaxWords)
	return v, nil
}

// document describes the document.
func (v *view) document(t *trace.Pair) Document {
	return Document{
		ID: v.of.ID, File: record.UTF8(v.of.File), Record: v.of.Record, Sentences: len(v.entry.Sentences),
		Words: v.words,
		Hot:   t.Hot[v.key], Units: max(0, len(v.units)-1),
	}
}

// maxText is how many code points of a text are shown.
const maxText = 60

// text returns the beginning of the text from one byte to another, as a reader sees it, in one line.
func (v *view) text(start, end int64) string {
	const read = 20 * maxText // there may be markup
	text, _ := docio.Clip(v.of, start, end, read)
	return analysis.OneLine(text, v.of.Markup, maxText)
}

// ofWords returns the range of the words from first to end, and the beginning of its text.
func (v *view) ofWords(first, end uint32) (r record.Range, text string) {
	if first >= end || int(end) > len(v.terms) {
		return record.Range{}, ""
	}
	r = v.spans.Range(first, end)
	return r, v.text(int64(r.ByteStart), int64(r.ByteEnd))
}

// ofSentences returns the place of count sentences, and the beginning of its text.
func (v *view) ofSentences(first, end uint32) (p catalogue.Place, text string) {
	p, ok := v.entry.Place(first, end-first)
	if !ok {
		return p, ""
	}
	return p, v.text(p.ByteStart, p.ByteEnd)
}

// gram returns the text of a shared run of three words.
func (v *view) gram(s trace.Signature) string {
	if int(s.A[0])+1 >= len(v.units) {
		return ""
	}
	for x := v.units[s.A[0]]; x < v.units[s.A[0]+1] && int(x)+gram.Size <= len(v.terms); x++ {
		if gram.Of(v.terms[x:]) == s.Signature {
			_, text := v.ofWords(x, x+gram.Size)
			return text
		}
	}
	_, text := v.ofWords(v.units[s.A[0]], v.units[s.A[0]+1]) // a long word
	return text
}

// chain returns the text from the first word of a shared run of rare words on.
func (v *view) chain(s trace.Signature) string {
	u, word := chain.UnitOf(s.A[0]), s.A[0]&chain.WholeUnit
	if int(u)+1 >= len(v.units) {
		return ""
	}
	if word == chain.WholeUnit {
		word = 0
	}
	_, text := v.ofWords(min(v.units[u]+word, v.units[u+1]-1), v.units[u+1])
	return text
}

// sentenceOf returns the text of a sentence with a shared signature.
func (v *view) sentenceOf(s trace.Signature) string {
	_, text := v.ofSentences(s.A[0], s.A[0]+1)
	return text
}

// hide gives the documents of an explanation the names of a key, and takes out what else says which they are: files,
// places, fields, and conditions, which may have names. a and b are the documents.
func (e *Explanation) hide(key *names.Key, a, b *record.Document) {
	for i := range e.Passages {
		p := &e.Passages[i].Passage
		if !p.Source && p.A != a.ID { // the sides are in the order of ids
			*p = p.Turned()
		}
		key.HideA(p, a.Side)
		key.HideB(p, b.Side)
	}
	slices.SortFunc(e.Passages, func(p, q Passage) int { return byPlace(p.Passage, q.Passage) })
	for d, of := range map[*Document]*record.Document{&e.A: a, &e.B: b} {
		d.ID, d.File, d.Record = key.Name(of.ID, of.Side), "", 0
	}
	e.Parameters.PairsWhere, e.Parameters.DateField = "", ""
}

// hidden returns an error that names no document. Errors of flags come before.
func hidden(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	short := errors.New(
		"the two cannot be explained; the reason may name documents: run it without --anonymous to see it")
	if line.ExitCode(err) == line.ExitCode(line.Usage(err)) {
		return line.Usage(short)
	}
	return short
}
