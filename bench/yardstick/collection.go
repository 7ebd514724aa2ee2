package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
)

// collection is all documents, in the parts in which the cores read them.
type collection struct {
	parts     []*part
	documents []document // of all parts, by id
}

// part is the documents of one piece of the file. Sentence s is words[ends[s-1]:ends[s]]
// of the part and spans[s] of its document's text.
type part struct {
	documents  []document
	words      []uint32
	ends       []uint32
	spans      []span
	signatures []uint64 // of sentences; 0 is none
	shared     []bool   // whether a sentence is one that is paired
}

type span struct{ start, end uint32 }

// document is one document and its sentences [first, end) of its part.
type document struct {
	id         string
	offset     int64 // of its line in the file
	part       *part
	first, end uint32
}

// pieceBytes is how much of the file one core reads in one go: large enough to be worth
// its buffers, small enough that the last pieces do not keep one core busy alone.
const pieceBytes = 4 << 20

func read(f *os.File) (*collection, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	n := int((info.Size() + pieceBytes - 1) / pieceBytes)
	c := &collection{parts: make([]*part, n)}
	err = parallel(n, func() func(int) error {
		r := reader{f: f, size: info.Size()}
		return func(i int) (err error) {
			c.parts[i], err = r.read(int64(i) * pieceBytes)
			return err
		}
	})
	if err != nil {
		return nil, err
	}
	for _, p := range c.parts {
		c.documents = append(c.documents, p.documents...)
	}
	slices.SortFunc(c.documents, func(a, b document) int { return strings.Compare(a.id, b.id) })
	for i := 1; i < len(c.documents); i++ {
		if c.documents[i].id == c.documents[i-1].id {
			return nil, fmt.Errorf("two documents have the id %q", c.documents[i].id)
		}
	}
	return c, nil
}

// parallel calls one function a core, made by start, with the numbers below n.
func parallel(n int, start func() func(int) error) error {
	var g errgroup.Group
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	for range min(runtime.GOMAXPROCS(0), n) {
		g.Go(func() error {
			do := start()
			for i := range next {
				if err := do(i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// reader reads the documents whose lines begin in a piece of the file.
type reader struct {
	f      *os.File
	size   int64
	in     *bufio.Reader
	spans  []segment.Span
	tokens []token.Token
	long   []byte
}

func (r *reader) read(start int64) (*part, error) {
	// A line belongs to the piece in which it begins. If one begins with the first byte
	// of the piece, what is skipped here is the line end before it.
	at := max(0, start-1)
	section := io.NewSectionReader(r.f, at, r.size-at)
	if r.in == nil {
		r.in = bufio.NewReaderSize(nil, 256<<10)
	}
	r.in.Reset(section)
	if start > 0 {
		skipped, err := r.line()
		if err != nil && err != io.EOF {
			return nil, err
		}
		at += int64(len(skipped))
	}
	p := &part{
		words: make([]uint32, 0, pieceBytes/5),
		ends:  make([]uint32, 0, pieceBytes/96),
		spans: make([]span, 0, pieceBytes/96),
	}
	for at < start+pieceBytes && at < r.size {
		line, err := r.line()
		if err != nil && err != io.EOF {
			return nil, err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			var fields struct{ ID, Text *string }
			err := json.Unmarshal(line, &fields)
			if err == nil && (fields.ID == nil || fields.Text == nil) {
				err = errors.New("want the fields id and text")
			}
			if err != nil {
				return nil, fmt.Errorf("at byte %d: %w", at, err)
			}
			r.analyse(p, *fields.ID, []byte(*fields.Text), at)
		}
		at += int64(len(line))
	}
	return p, nil
}

// line reads one line with its end; it is valid until the next call.
func (r *reader) line() ([]byte, error) {
	line, err := r.in.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	r.long = append(r.long[:0], line...)
	for err == bufio.ErrBufferFull {
		line, err = r.in.ReadSlice('\n')
		r.long = append(r.long, line...)
	}
	return r.long, err
}

// analyse adds a document to p.
func (r *reader) analyse(p *part, id string, text []byte, at int64) {
	r.spans = segment.Append(r.spans[:0], text)
	r.tokens = token.Append(r.tokens[:0], text)
	d := document{id: id, offset: at, part: p, first: uint32(len(p.ends))}
	next := 0
	for _, s := range r.spans {
		for next < len(r.tokens) && int(r.tokens[next].Start) < s.End {
			p.words = append(p.words, r.tokens[next].Hash)
			next++
		}
		p.ends = append(p.ends, uint32(len(p.words)))
		p.spans = append(p.spans, span{uint32(s.Start), uint32(s.End)})
	}
	d.end = uint32(len(p.ends))
	p.documents = append(p.documents, d)
}

// sentence is the words of sentence s of the part.
func (p *part) sentence(s uint32) []uint32 {
	if s == 0 {
		return p.words[:p.ends[0]]
	}
	return p.words[p.ends[s-1]:p.ends[s]]
}

// documentWords is the words of a document.
func (p *part) documentWords(d *document) []uint32 {
	if d.first == d.end {
		return nil
	}
	start := uint32(0)
	if d.first > 0 {
		start = p.ends[d.first-1]
	}
	return p.words[start:p.ends[d.end-1]]
}

// frequentWords is the words that are in too many documents to count.
func (c *collection) frequentWords() *vocabulary.Set {
	counters := make(chan *vocabulary.Counter, runtime.GOMAXPROCS(0))
	parallel(len(c.parts), func() func(int) error {
		counter := &vocabulary.Counter{}
		counters <- counter
		return func(i int) error {
			p := c.parts[i]
			for d := range p.documents {
				counter.AddDocument(p.documentWords(&p.documents[d]))
			}
			return nil
		}
	})
	close(counters)
	sums := map[uint32]int64{}
	for counter := range counters {
		counter.Flush(func(word, n uint32) { sums[word] += int64(n) })
	}
	var frequent []uint32
	for word, n := range sums {
		if !idf.Keeps(n, int64(len(c.documents))) {
			frequent = append(frequent, word)
		}
	}
	return vocabulary.NewSet(frequent)
}
