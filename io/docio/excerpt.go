package docio

import (
	"context"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"diagonal/io/record"
)

func init() {
	register.Function1x2(byFileFn)
	register.DoFn4x1[context.Context, string, func(*record.HotFound) bool, func(record.HotPassage), error](&excerptFn{})
	register.Iter1[record.HotFound]()
	register.Emitter1[record.HotPassage]()
}

// ExcerptRunes is the most code points of a text that a hot passage shows.
const ExcerptRunes = 300

// Excerpt reads the texts of a PCollection<record.HotFound> from the files that p
// names, each file once, and makes a PCollection<record.HotPassage>. A text that can
// not be read any more is left empty.
func Excerpt(s beam.Scope, p Params, found beam.PCollection) beam.PCollection {
	s = s.Scope("docio.Excerpt")
	return beam.ParDo(s, &excerptFn{Params: p}, beam.GroupByKey(s, beam.ParDo(s, byFileFn, found)))
}

func byFileFn(h record.HotFound) (string, record.HotFound) { return h.File, h }

type excerptFn struct{ Params Params }

func (fn *excerptFn) ProcessElement(ctx context.Context, _ string, found func(*record.HotFound) bool, emit func(record.HotPassage)) error {
	var all []record.HotFound
	var refs []Ref
	var h record.HotFound
	for found(&h) {
		all = append(all, h)
		refs = append(refs, Ref{File: h.File, Offset: h.Offset})
		h = record.HotFound{}
	}
	err := Fetch(ctx, fn.Params, refs, func(i int, text []byte) {
		all[i].Passage.Text = Clip(text, all[i].ByteStart, all[i].ByteEnd, ExcerptRunes)
	})
	if ctx.Err() != nil {
		return err
	}
	for _, h := range all {
		emit(h.Passage)
	}
	return nil
}

// Clip is the bytes from start to end of a text, at most so many code points of them,
// as valid UTF-8.
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
