package extract

import (
	"cmp"
	"encoding/xml"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/diagonal/io/record"
)

// altoBlock is an element of a page of ALTO that has lines, or others.
type altoBlock struct {
	XMLName xml.Name
	ID      string      `xml:"ID,attr"`
	Next    string      `xml:"IDNEXT,attr"`
	Lines   []altoLine  `xml:"TextLine"`
	Inside  []altoBlock `xml:",any"`
}

type altoLine struct {
	ID    string `xml:"ID,attr"`
	X     number `xml:"HPOS,attr"`
	Y     number `xml:"VPOS,attr"`
	W     number `xml:"WIDTH,attr"`
	H     number `xml:"HEIGHT,attr"`
	Parts []struct {
		XMLName xml.Name
		ID      string `xml:"ID,attr"`
		Content string `xml:"CONTENT,attr"`
		Type    string `xml:"SUBS_TYPE,attr"`
		Whole   string `xml:"SUBS_CONTENT,attr"`
	} `xml:",any"`
}

// number is a length: an integer, or in newer versions a float.
type number int

func (n *number) UnmarshalXMLAttr(a xml.Attr) error {
	f, err := strconv.ParseFloat(strings.TrimSpace(a.Value), 64)
	if err == nil && f > 0 && f < math.MaxInt32 {
		*n = number(math.Round(f))
	}
	return nil // a line without a place is one still
}

// altoOrder is the reading order of ALTO 4.3, a group of it, or a reference to blocks, lines or words.
type altoOrder struct {
	Refs   string      `xml:"REF,attr"`
	Inside []altoOrder `xml:",any"`
}

// rank numbers what is referred to in its order. Of several orders the first one counts.
func (o *altoOrder) rank(ranks map[string]int) {
	for _, id := range strings.Fields(o.Refs) {
		if _, known := ranks[id]; !known {
			ranks[id] = len(ranks)
		}
	}
	for i := range o.Inside {
		o.Inside[i].rank(ranks)
	}
}

// alto reads ALTO 2, 3 and 4. Lines are in the ReadingOrder; those that it does not name come last. Else blocks are in
// the order of the file, but a block is followed by that which its IDNEXT names.
func alto(text []byte) ([]scanPage, error) {
	var file struct {
		Order altoOrder `xml:"ReadingOrder"`
		Pages []struct {
			Printed  string      `xml:"PRINTED_IMG_NR,attr"`
			Physical string      `xml:"PHYSICAL_IMG_NR,attr"`
			Inside   []altoBlock `xml:",any"`
		} `xml:"Layout>Page"`
	}
	if err := scanDecoder(text).Decode(&file); err != nil {
		return nil, unreadable(err)
	}
	ranks := map[string]int{}
	file.Order.rank(ranks)
	var pages []scanPage
	for _, p := range file.Pages {
		pages = append(pages, scanPage{pageName(p.Printed, p.Physical), altoRegions(p.Inside, ranks)})
	}
	return pages, nil
}

// altoRegions returns the lines of a page in the order of their ranks: a region is lines of one block that follow each
// other. The rank of a line is its own, or that of the first of its words that has one, or that of its block or of
// what the block is in.
func altoRegions(page []altoBlock, ranks map[string]int) (regions [][]scanLine) {
	type ranked struct {
		scanLine
		block, rank int
	}
	of := map[*altoBlock]int{}
	var inherit func(inside []altoBlock, rank int)
	inherit = func(inside []altoBlock, rank int) {
		for i := range inside {
			b := &inside[i]
			of[b] = rankOf(ranks, rank, b.ID)
			inherit(b.Inside, of[b])
		}
	}
	inherit(page, len(ranks))
	var all []ranked
	for i, b := range inOrder(page) {
		for _, l := range b.Lines {
			ids := []string{l.ID}
			for _, part := range l.Parts {
				ids = append(ids, part.ID)
			}
			all = append(all, ranked{l.line(), i, rankOf(ranks, of[b], ids...)})
		}
	}
	slices.SortStableFunc(all, func(x, y ranked) int { return cmp.Compare(x.rank, y.rank) })
	for i, l := range all {
		if i == 0 || l.block != all[i-1].block {
			regions = append(regions, nil)
		}
		last := len(regions) - 1
		regions[last] = append(regions[last], l.scanLine)
	}
	return regions
}

// rankOf returns the rank of the first of the ids that has one, else rank.
func rankOf(ranks map[string]int, rank int, ids ...string) int {
	for _, id := range ids {
		if own, ok := ranks[id]; ok && id != "" {
			return own
		}
	}
	return rank
}

func (l *altoLine) line() scanLine {
	line := scanLine{box: record.Box{X: int(l.X), Y: int(l.Y), W: int(l.W), H: int(l.H)}}
	for _, p := range l.Parts {
		switch p.XMLName.Local {
		case "String":
			w := scanWord{text: p.Content, second: p.Type == "HypPart2"}
			if w.second || p.Type == "HypPart1" {
				w.whole = p.Whole
			}
			line.words = append(line.words, w)
		case "HYP":
			line.words = append(line.words, scanWord{text: cmp.Or(p.Content, "-"), hyphen: true})
		}
	}
	return line
}

// inOrder returns the blocks of a page in reading order: each before those inside it, and these before the one that its
// Next names.
func inOrder(page []altoBlock) (ordered []*altoBlock) {
	var blocks []*altoBlock
	named, follows, done := map[string]*altoBlock{}, map[string]bool{}, map[*altoBlock]bool{}
	var list func(inside []altoBlock)
	list = func(inside []altoBlock) {
		for i := range inside {
			b := &inside[i]
			if b.margin() {
				continue
			}
			blocks = append(blocks, b)
			if b.ID != "" {
				named[b.ID] = b
			}
			follows[b.Next] = true
			list(b.Inside)
		}
	}
	list(page)
	var chain func(b *altoBlock)
	chain = func(b *altoBlock) {
		for ; b != nil && !done[b]; b = named[b.Next] {
			done[b] = true
			ordered = append(ordered, b)
			for i := range b.Inside {
				if c := &b.Inside[i]; !c.margin() && (c.ID == "" || !follows[c.ID]) {
					chain(c)
				}
			}
		}
	}
	chain(&altoBlock{Inside: page})
	for _, b := range blocks { // those that follow each other in a circle
		chain(b)
	}
	return ordered
}

// margin reports whether b has the running head of a page, or its foot.
func (b *altoBlock) margin() bool {
	return b.XMLName.Local == "TopMargin" || b.XMLName.Local == "BottomMargin"
}
