package extract

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"

	"example.org/diagonal/io/charset"
)

// epub reads a book: EPUB 2 and 3. Its pages come in the order of its spine.
func epub(parts *parts, w *writer, t *Text) error {
	pack := ""
	if err := eachElement(parts, "META-INF/container.xml", func(name string, e xml.StartElement) {
		if name == "rootfile" && pack == "" {
			pack = attribute(e, "full-path")
		}
	}); err != nil {
		return err
	}
	pages, hrefs := []string{}, map[string]string{}
	if err := eachElement(parts, pack, func(name string, e xml.StartElement) {
		switch name {
		case "item":
			if href, err := url.PathUnescape(attribute(e, "href")); err == nil &&
				strings.Contains(attribute(e, "media-type"), "html") {
				hrefs[attribute(e, "id")] = path.Join(path.Dir(pack), href)
			}
		case "itemref":
			if attribute(e, "linear") != "no" {
				pages = append(pages, attribute(e, "idref"))
			}
		}
	}); err != nil {
		return err
	}
	locked, _ := parts.bytes("META-INF/encryption.xml")
	for _, id := range pages {
		name := hrefs[id]
		if name == "" {
			continue // a picture
		}
		if bytes.Contains(locked, []byte(path.Base(name))) {
			return errors.New("the book is locked for the programs of its shop")
		}
		raw, err := parts.bytes(name)
		if err != nil {
			return err
		}
		text, _ := charset.ToUTF8(raw, "", charset.Declared(raw))
		if err := page(text, w); err != nil {
			return err
		}
	}
	t.about(parts, pack)
	return nil
}

// eachElement calls f for the elements of a part.
func eachElement(parts *parts, name string, f func(name string, e xml.StartElement)) error {
	r, err := parts.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	x := reader{start: func(_ string, e xml.StartElement) error {
		f(e.Name.Local, e)
		return nil
	}, end: func(string) {}, chars: func(string) error { return nil }}
	return x.read(r)
}

// blocks are the elements of HTML that are paragraphs of their own.
var blocks = map[string]bool{
	"address": true, "article": true, "aside": true, "blockquote": true, "body": true, "caption": true, "dd": true,
	"div": true, "dl": true,
	"dt": true, "figcaption": true, "figure": true, "footer": true, "form": true, "h1": true, "h2": true, "h3": true,
	"h4": true, "h5": true,
	"h6": true, "header": true, "hr": true, "html": true, "li": true, "main": true, "nav": true, "ol": true, "p": true,
	"pre":     true,
	"section": true, "table": true, "td": true, "th": true, "tr": true, "ul": true,
}

// unread are those whose text is not read.
var unread = map[string]bool{"head": true, "script": true, "style": true, "rt": true, "rp": true, "svg": true,
	"template": true}

// page reads a page of HTML or XHTML.
func page(text []byte, w *writer) error {
	z := html.NewTokenizer(bytes.NewReader(text))
	out, depth := "", 0 // the element that is not read
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			w.end()
			if err := z.Err(); err != io.EOF {
				return err
			}
			return nil
		case html.TextToken:
			if out == "" {
				if err := w.words(html.UnescapeString(string(z.Raw()))); err != nil {
					return err
				}
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			raw, more := z.TagName()
			name := string(raw)
			alone := kind == html.SelfClosingTagToken
			if alone {
				z.NextIsNotRawText() // XHTML closes <title/> so
			}
			switch {
			case out != "":
				if name == out && !alone {
					if depth++; kind == html.EndTagToken {
						depth -= 2
					}
					if depth == 0 {
						out = ""
					}
				}
			case kind == html.StartTagToken && (unread[name] || more && isMark(z)):
				out, depth = name, 1
			case name == "br":
				if err := w.write("\n"); err != nil {
					return err
				}
			case blocks[name]:
				w.end()
			}
		}
	}
}

// isMark reports whether the element is the mark of a note.
func isMark(z *html.Tokenizer) bool {
	for {
		key, value, more := z.TagAttr()
		if string(key) == "epub:type" {
			return string(value) == "noteref"
		}
		if !more {
			return false
		}
	}
}
