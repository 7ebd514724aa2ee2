// Package site finds the templates of sites: the sentences that many pages of one site have, such
// as its navigation, its footer and the headlines beside every article. Sentences that differ in their numbers and
// dates only may count as one (Skeletons).
//
// The site of a page is the host of its id, if that is a URL. A sentence is a template of a site
// if at least MinPages pages of the site have it, and if there are so many that their square is
// at least the number of pages of the site: 4 of up to 16 pages, 10 of 100, 100 of 10,000. So all
// pages of a small site must share it, and on a large site the pages of a section may have
// templates of their own, and still no article that was published a few times is a template.
package site

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/transforms/signature/shingle"
)

// MinPages is the least number of pages of a site that have a template. With fewer, the
// versions of one article would be templates.
const MinPages = 4

// minFixed is the least number of words that a sentence has beside its numbers, if these may differ in a template. A
// heading such as "12 comments" has fewer.
const minFixed = 2

// Skeletons appends to dst for each sentence of a page a hash of what is left of it without its numbers, so that a
// template with a date in it has one skeleton. It is 0 for a sentence without a number, or with too few other words.
// number[i] says whether word i has a digit. It is changed.
//
// Numbers that follow each other, or have one word between them, are one number with that word: a date. If no word is
// between them, as in May 12, 2024, the word before them belongs to it.
func Skeletons(dst, words, ends []uint32, number []bool) []uint32 {
	var left []uint32
	start := uint32(0)
	for _, end := range ends {
		sentence, isNumber := words[start:end], number[start:end]
		start = end
		if !slices.Contains(isNumber, true) {
			dst = append(dst, 0)
			continue
		}
		dates(isNumber)
		fixed := 0
		left = left[:0]
		for i, w := range sentence {
			switch {
			case !isNumber[i]:
				left = append(left, w)
				fixed++
			case i == 0 || !isNumber[i-1]:
				left = append(left, 0)
			}
		}
		if fixed < minFixed {
			dst = append(dst, 0)
		} else {
			dst = append(dst, hashOf(left))
		}
	}
	return dst
}

// dates marks the words of dates as numbers.
func dates(number []bool) {
	for i := 0; i < len(number); i++ {
		if !number[i] {
			continue
		}
		last, between := i, false
		for {
			if last+1 < len(number) && number[last+1] {
				last++
			} else if last+2 < len(number) && number[last+2] {
				number[last+1], between = true, true
				last += 2
			} else {
				break
			}
		}
		if last > i && !between && i > 0 {
			number[i-1] = true
		}
		i = last
	}
}

// hashOf returns a hash of words that is not 0.
func hashOf(words []uint32) uint32 { return max(1, uint32(shingle.Hash(words))) }

// Host returns the host of an id that is a URL, in lower case, without a port and without "www."
// before it; "" if the id is none.
func Host(id string) string {
	scheme, rest, ok := strings.Cut(id, "://")
	if !ok || scheme == "" || strings.ContainsFunc(scheme, func(r rune) bool { return !isSchemeLetter(r) }) {
		return ""
	}
	if end := strings.IndexAny(rest, "/?# "); end >= 0 {
		rest = rest[:end]
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	if colon := strings.LastIndexByte(rest, ':'); colon >= 0 && !strings.HasSuffix(rest, "]") {
		rest = rest[:colon]
	}
	return strings.TrimPrefix(strings.ToLower(rest), "www.")
}

func isSchemeLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("+-.", r)
}

// ID is the 32-bit hash of a host. 0 is no site.
type ID uint32

// Of returns the site of a document, by its id.
func Of(id string) ID { return Named(Host(id)) }

// Named returns the site with a name, such as a host; 0 for "".
func Named(name string) ID {
	if name == "" {
		return 0
	}
	return ID(max(1, uint32(xxhash.Sum64String(name))))
}

// Key is a sentence of a site: the site in the upper half, and the hash of the sentence in the
// lower half. The sentence 0 stands for the pages of the site.
type Key uint64

// Pages returns the key under which the pages of a site are counted.
func (id ID) Pages() Key { return Key(id) << 32 }

// Sentence returns the key of a sentence, by its words.
func (id ID) Sentence(words []uint32) Key {
	return id.Pages() | Key(hashOf(words))
}

// pages returns the key of the pages of the key's site.
func (k Key) pages() Key { return k >> 32 << 32 }

// AppendKeys appends to dst the keys of the sentences of a page, and that of the pages of its site, each once, in
// order. ends[i] is the number of words before the end of sentence i. skeletons are those of the sentences (Skeletons),
// which have keys, too, or there are none.
func (id ID) AppendKeys(dst []Key, words, ends, skeletons []uint32) []Key {
	keys := append(dst, id.Pages())
	start := uint32(0)
	for i, end := range ends {
		if end > start {
			keys = append(keys, id.Sentence(words[start:end]))
		}
		if len(skeletons) > 0 && skeletons[i] > 0 {
			keys = append(keys, id.Pages()|Key(skeletons[i]))
		}
		start = end
	}
	slices.Sort(keys[len(dst):])
	return append(dst, slices.Compact(keys[len(dst):])...)
}

// AppendCount appends to dst what is counted of a key, if a template can follow from it:
//
//	key [8]; count uvarint
func AppendCount(dst []byte, k Key, n uint64) []byte {
	if n < MinPages {
		return dst
	}
	return binary.AppendUvarint(binary.BigEndian.AppendUint64(dst, uint64(k)), n)
}

// Join adds to templates what AppendCount appended; see Templates.
func Join(counts map[Key]uint64, b []byte) error {
	for len(b) > 0 {
		if len(b) < 9 {
			return errDamaged
		}
		n, w := binary.Uvarint(b[8:])
		if w <= 0 {
			return errDamaged
		}
		counts[Key(binary.BigEndian.Uint64(b))] += n
		b = b[8+w:]
	}
	return nil
}

var errDamaged = errors.New("site: the table of templates is damaged")

// AppendTable appends the table of the templates among counts to dst: their keys [8], in order.
func AppendTable(dst []byte, counts map[Key]uint64) []byte {
	var keys []Key
	for k, n := range counts {
		if k != k.pages() && n*n >= counts[k.pages()] {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		dst = binary.BigEndian.AppendUint64(dst, uint64(k))
	}
	return dst
}

// Table is the templates of all sites. The zero value is none.
type Table map[Key]struct{}

// Read reads what AppendTable appended.
func (t *Table) Read(b []byte) error {
	if len(b)%8 != 0 {
		return errDamaged
	}
	*t = make(Table, len(b)/8)
	for ; len(b) > 0; b = b[8:] {
		(*t)[Key(binary.BigEndian.Uint64(b))] = struct{}{}
	}
	return nil
}

// Has reports whether a sentence is a template of a site.
func (t Table) Has(k Key) bool {
	_, ok := t[k]
	return ok
}

// Templates reports for each sentence of a page of a site whether it is a template, in the memory of gone. ends[i] is
// the number of words before the end of sentence i. A sentence is one if its skeleton is, if there are skeletons. ok is
// false if none is one, or if the page has nothing else.
func (t Table) Templates(gone []bool, id ID, words, ends, skeletons []uint32) (_ []bool, ok bool) {
	gone = gone[:0]
	if id == 0 || len(t) == 0 {
		return gone, false
	}
	some, others := false, false
	start := uint32(0)
	for i, end := range ends {
		is := end > start && t.Has(id.Sentence(words[start:end]))
		is = is || len(skeletons) > 0 && skeletons[i] > 0 && t.Has(id.Pages()|Key(skeletons[i]))
		gone = append(gone, is)
		some, others = some || is, others || !is && end > start
		start = end
	}
	return gone, some && others
}

// Strip removes the templates from a page of a site. ends[i] is the number of words before the end
// of sentence i. The result is in the memory of words and ends; removed is the number of sentences
// that are gone. A page that has nothing else keeps all: it would otherwise resemble no other page
// of this kind.
func (t Table) Strip(id ID, words, ends, skeletons []uint32) (leftWords, leftEnds []uint32, removed int) {
	gone, ok := t.Templates(nil, id, words, ends, skeletons)
	if !ok {
		return words, ends, 0
	}
	start := uint32(0)
	leftWords, leftEnds = words[:0], ends[:0]
	for i, end := range ends {
		if gone[i] {
			removed++
		} else {
			leftWords = append(leftWords, words[start:end]...)
			leftEnds = append(leftEnds, uint32(len(leftWords)))
		}
		start = end
	}
	return leftWords, leftEnds, removed
}
