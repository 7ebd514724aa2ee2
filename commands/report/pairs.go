package report

import (
	"runtime"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/report/difference"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/commands/report/texts"
	"example.org/diagonal/io/record"
)

// blockBytes is the size of a piece of text that a page shows at once. A text of many megabytes
// is shown where the reader is.
const blockBytes = 8 << 10

// addTexts writes the texts in blocks.
func (b *builder) addTexts() error {
	all, blocks := b.s.Table("texts"), b.s.Table("blocks")
	for i, d := range b.f.Documents {
		id := ""
		if isLong(d.ID) {
			id = clip(d.ID, maxID)
		}
		first, length, starts := blocks.Rows(), 0, []int{}
		state := texts.Missing
		if b.c != nil {
			state = b.c.State(i)
		}
		if state == texts.Here {
			var err error
			if starts, length, err = b.addBlocks(blocks, i); err != nil {
				return err
			}
		}
		if err := all.Add(int(state), first, blocks.Rows()-first, length, id, utf8.RuneCountInString(d.ID), starts,
			clip(string(d.Fields), shownText)); err != nil {
			return err
		}
		if i%1000 == 0 && b.ctx.Err() != nil {
			return line.Interrupted
		}
	}
	return closeAll(all, blocks)
}

// addBlocks writes the text of a document, and returns where its blocks start and its length, in
// UTF-16 code units. A block ends behind a line end, if there is one in its second half.
func (b *builder) addBlocks(blocks *site.Table, document int) (starts []int, length int, err error) {
	const read = 4 << 20
	size := int(b.c.Size(document))
	var rest []byte
	for at := 0; at < size || len(rest) > 0; {
		if len(rest) < blockBytes+utf8.UTFMax && at < size {
			more, err := b.c.Text(document, at, min(at+read, size))
			if err != nil {
				return nil, 0, err
			}
			at += len(more)
			rest = append(rest, more...)
		}
		n := blockEnd(rest)
		if err := blocks.Add(length, string(rest[:n])); err != nil { // JSON writes U+FFFD for a byte that is not valid
			return nil, 0, err
		}
		starts = append(starts, length)
		length += texts.Length16(rest[:n])
		rest = rest[n:]
	}
	return starts, length, nil
}

// blockEnd returns where the first block of a text ends.
func blockEnd(text []byte) int {
	if len(text) <= blockBytes {
		return len(text)
	}
	end := blockBytes
	for end > blockBytes-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	for i := end; i > blockBytes/2; i-- {
		if text[i-1] == '\n' {
			return i
		}
	}
	return end
}

// Notes on the comparison of a passage, which the pages know by number.
const (
	compared = iota
	// tooLong is a passage that is not compared word by word.
	tooLong
	// doubtful is a passage that has not the words of the result: a text has changed.
	doubtful
	// noText is a passage without a text on one side.
	noText
)

const (
	// maxCompared is the largest passage that is compared word by word, in bytes of a side.
	maxCompared = 2 << 20
	// maxMarks is the largest number of marks of a side: the texts have little in common.
	maxMarks = 20_000
	// groupBytes is how much text is compared at once, and groupPassages how many passages.
	groupBytes, groupPassages = 16 << 20, 1024
)

// marked is a passage that was compared.
type marked struct {
	note int
	a, b []int
}

// eachCompared calls compare for each number below n, several at a time, and then write for each in order.
// size is how much text in bytes compare reads.
func eachCompared[T any](
	b *builder, n int, size func(i int) int, compare func(i int) (T, error), write func(i int, compared T) error,
) error {
	for from := 0; from < n; {
		to, bytes := from, 0
		for to < n && to-from < groupPassages && (bytes < groupBytes || to == from) {
			bytes += size(to)
			to++
		}
		group := make([]T, to-from)
		var workers errgroup.Group
		workers.SetLimit(runtime.GOMAXPROCS(0))
		const each = 32
		for part := 0; part < len(group); part += each {
			workers.Go(func() (err error) {
				for i := part; i < min(part+each, len(group)) && err == nil; i++ {
					group[i], err = compare(from + i)
				}
				return err
			})
		}
		if err := workers.Wait(); err != nil {
			return err
		}
		for i, compared := range group {
			if err := write(from+i, compared); err != nil {
				return err
			}
		}
		if from = to; b.ctx.Err() != nil {
			return line.Interrupted
		}
	}
	return nil
}

// lengthOf returns the length of a range of the result in the text that is shown, in bytes.
func (b *builder) lengthOf(n int) int {
	if b.c == nil {
		return 0
	}
	s := b.c.Shown(n)
	return s.End - s.Start
}

// addMarks compares the passages word by word and writes the differences.
func (b *builder) addMarks() error {
	t := b.s.Table("marks")
	size := func(i int) int { return b.lengthOf(2*i) + b.lengthOf(2*i+1) }
	err := eachCompared(b, len(b.f.Passages), size, b.compare, func(i int, m marked) error {
		var s, r texts.Shown
		if b.c != nil {
			s, r = b.c.Shown(2*i), b.c.Shown(2*i+1)
		}
		if m.note == doubtful {
			b.doubted++
		}
		return t.Add(s.Start16, s.End16, r.Start16, r.End16, m.a, m.b, m.note)
	})
	if err != nil {
		return err
	}
	return t.Close()
}

// compare compares a passage.
func (b *builder) compare(passage int) (m marked, err error) {
	m.a, m.b = []int{}, []int{}
	p := b.f.Passages[passage]
	if b.c == nil || b.c.State(p.DocumentA) != texts.Here || b.c.State(p.DocumentB) != texts.Here {
		m.note = noText
		return m, nil
	}
	x, y := b.c.Shown(2*passage), b.c.Shown(2*passage+1)
	if x.End-x.Start > maxCompared || y.End-y.Start > maxCompared {
		m.note = tooLong
		return m, nil
	}
	left, err := b.side(p.DocumentA, x)
	if err != nil {
		return m, err
	}
	right, err := b.side(p.DocumentB, y)
	if err != nil {
		return m, err
	}
	r := difference.Words(left, right)
	switch {
	case b.doubts(p, r):
		m.note = doubtful
	case len(r.A) > maxMarks || len(r.B) > maxMarks:
		m.note = tooLong
	default:
		m.a, m.b = flat(left.Passage, r.A), flat(right.Passage, r.B)
	}
	return m, nil
}

// around is how many bytes before and behind a passage are read: the ranges of a passage end a few words
// apart.
const around = 512

// side returns a range of a text, with what is around it.
func (b *builder) side(document int, s texts.Shown) (side difference.Side, err error) {
	start, end := s.Start, max(s.Start, s.End)
	from, to := max(0, start-around), min(int(b.c.Size(document)), end+around)
	text, err := b.c.Text(document, from, to)
	if err != nil {
		return side, err
	}
	return difference.Side{Before: text[:start-from], Passage: text[start-from : end-from], Behind: text[end-from:],
		Letters: b.c.Letters(document)}, nil
}

// doubts reports whether a passage cannot be that of the result.
func (b *builder) doubts(p findings.Passage, r difference.Result) bool {
	if b.f.Command != "partial" && b.f.Command != "lookup" {
		return false
	}
	switch {
	case r.Partly:
		return false
	case p.Kind == record.Verbatim && !b.c.Main(p.DocumentA) && !b.c.Main(p.DocumentB):
		return r.Common < max(r.WordsA, r.WordsB)
	case p.Kind == record.Verbatim, p.Kind == record.Reworded:
		return r.Common == 0
	}
	return false
}

// flat returns marks as numbers of UTF-16 code units: the distance from the end of the one before,
// the length, and 1 if it is replaced or else 0.
func flat(text []byte, marks []difference.Mark) []int {
	all := make([]int, 0, 3*len(marks))
	at := 0
	for _, m := range marks {
		how := 0
		if m.Replaced {
			how = 1
		}
		all = append(all, texts.Length16(text[at:m.Start]), texts.Length16(text[m.Start:m.End]), how)
		at = m.End
	}
	return all
}
