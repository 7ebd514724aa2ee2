package analysis

import (
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/record"
)

func init() {
	register.Function1x1(readable)
}

// Readable makes of the texts of a PCollection<record.Excerpt>, as docio.Excerpt has read
// them, what a reader sees: without markup, and of at most record.ExcerptRunes code
// points, with record.CutMark behind a text that goes on. Their ranges stay those of the input.
func Readable(s beam.Scope, excerpts beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("analysis.Readable"), readable, excerpts)
}

func readable(e record.Excerpt) record.Excerpt {
	if e.Markup != record.Plain { // an excerpt does not show what is main text
		text, _ := Shown([]byte(e.Text), e.Markup)
		e.Text, e.Markup = string(text), record.Plain
	}
	at := 0
	for n := 0; n < record.ExcerptRunes && at < len(e.Text); n++ {
		_, size := utf8.DecodeRuneInString(e.Text[at:])
		at += size
	}
	if e.Cut = e.Cut || at < len(e.Text); e.Cut {
		e.Text = e.Text[:at] + record.CutMark
	}
	return e
}
