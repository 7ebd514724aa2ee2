package extract

import (
	"cmp"
	"encoding/xml"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// furniture are the types of regions of PAGE that are no text of the author.
var furniture = []string{"header", "footer", "page-number", "signature-mark", "catch-word"}

// pageRegion is a region, or another element of a page.
type pageRegion struct {
	ID     string       `xml:"id,attr"`
	Type   string       `xml:"type,attr"`
	Lines  []pageLine   `xml:"TextLine"`
	Equiv  pageEquivs   `xml:"TextEquiv"`
	Inside []pageRegion `xml:",any"`
}

type pageLine struct {
	Coords struct {
		Points string `xml:"points,attr"`
	} `xml:"Coords"`
	Equiv pageEquivs `xml:"TextEquiv"`
	Words []struct {
		Equiv  pageEquivs `xml:"TextEquiv"`
		Glyphs []struct {
			Equiv pageEquivs `xml:"TextEquiv"`
		} `xml:"Glyph"`
	} `xml:"Word"`
}

// pageEquivs are readings of one place.
type pageEquivs []struct {
	Index string `xml:"index,attr"`
	Text  string `xml:"Unicode"`
}

// text returns the reading with the lowest index, which is the one that counts.
func (e pageEquivs) text() string {
	best, least := "", math.MaxInt
	for _, x := range e {
		n, err := strconv.Atoi(x.Index)
		if err != nil {
			n = math.MaxInt - 1 // of several without a number the first one
		}
		if n < least {
			best, least = x.Text, n
		}
	}
	return best
}

// pageOrder is a group of the reading order, or a reference to a region.
type pageOrder struct {
	XMLName xml.Name
	Index   string      `xml:"index,attr"`
	Region  string      `xml:"regionRef,attr"`
	Inside  []pageOrder `xml:",any"`
}

// rank numbers the regions in their order.
func (o *pageOrder) rank(ranks map[string]int) {
	if _, known := ranks[o.Region]; o.Region != "" && !known {
		ranks[o.Region] = len(ranks)
	}
	if strings.HasPrefix(o.XMLName.Local, "Ordered") {
		slices.SortStableFunc(o.Inside, func(x, y pageOrder) int {
			m, _ := strconv.Atoi(x.Index)
			n, _ := strconv.Atoi(y.Index)
			return cmp.Compare(m, n)
		})
	}
	for i := range o.Inside {
		o.Inside[i].rank(ranks)
	}
}

// pageXML reads PAGE. Regions that the reading order does not name come last; those in another one with it.
func pageXML(text []byte) ([]scanPage, error) {
	var file struct {
		Page struct {
			Image   string       `xml:"imageFilename,attr"`
			Order   pageOrder    `xml:"ReadingOrder"`
			Regions []pageRegion `xml:",any"`
		} `xml:"Page"`
	}
	if err := scanDecoder(text).Decode(&file); err != nil {
		return nil, unreadable(err)
	}
	ranks := map[string]int{}
	file.Page.Order.rank(ranks)
	type ranked struct {
		lines []scanLine
		rank  int
	}
	var all []ranked
	var list func(inside []pageRegion, rank int)
	list = func(inside []pageRegion, rank int) {
		for i := range inside {
			r := &inside[i]
			own, ok := ranks[r.ID]
			if !ok {
				own = rank
			}
			if !slices.Contains(furniture, r.Type) {
				all = append(all, ranked{r.lines(), own})
			}
			list(r.Inside, own)
		}
	}
	list(file.Page.Regions, len(ranks))
	slices.SortStableFunc(all, func(x, y ranked) int { return cmp.Compare(x.rank, y.rank) })
	page := scanPage{name: pageName("", path.Base(strings.ReplaceAll(file.Page.Image, `\`, "/")))}
	if file.Page.Image == "" {
		page.name = ""
	}
	for _, r := range all {
		page.regions = append(page.regions, r.lines)
	}
	return []scanPage{page}, nil
}

// lines returns the lines of a region; if they have no text, those of the text of the region.
func (r *pageRegion) lines() (lines []scanLine) {
	some := false
	for _, l := range r.Lines {
		line := scanLine{box: boxOf(strings.FieldsFunc(l.Coords.Points, func(r rune) bool {
			return r == ' ' || r == ','
		}))}
		if text := l.Equiv.text(); text != "" {
			line.words = []scanWord{{text: text}}
		} else {
			for _, w := range l.Words {
				text := w.Equiv.text()
				if text == "" {
					for _, g := range w.Glyphs {
						text += g.Equiv.text()
					}
				}
				if text != "" {
					line.words = append(line.words, scanWord{text: text})
				}
			}
		}
		some = some || len(line.words) > 0
		lines = append(lines, line)
	}
	if some {
		return lines
	}
	lines = nil
	if text := r.Equiv.text(); text != "" {
		for l := range strings.Lines(text) {
			lines = append(lines, scanLine{words: []scanWord{{text: l}}})
		}
	}
	return lines
}
