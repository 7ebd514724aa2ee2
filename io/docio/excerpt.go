package docio

import (
	"context"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
)

func init() {
	register.Function1x2(byFileFn)
	dofn.Plain(&excerptFn{})
	register.Iter1[record.Excerpt]()
	register.Emitter1[record.Excerpt]()
}

// markupRunes is the most code points that are taken of a text with markup: the readable
// ones may be a small part of it.
const markupRunes = 16 << 10

// Excerpt reads the texts of a PCollection<record.Excerpt> again, each file once. It returns a
// PCollection<record.Excerpt> with the texts as the input has them, and their markup;
// analysis.Readable turns them into what readers see. A text is empty if it cannot be read any
// more, or if its file has changed since the plan was made.
func Excerpt(s beam.Scope, plan *Plan, found beam.PCollection) beam.PCollection {
	s = s.Scope("docio.Excerpt")
	fn := &excerptFn{TextsOf(plan)}
	return beam.ParDo(s, fn, beam.GroupByKey(s, beam.ParDo(s, byFileFn, found)))
}

func byFileFn(e record.Excerpt) (string, record.Excerpt) { return record.UTF8(e.Origin.File), e }

type excerptFn struct{ Texts Texts }

func (fn *excerptFn) ProcessElement(ctx context.Context, _ string, found func(*record.Excerpt) bool, emit func(record.Excerpt)) error {
	var all []record.Excerpt
	var origins []record.Origin
	var e record.Excerpt
	for found(&e) {
		all = append(all, e)
		origins = append(origins, e.Origin)
		e = record.Excerpt{}
	}
	err := fn.Texts.Read(ctx, origins, func(i int, text []byte, markup record.Markup) {
		most := record.ExcerptRunes
		if all[i].Markup = markup; markup != record.Plain {
			most = markupRunes
		}
		all[i].Text = Clip(text, all[i].ByteStart, all[i].ByteEnd, most)
		all[i].Cut = clips(text, all[i].ByteStart, all[i].ByteEnd, most)
	})
	if err != nil {
		return err
	}
	for _, e := range all {
		emit(e)
	}
	return nil
}

// clips reports whether Clip leaves out the end of the range.
func clips(text []byte, start, end int64, runes int) bool {
	return start >= 0 && start < end && end <= int64(len(text)) && utf8.RuneCount(text[start:end]) > runes
}

// Clip returns the bytes from start to end of a text, at most so many code points of them, as
// valid UTF-8; "" if they are not in the text.
func Clip(text []byte, start, end int64, runes int) string {
	if start < 0 || start > end || end > int64(len(text)) {
		return ""
	}
	text = text[start:end]
	at := 0
	for n := 0; at < len(text) && n < runes; n++ {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return string([]rune(string(text[:at]))) // an invalid byte becomes U+FFFD
}
