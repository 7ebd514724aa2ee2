package charfilter

// Limits of main text, in visible characters. A Han character counts three.
const (
	// shortBlock is the length below which a block says nothing by itself: a title, a list
	// item, a cell.
	shortBlock = 60
	// longBlock is the length from which on a block with a sentence is main text, whatever is
	// around it, and a heading is none.
	longBlock = 200
	// proseBlock and proseSentences are the length and the number of sentences from which on
	// a block is main text even in an element that is likely furniture.
	proseBlock, proseSentences = 300, 2
	// maxLinked is the share of links, 0 to 1, above which a block is a list of links.
	maxLinked = .33
	// maxProse is the share of the prose of a page, 0 to 1, above which an element is no
	// furniture, whatever its name.
	maxProse = .35
	// titleBlocks is how many blocks before main text are searched for its title.
	titleBlocks = 6
	// minMain is the least length of a main text.
	minMain = 150
)

// Main is HTML for the main text of a page: without navigation, side bars, footers, forms,
// lists of links, and the like. dropped is how many visible characters were left out, a Han
// character counting three. If no main text is found, found is false and the text is that of
// HTML.
//
// A block is what stands between two tags of blocks. It is good, bad or open by its length, its
// links, its sentences and the elements around it, and an open one takes after its neighbours,
// as in jusText (Pomikálek, Removing Boilerplate and Duplicate Content from Web Corpora, 2011).
// No language is known: instead of frequent words, ends of sentences are counted. Elements and
// their names tell what is likely furniture. A long paragraph of prose is kept there, too, and
// an element with much of the prose of the page is no furniture. A paragraph with a word of
// notices (cookies, copyright) needs main text beside it.
func Main(page []byte) (text []byte, m *Map, dropped int, found bool) {
	f := newFilter(page)
	f.outline = &outline{}
	text, m = f.all()
	o := f.outline
	drop, found := o.choose()
	if !found {
		return text, m, 0, false
	}
	for x := range o.blocks {
		if drop[x] {
			dropped += o.blocks[x].visible
		}
	}
	text, m = without(text, m, o.blocks, drop)
	return text, m, dropped, true
}

// verdict is what is thought of a block.
type verdict uint8

const (
	bad  verdict = iota
	open         // takes after its neighbours
	near         // main text if its neighbour on one side is
	good
)

// choose returns which blocks are no main text, and whether there is main text.
func (o *outline) choose() (drop []bool, found bool) {
	signs := o.signs()
	verdicts := make([]verdict, len(o.blocks))
	for x := range o.blocks {
		b, s := &o.blocks[x], none
		if b.hint > 0 {
			s = signs[b.hint-1]
		}
		verdicts[x] = b.verdict(s)
	}
	join(verdicts)
	o.settle(verdicts)
	drop = make([]bool, len(o.blocks))
	main := 0
	for x, v := range verdicts {
		if drop[x] = v != good; !drop[x] {
			main += o.blocks[x].visible
		}
	}
	return drop, main >= minMain
}

// signs returns the sign of each hint, which is that of the hints around it if theirs is
// stronger. Elements with more than maxProse of the prose have lost theirs.
func (o *outline) signs() []sign {
	prose, total := make([]int, len(o.hints)), 0
	for x := range o.blocks {
		if b := &o.blocks[x]; b.sentences > 0 && b.verdict(none) >= near {
			total += b.visible
			if b.hint > 0 {
				prose[b.hint-1] += b.visible
			}
		}
	}
	for h := len(o.hints) - 1; h >= 0; h-- { // what is around a hint comes before it
		if around := o.hints[h].around; around > 0 {
			prose[around-1] += prose[h]
		}
	}
	signs := make([]sign, len(o.hints))
	for h, hint := range o.hints {
		if hint.sign == certain || float64(prose[h]) <= maxProse*float64(total) {
			signs[h] = hint.sign
		}
		if hint.around > 0 {
			signs[h] = max(signs[h], signs[hint.around-1])
		}
	}
	return signs
}

// verdict returns what is thought of a block in an element with the sign s, without its
// neighbours.
func (b *block) verdict(s sign) verdict {
	switch {
	case s == certain:
		return bad
	case s == likely && (b.visible < proseBlock || b.sentences < proseSentences):
		return bad
	case float64(b.linked) > maxLinked*float64(b.visible):
		return bad
	case b.visible < shortBlock:
		return open
	case b.pre:
		return good
	case b.visible < longBlock && (b.heading || b.sentences == 0):
		return open
	case b.sentences == 0 || b.notice || b.visible < longBlock && b.linked > 0:
		return near
	}
	return good
}

// join makes each block that is near good or bad, by the next ones that are not open.
func join(verdicts []verdict) {
	last := bad
	touch := func(x int) {
		switch {
		case verdicts[x] == near && last == good:
			verdicts[x] = good
		case verdicts[x] == good || verdicts[x] == bad:
			last = verdicts[x]
		}
	}
	for x := range verdicts {
		touch(x)
	}
	last = bad
	for x := len(verdicts) - 1; x >= 0; x-- {
		touch(x)
	}
	for x, v := range verdicts {
		if v == near {
			verdicts[x] = bad
		}
	}
}

// settle makes each run of open blocks good or bad. Between good text, and where the page
// begins or ends, it is good. Before good text its title is, and what follows that; behind good
// text all up to the next heading.
func (o *outline) settle(verdicts []verdict) {
	for x := 0; x < len(verdicts); {
		if verdicts[x] != open {
			x++
			continue
		}
		from := x
		for x < len(verdicts) && verdicts[x] == open {
			x++
		}
		before := from == 0 || verdicts[from-1] == good
		behind := x == len(verdicts) || verdicts[x] == good
		v := bad
		if before && behind {
			v = good
		}
		for k := from; k < x; k++ {
			verdicts[k] = v
		}
		switch {
		case before && !behind && from > 0:
			for k := from; k < x && !o.blocks[k].heading; k++ {
				verdicts[k] = good
			}
		case behind && !before && x < len(verdicts):
			for k, title := x-1, x; k >= max(from, x-titleBlocks); k-- {
				if o.blocks[k].heading {
					for ; title > k; title-- {
						verdicts[title-1] = good
					}
				}
			}
		}
	}
}
