package docio

import (
	"context"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Plain(&byStretchFn{})
	dofn.Plain(&excerptFn{})
	register.Iter1[record.Excerpt]()
	register.Emitter1[record.Excerpt]()
}

// markupRunes is the most code points that are taken of a text with markup: the readable
// ones may be a small part of it.
const markupRunes = 16 << 10

// Excerpt reads the texts of a PCollection<record.Excerpt> again, each stretch of a file once. It returns a
// PCollection<record.Excerpt> with the texts as the input has them, and their markup;
// analysis.Readable turns them into what readers see. A text is empty if it cannot be read any
// more, or if its file has changed since the plan was made.
func Excerpt(s beam.Scope, plan *Plan, found beam.PCollection) beam.PCollection {
	s = s.Scope("docio.Excerpt")
	texts := TextsOf(plan)
	return beam.ParDo(s, &excerptFn{texts}, beam.GroupByKey(s, beam.ParDo(s, &byStretchFn{texts}, found)))
}

// byStretchFn gives an excerpt the stretch of its file as a key.
type byStretchFn struct{ Texts Texts }

func (fn *byStretchFn) ProcessElement(e record.Excerpt) (string, record.Excerpt) {
	return record.UTF8(fn.Texts.Key(e.Origin)), e
}

type excerptFn struct{ Texts Texts }

func (fn *excerptFn) ProcessElement(
	ctx context.Context, _ string, found func(*record.Excerpt) bool, emit func(record.Excerpt),
) error {
	var all []record.Excerpt
	var origins []record.Origin
	var e record.Excerpt
	for found(&e) {
		all = append(all, e)
		origins = append(origins, e.Origin)
		e = record.Excerpt{}
	}
	err := fn.Texts.Read(ctx, origins, func(i int, d *record.Document) {
		max := record.ExcerptRunes
		if all[i].Markup = d.Markup; d.Markup != record.Plain {
			max = markupRunes
		}
		all[i].Text, all[i].Cut = Clip(d, all[i].ByteStart, all[i].ByteEnd, max)
	})
	if err != nil {
		return err
	}
	for _, e := range all {
		emit(e)
	}
	return nil
}

// Clip returns the text at some bytes of the file of a document, at most so many code points of it, as
// valid UTF-8; cut is true if there is more. It is "" if the range is not in the text.
func Clip(d *record.Document, start, end int64, runes int) (clipped string, cut bool) {
	text, ok := d.Piece(start, end)
	if !ok {
		return "", false
	}
	at := 0
	for n := 0; at < len(text) && n < runes; n++ {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return string([]rune(string(text[:at]))), at < len(text) // an invalid byte becomes U+FFFD
}
