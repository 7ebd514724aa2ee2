package charfilter

import "golang.org/x/net/html/atom"

// skipped are the elements whose contents no reader sees.
var skipped = set(
	atom.Script, atom.Style, atom.Template, atom.Iframe, atom.Noembed, atom.Noframes,
)

// literals are the elements in which tags are text (HTML standard, 13.2.5.1), but
// for noscript, which is markup where scripts do not run.
var literals = set(
	atom.Script, atom.Style, atom.Iframe, atom.Noembed, atom.Noframes,
	atom.Plaintext, atom.Textarea, atom.Title, atom.Xmp,
)

// blocks are the elements that begin on a line of their own, by the suggested
// rendering of the HTML standard (15.3), and the cells and options that a reader
// takes as apart.
var blocks = set(
	atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption,
	atom.Center, atom.Col, atom.Colgroup, atom.Dd, atom.Details, atom.Dialog, atom.Dir,
	atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer,
	atom.Form, atom.Frameset, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
	atom.Head, atom.Header, atom.Hgroup, atom.Hr, atom.Html, atom.Legend, atom.Li,
	atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.Optgroup, atom.Option,
	atom.P, atom.Plaintext, atom.Pre, atom.Section, atom.Select, atom.Summary, atom.Table,
	atom.Tbody, atom.Td, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Title,
	atom.Tr, atom.Ul, atom.Xmp,
)

func set(tags ...atom.Atom) map[atom.Atom]bool {
	m := map[atom.Atom]bool{}
	for _, t := range tags {
		m[t] = true
	}
	return m
}
