package analysis

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/runes"
	"example.org/diagonal/transforms/analysis/apparatus"
	"example.org/diagonal/transforms/analysis/canonical"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/analysis/condition"
	"example.org/diagonal/transforms/analysis/ignored"
	"example.org/diagonal/transforms/analysis/misread"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

// Analyser analyses documents one after the other. The zero value is ready; it is
// not safe for concurrent use.
type Analyser struct {
	// Places makes Analyse say what fine alignment needs: where each word stands
	// (record.Spans), and stops instead of sentences in record.Analysed.Ends.
	Places bool
	// Spelling makes Analyse say how words are written (record.Analysed.Spelling).
	Spelling bool
	// Numbers makes Analyse say which words have a digit (record.Analysed.Numbers).
	Numbers bool
	// Misread is the sketch to which Analyse adds the document; nil is none.
	Misread *misread.Sketch
	// Whole makes Analyse take a document as one sentence, without looking for others.
	Whole bool
	// Where is a condition on fields of documents, for which Analyse takes their traits.
	Where condition.Condition
	// Ignored is the runs of words that do not count (record.Analysed.Ignored). Words in them become words that no
	// other document has, so that nothing is found by them.
	Ignored ignored.Runs

	// scratch, never emitted
	spans     []segment.Span
	sentences splitter
	tokens    []token.Token
	entry     catalogue.Entry
	words     record.Spans
	marks     []bool
	seen      seen // of the last document
	// ignored marks its words that do not count; without counts how many there are for each reason.
	ignored []bool
	without counts
	writer  spelling.Writer
}

// largeText is the size in bytes of a text whose scratch, some 6 times as large, is not
// kept for the next one.
const largeText = 16 << 20

// Analyse takes a document apart. The Analysed is the caller's; the Entry is valid
// until the next call.
func (an *Analyser) Analyse(d *record.Document) (record.Analysed, *catalogue.Entry) {
	an.seen = seenOf(d)
	text, places := an.seen.text, an.seen.places
	if an.Whole {
		an.spans = append(an.spans[:0], segment.Span{End: len(text)})
	} else {
		an.spans = an.sentences.append(an.spans[:0], text)
	}
	an.tokens = appendTokens(an.tokens[:0], text)

	content := record.Content(d.Text)
	a := record.Analysed{
		Key: d.Key(content), Side: d.Side,
		Words: make([]uint32, len(an.tokens)),
		Ends:  make([]uint32, len(an.spans)),
	}
	for i, t := range an.tokens {
		a.Words[i] = t.Hash
	}
	an.ignore(&a, text, d.Reading.Skip)
	if !an.Where.None() {
		texts, _ := d.Fields.Texts() // of a document that Validate has seen
		a.Traits = an.Where.AppendTraits(nil, texts, record.NumberBits)
	}
	an.entry = catalogue.Entry{
		ID: d.ID, Date: d.Date, File: d.File, Record: d.Record, Offset: d.Offset,
		Fields: d.Fields, Content: content, Sentences: an.entry.Sentences[:0],
	}
	an.entry.Sentences = appendPlaces(an.entry.Sentences, d.Text, an.spans, places, d.Charset.Bytes)
	first, next := 0, 0
	for i, span := range an.spans {
		for next < len(an.tokens) && int(an.tokens[next].Start) < span.End {
			next++
		}
		a.Ends[i] = uint32(next)
		s := &an.entry.Sentences[i]
		s.Words, s.Hash = uint32(next-first), wordhash.Of(a.Words[first:next])
		first = next
	}
	an.ends(d, places)
	if an.Places {
		an.places(d.Text, text, places)
		an.inFile(d.Charset.Bytes)
		a.Spans = record.AppendSpans(make([]byte, 0, 2*len(an.tokens)+1), &an.words)
		a.Ends = appendStops(a.Ends[:0], text, an.tokens, a.Ignored)
	}
	if an.Spelling {
		a.Spelling = an.spell(a.Key, text)
	}
	if an.Numbers {
		a.Numbers = an.numbers(text)
	}
	if an.Misread != nil {
		an.Misread.Add(a.Words, func(i int) []byte { return text[an.tokens[i].Start:an.tokens[i].End] })
	}
	an.seen.text, an.seen.places = nil, nil
	if len(text) > largeText {
		an.spans, an.sentences, an.tokens, an.words, an.marks, an.ignored, an.writer = nil, splitter{}, nil,
			record.Spans{}, nil, nil, spelling.Writer{}
	}
	return a, &an.entry
}

// counts is how many words of a document do not count: in texts of Analyser.Ignored, else in quotation marks or quoted
// lines, else in lists of references.
type counts struct{ ignored, quotes, references int }

// ignore puts words that no other document has in place of those that do not count.
func (an *Analyser) ignore(a *record.Analysed, text []byte, skip record.Skip) {
	an.without = counts{}
	if an.Ignored.Len() == 0 && skip == 0 {
		return
	}
	an.ignored = slices.Grow(an.ignored[:0], len(a.Words))[:len(a.Words)]
	clear(an.ignored)
	an.without.ignored = an.Ignored.Mark(an.ignored, a.Words)
	if skip&record.SkipQuotes != 0 {
		an.without.quotes = an.skip(ignored.Quotes(nil, text)) + an.skip(ignored.QuotedLines(nil, text))
	}
	if skip&record.SkipReferences != 0 {
		an.without.references = an.skip(ignored.References(nil, text))
	}
	a.Ignored = ignored.Edges(an.ignored)
	for i, mark := range an.ignored {
		if mark {
			a.Words[i] = uint32(ignored.Own(a.Key, i))
		}
	}
}

// skip marks the words in ranges of the text as ignored, but for ranges of fewer than ignored.Words words. It returns
// how many were not.
func (an *Analyser) skip(ranges []ignored.Range) int {
	m := token.Marker{Tokens: an.tokens, Marks: an.ignored, Min: ignored.Words}
	for _, r := range ranges {
		m.Mark(r.Start, r.End)
	}
	return m.Count
}

// numbers returns which words of a text have a digit.
func (an *Analyser) numbers(text []byte) (numbers []byte) {
	last := 0
	for i, t := range an.tokens {
		if hasDigit(text[t.Start:t.End]) {
			numbers = binary.AppendUvarint(numbers, uint64(i-last))
			last = i + 1
		}
	}
	return numbers
}

// hasDigit reports whether a word has a digit.
func hasDigit(word []byte) bool {
	for i, b := range word {
		if b >= utf8.RuneSelf {
			return bytes.ContainsFunc(word[i:], unicode.IsDigit)
		}
		if '0' <= b && b <= '9' {
			return true
		}
	}
	return false
}

// spell returns the spelling of the words of a text, of the document with the key.
func (an *Analyser) spell(key uint64, text []byte) []byte {
	an.writer.Begin()
	for i, t := range an.tokens {
		if an.without != (counts{}) && an.ignored[i] {
			an.writer.Add(strconv.AppendUint(nil, ignored.Own(key, i), 36))
			continue
		}
		an.writer.Add(text[t.Start:t.End])
	}
	return an.writer.Append(make([]byte, 0, len(text)+len(an.tokens)))
}

// ends says where the first word of the document begins, and where the last one ends.
func (an *Analyser) ends(d *record.Document, places *charfilter.Map) {
	if len(an.tokens) == 0 {
		return
	}
	start, end := int(an.tokens[0].Start), int(an.tokens[len(an.tokens)-1].End)
	if places != nil {
		start, end = places.Start(start), places.End(end)
	}
	sentences := an.entry.Sentences
	first := slices.IndexFunc(sentences, func(s catalogue.Sentence) bool { return s.Words > 0 })
	last := len(sentences) - 1
	for ; sentences[last].Words == 0; last-- {
	}
	bytes := d.Charset.Bytes.Cursor()
	from, to := int(bytes.ToText(sentences[first].ByteStart)), int(bytes.ToText(sentences[last].ByteEnd))
	an.entry.Lead = int64(utf8.RuneCount(d.Text[from:max(from, start)]))
	an.entry.Tail = int64(utf8.RuneCount(d.Text[min(end, to):to]))
}

// places says where each word stands, with the punctuation around it.
func (an *Analyser) places(input, text []byte, places *charfilter.Map) {
	w, tokens := &an.words, an.tokens
	n := len(tokens)
	w.From, w.To = slices.Grow(w.From[:0], n)[:n], slices.Grow(w.To[:0], n)[:n]
	w.ByteFrom, w.ByteTo = slices.Grow(w.ByteFrom[:0], n)[:n], slices.Grow(w.ByteTo[:0], n)[:n]
	w.Named = slices.Grow(w.Named[:0], n)[:n]
	w.Joined, w.Hidden, w.Altered = nil, nil, nil
	byteFrom := w.ByteFrom
	token.Outers(byteFrom, w.ByteTo, text, tokens)
	for i, t := range tokens {
		touches := i+1 < n && tokens[i+1].Start == t.End
		if mayJoin(text, t, touches) && (byteFrom[i] != t.Start || !touches) && joins(text, tokens, i) {
			if w.Joined == nil {
				w.Joined = make([]bool, n)
			}
			w.Joined[i] = true
		}
		w.Named[i] = token.Named(text, t)
		if token.Altered(text, t) {
			if w.Altered == nil {
				w.Altered = make([]bool, n)
			}
			w.Altered[i] = true
		}
	}
	if places == nil && runes.ASCII(input) { // a code point is a byte
		copy(w.From, byteFrom)
		copy(w.To, w.ByteTo)
	} else {
		an.inCodePoints(input, text, places)
	}
	an.hideApparatus(text)
}

// inCodePoints turns the places in text, in bytes, into those in the input, in bytes and in code
// points.
func (an *Analyser) inCodePoints(input, text []byte, places *charfilter.Map) {
	w := &an.words
	counter := newRuneCounter(input)
	var place charfilter.Cursor
	if places != nil {
		place = places.Cursor()
	}
	for i := range w.From {
		from, to := w.ByteFrom[i], w.ByteTo[i]
		start, end := int(from), int(to)
		if places != nil {
			start, end = place.Start(start), place.End(end)
		}
		w.ByteFrom[i], w.ByteTo[i] = uint32(start), uint32(end)
		w.From[i], w.To[i] = uint32(counter.at(start)), uint32(counter.at(end))
		if shown := text[from:to]; places != nil && !bytes.Equal(shown, input[start:end]) {
			hide(w, i, len(w.From), shown)
			if i+1 < len(an.tokens) && an.tokens[i+1].Start == to && joinsWritten(input[start:end], shown) {
				if w.Joined == nil {
					w.Joined = make([]bool, len(w.From))
				}
				w.Joined[i] = true
			}
		}
	}
}

// inFile turns the places of words, in bytes of the text, into those in bytes of its file.
func (an *Analyser) inFile(bytes record.ByteMap) {
	if bytes == "" {
		return
	}
	w, c := &an.words, bytes.Cursor()
	for i := range w.ByteFrom {
		w.ByteFrom[i], w.ByteTo[i] = uint32(c.ToFile(int64(w.ByteFrom[i]))), uint32(c.ToFile(int64(w.ByteTo[i])))
	}
}

// hideApparatus hides the words of text that are apparatus.
func (an *Analyser) hideApparatus(text []byte) {
	marks := apparatus.Mark(an.marks, text, an.tokens)
	if marks == nil {
		return
	}
	an.marks = marks
	w := &an.words
	if w.Hidden == nil {
		w.Hidden = make([]uint32, len(an.tokens))
	}
	for i, mark := range marks {
		if mark {
			w.Hidden[i] = w.To[i] - w.From[i]
		}
	}
}

// joinsWritten reports whether a word of the input, which touches the next one, is one code point in
// NFC, the form of the text, and more in the input.
func joinsWritten(input, text []byte) bool {
	return utf8.RuneCount(text) == 1 && bytes.Equal(canonical.NFC(input), text)
}

// hide notes what word i of n has that a reader does not see in its text: markup, and code points that
// NFC has not.
func hide(w *record.Spans, i, n int, text []byte) {
	length, shown := w.To[i]-w.From[i], uint32(runes.Count(text))
	if length <= shown { // the page can be in other bytes, and a reference shorter than its text
		return
	}
	if w.Hidden == nil {
		w.Hidden = make([]uint32, n)
	}
	w.Hidden[i] = length - shown
}

// mayJoin returns false only for a token that does not join. touches says that the next token is directly
// behind it.
func mayJoin(text []byte, t token.Token, touches bool) bool {
	return text[t.Start] >= utf8.RuneSelf || touches && t.End-t.Start == 1
}

// joins reports whether token i is one code point that goes on in the next token, though
// something stands before it or between the two: the next one is directly behind it, or
// both are Han characters with nothing but a line break and marks of commentary between
// them (bridged).
func joins(text []byte, tokens []token.Token, i int) bool {
	if i+1 == len(tokens) {
		return false
	}
	t, next := tokens[i], tokens[i+1]
	r, size := utf8.DecodeRune(text[t.Start:t.End])
	if size != int(t.End-t.Start) {
		return false
	}
	if next.Start == t.End {
		return true
	}
	second, _ := utf8.DecodeRune(text[next.Start:])
	return unicode.Is(unicode.Han, r) && unicode.Is(unicode.Han, second) && bridged(text[t.End:next.Start])
}

// bridged reports whether a text without spaces goes on over a gap: one line break, where the
// text was wrapped, and the marks that editions of Chinese classics put around and into
// their commentary, at notes and where a page begins (markLength). A blank line, white space and all other punctuation
// end it.
func bridged(gap []byte) bool {
	lines := 0
	for len(gap) > 0 {
		if n := markLength(gap); n > 0 {
			gap = gap[n:]
			continue
		}
		r, size := utf8.DecodeRune(gap)
		gap = gap[size:]
		switch r {
		case '\n':
			lines++
		case '\r', '/', '(', ')', '（', '）', '○', '¶':
		default:
			return false
		}
	}
	return lines <= 1
}
