package main

import (
	"io"
	"math"
	"math/rand/v2"
	"strconv"
)

// Sizes of what is made. Text is plain ASCII.
const (
	usualSize                  = 3500  // of a document: the mean, in bytes of text
	nearest, farthest          = 4, 6  // of the sizes of documents, in fifths of the mean
	minCopy, maxCopy           = 4, 12 // sentences of a copied passage, in documents of the usual size
	minSentence, maxSentence   = 4, 60 // words
	bankSize                   = 1024  // passages that wait to be copied
	boilerplateOf              = 3     // a document in so many has the boilerplate
	boilerplateSentences       = 3     // in documents of the usual size
	ownSentences               = 2     // of a document of BoilerplateOnly
	minParagraph, maxParagraph = 3, 7
)

// garden makes documents one after the other.
type garden struct {
	params  params
	rand    *rand.Rand
	source  *rand.PCG
	words   *vocabulary
	lengths []uint8 // of sentences, in words; each entry is as likely as any other

	boilerplate [][]byte
	bank        []passage
	originals   []passage // whole documents that wait to be copied
	made        int       // documents
	size        int64     // bytes

	// the document that is being made
	text      []byte // its sentences end to end
	sentences [][2]int
	line      []byte
}

// passage is sentences that wait to be copied.
type passage [][]byte

func newGarden(p params) *garden {
	g := &garden{params: p, source: rand.NewPCG(p.Seed, 0x9e3779b97f4a7c15)}
	g.rand = rand.New(g.source)
	g.words = newVocabulary(g.rand)
	g.lengths = sentenceLengths()
	for range g.sentencesOf(boilerplateSentences) {
		g.boilerplate = append(g.boilerplate, g.appendSentence(nil))
	}
	return g
}

// sentencesOf is how many sentences stand for n of a document of the usual size.
func (g *garden) sentencesOf(n int) int { return max(1, n*g.params.Size/usualSize) }

// sentenceLengths are the quantiles of a log-normal distribution with the mean of
// English prose, 19 words.
func sentenceLengths() []uint8 {
	const mean, sigma = 19, 0.55
	mu := math.Log(mean) - sigma*sigma/2
	lengths := make([]uint8, 1024)
	for i := range lengths {
		q := (float64(i) + 0.5) / float64(len(lengths))
		n := math.Exp(mu + sigma*math.Sqrt2*math.Erfinv(2*q-1))
		lengths[i] = uint8(min(max(math.Round(n), minSentence), maxSentence))
	}
	return lengths
}

// appendSentence appends a new sentence.
func (g *garden) appendSentence(dst []byte) []byte {
	n := int(g.lengths[g.source.Uint64()%uint64(len(g.lengths))])
	start := len(dst)
	var bits uint64
	for i := range n {
		bits = g.source.Uint64()
		dst = append(dst, g.words.pick(bits)...)
		if bits>>48 < 1<<16/12 && i < n-1 {
			dst = append(dst, ',')
		}
		dst = append(dst, ' ')
	}
	dst[start] -= 'a' - 'A'
	dst[len(dst)-1] = ".......!?......."[bits>>60]
	return dst
}

// write writes file number i of the collection.
func (g *garden) write(w io.Writer, i int) error {
	files := int64(g.params.Files)
	bytes := int64(g.params.MB) * 1e6 * int64(i+1) / files
	documents := int(int64(g.params.BoilerplateOnly) * int64(i+1) / files)
	more := func() bool { return g.size < bytes }
	if g.params.BoilerplateOnly > 0 {
		more = func() bool { return g.made < documents }
	}
	for more() {
		g.document()
		if _, err := w.Write(g.line); err != nil {
			return err
		}
		g.made++
		g.size += int64(len(g.line))
	}
	return nil
}

// document makes the next line.
func (g *garden) document() {
	g.text, g.sentences = g.text[:0], g.sentences[:0]
	carries := g.rand.IntN(boilerplateOf) == 0
	if g.params.BoilerplateOnly > 0 {
		carries = true
		for range ownSentences {
			g.own()
		}
	} else if !g.nearCopy() {
		g.grow()
		g.keepOriginal()
	}
	g.line = append(g.line[:0], `{"id":"d`...)
	number := strconv.Itoa(g.made)
	g.line = append(g.line, "000000000"[min(len(number), 9):]...)
	g.line = append(append(g.line, number...), `","text":"`...)
	left := g.paragraph()
	for i, s := range g.sentences {
		if i > 0 {
			g.line, left = g.space(g.line, left)
		}
		g.line = append(g.line, g.text[s[0]:s[1]]...)
	}
	if carries {
		for i, s := range g.boilerplate {
			if i == 0 {
				g.line = append(g.line, `\n\n`...)
			} else {
				g.line = append(g.line, ' ')
			}
			g.line = append(g.line, s...)
		}
	}
	g.line = append(g.line, '"', '}', '\n')
}

func (g *garden) paragraph() int { return minParagraph + g.rand.IntN(maxParagraph-minParagraph+1) }

// space appends the white space between two sentences, and returns how many sentences the
// paragraph has left.
func (g *garden) space(dst []byte, left int) ([]byte, int) {
	if left--; left == 0 {
		return append(dst, `\n\n`...), g.paragraph()
	}
	return append(dst, ' '), left
}

// own adds a new sentence to the document.
func (g *garden) own() {
	start := len(g.text)
	g.text = g.appendSentence(g.text)
	g.sentences = append(g.sentences, [2]int{start, len(g.text)})
}

// nearCopy makes the document a near copy of an earlier one, if it is to be one.
func (g *garden) nearCopy() bool {
	if g.params.Near == 0 || len(g.originals) == 0 || g.rand.Float64() >= g.params.Near {
		return false
	}
	fresh := g.rand.Float64() / 5
	for _, s := range g.originals[g.rand.IntN(len(g.originals))] {
		if g.rand.Float64() < fresh {
			g.own()
			continue
		}
		start := len(g.text)
		g.text = append(g.text, s...)
		g.sentences = append(g.sentences, [2]int{start, len(g.text)})
	}
	return true
}

// keepOriginal keeps the document to be copied, if there are near copies.
func (g *garden) keepOriginal() {
	if g.params.Near == 0 {
		return
	}
	var p passage
	for _, s := range g.sentences {
		p = append(p, append([]byte(nil), g.text[s[0]:s[1]]...))
	}
	if len(g.originals) < bankSize {
		g.originals = append(g.originals, p)
		return
	}
	g.originals[g.rand.IntN(bankSize)] = p
}

// grow adds the sentences of an ordinary document, and puts a passage of them into the
// bank for others to copy.
func (g *garden) grow() {
	size := g.params.Size*nearest/5 + g.rand.IntN(g.params.Size*(farthest-nearest)/5)
	at := -1 // where a passage of an earlier document begins
	if len(g.bank) > 0 && g.rand.Float64() < g.params.Copies {
		at = g.rand.IntN(size)
	}
	first := 0 // sentence of the longest part that is its own
	for len(g.text) < size {
		if at >= 0 && len(g.text) >= at {
			at = -1
			g.copy(g.bank[g.rand.IntN(len(g.bank))])
			first = len(g.sentences)
		}
		g.own()
	}
	if g.rand.Float64() < 2*g.params.Copies {
		g.keep(g.sentences[first:])
	}
}

// copy adds the sentences of a passage, with a word of each exchanged if it is an
// edited copy.
func (g *garden) copy(p passage) {
	edited := g.rand.Float64() < g.params.Edited
	for _, s := range p {
		start := len(g.text)
		if edited {
			g.text = g.exchange(g.text, s)
		} else {
			g.text = append(g.text, s...)
		}
		g.sentences = append(g.sentences, [2]int{start, len(g.text)})
	}
}

// exchange appends a sentence with one of its inner words exchanged.
func (g *garden) exchange(dst, sentence []byte) []byte {
	from := g.rand.IntN(len(sentence))
	for from > 0 && sentence[from] != ' ' {
		from--
	}
	to := from + 1
	for to < len(sentence) && sentence[to] != ' ' {
		to++
	}
	if from == 0 || to == len(sentence) { // the first word is capitalised, the last has the stop
		for from = 0; sentence[from] != ' '; from++ {
		}
		for to = from + 1; sentence[to] != ' '; to++ {
		}
	}
	dst = append(dst, sentence[:from+1]...)
	dst = append(dst, g.words.pick(g.source.Uint64())...)
	return append(dst, sentence[to:]...)
}

// keep puts a passage of the sentences into the bank, if there are enough.
func (g *garden) keep(sentences [][2]int) {
	n := g.sentencesOf(minCopy + g.rand.IntN(maxCopy-minCopy+1))
	if len(sentences) < n {
		return
	}
	from := g.rand.IntN(len(sentences) - n + 1)
	var p passage
	for _, s := range sentences[from : from+n] {
		p = append(p, append([]byte(nil), g.text[s[0]:s[1]]...))
	}
	if len(g.bank) < bankSize {
		g.bank = append(g.bank, p)
		return
	}
	g.bank[g.rand.IntN(bankSize)] = p
}
