package charfilter

import (
	"bytes"
	"slices"

	"golang.org/x/net/html/atom"
)

// sign says how sure it is that an element holds page furniture.
type sign uint8

const (
	none    sign = iota
	likely       // by its name, which its author chose
	certain      // by its meaning in HTML
)

// voids are the blocks that have no contents and no end tag.
var voids = set(atom.Hr, atom.Col)

// elementSigns are the elements that hold furniture by their meaning (HTML standard, 4.3 and
// 4.10), and those that mostly do. noscript mostly asks for scripts.
var elementSigns = map[atom.Atom]sign{
	atom.Nav: certain, atom.Footer: certain, atom.Select: certain, atom.Optgroup: certain,
	atom.Option: certain, atom.Textarea: certain, atom.Title: certain, atom.Menu: certain, atom.Noscript: certain,
	atom.Dialog: likely, atom.Aside: likely, atom.Form: likely, atom.Header: likely, atom.Fieldset: likely,
}

// roles are the landmarks of WAI-ARIA that hold furniture.
var roles = map[string]sign{
	"navigation": certain, "contentinfo": certain, "search": certain, "menu": certain, "menubar": certain,
	"banner": likely, "complementary": likely, "dialog": likely, "alertdialog": likely, "form": likely,
}

// furniture are words in the classes and ids of elements that hold furniture.
var furniture = words(`
	ad ads advert advertisement advertising adsense sponsor sponsored promo promotion promoted
	nav navi navbar navigation topnav subnav menu submenu megamenu breadcrumb breadcrumbs crumbs
	sidebar aside rail widget widgets widgettitle
	footer foot colophon copyright imprint impressum legal disclaimer
	masthead topbar toolbar skip skiplink
	share sharing shares sharedaddy social socials follow bookmarks addtoany
	related recommended recommendation recommendations recommend similar more morelinks readmore teaser teasers
	popular trending mostread latest
	newsletter subscribe subscription signup optin login signin register paywall
	cookie cookies consent gdpr privacy popup modal overlay lightbox banner notice
	tags tagcloud taglist categories archive archives blogroll calendar
	pagination pager paging pagenav prevnext
	search searchform respond commentform replyform commentrespond
	print rating ratings vote voting poll
`)

// holders are words beside which a word of furniture says what is in an element: has-sidebar.
var holders = words(`has no with without`)

// noticeWords are words of notices about the page itself, in most languages, without the first
// letter if that can be a capital.
var noticeWords = [][]byte{
	[]byte("ookie"), []byte("avascript"), []byte("avaScript"), []byte("opyright"), []byte("ewsletter"), []byte("©"),
	[]byte("COOKIE"), []byte("JAVASCRIPT"), []byte("COPYRIGHT"), []byte("NEWSLETTER"),
}

// notices reports whether a text contains a word of notices.
func notices(text []byte) bool {
	return slices.ContainsFunc(noticeWords, func(word []byte) bool { return bytes.Contains(text, word) })
}

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range bytes.Fields([]byte(list)) {
		m[string(w)] = true
	}
	return m
}

// named reports whether one of the names in a class or id names furniture. A name is taken
// apart at what is not a letter, and before capital letters: nav-main, relatedPosts.
func named(value []byte) bool {
	for _, name := range bytes.Fields(value) {
		if len(name) > 64 { // made by a program
			continue
		}
		is, holds := false, false
		for len(name) > 0 {
			n := part(name)
			var low [64]byte
			for x, c := range name[:n] {
				low[x] = lower(c)
			}
			is = is || furniture[string(low[:n])]
			holds = holds || holders[string(low[:n])]
			name = name[n:]
			for len(name) > 0 && !letter(name[0]) {
				name = name[1:]
			}
		}
		if is && !holds {
			return true
		}
	}
	return false
}

// part returns the length of the first part of a name.
func part(name []byte) int {
	for x, c := range name {
		if !letter(c) || x > 0 && 'A' <= c && c <= 'Z' && !('A' <= name[x-1] && name[x-1] <= 'Z') {
			return x
		}
	}
	return len(name)
}

func letter(c byte) bool { return 'a' <= lower(c) && lower(c) <= 'z' || c >= 0x80 }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
