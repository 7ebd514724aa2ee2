package serve

import (
	"bytes"
	"cmp"
	"context"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	pipeline "example.org/diagonal/pipelines/lookup"
)

// maxShown is how many passages a page shows. /api/search has all of them.
const maxShown = 200

// around is how many bytes of a document are shown on each side of a passage.
const around = 240

var pageTemplate = template.Must(template.ParseFS(assets, "assets/page.html"))

// page is what the template shows.
type page struct {
	Text     string
	Adds     bool // documents may be added
	Answered bool
	Found    string
	More     int // passages that are not shown
	Parts    []part
	Passages []shownPassage
	Hot      []pipeline.Hot
	Unread   []record.Rejected
	Error    string
}

// part is a piece of the query. If Passage is not 0, it is in the passage of this number, and maybe in later ones.
type part struct {
	Text    string
	Passage int
}

// shownPassage is a passage with its number, from 1, and the text around it in the document.
type shownPassage struct {
	record.Passage
	Number        int
	Percent       string
	Before, After string
	// Named is the author, title and date of the document, as far as they are known.
	Named string
}

func (d *desk) empty(w http.ResponseWriter, _ *http.Request) {
	d.write(w, http.StatusOK, page{Adds: d.params.AllowAdd != ""})
}

// submit answers the form of the page.
func (d *desk) submit(r *http.Request, w http.ResponseWriter, body []byte) error {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return &badRequest{http.StatusBadRequest, "the body is not a form"}
	}
	p := page{Adds: d.params.AllowAdd != "", Answered: true,
		Text: strings.ToValidUTF8(strings.ReplaceAll(form.Get("text"), "\r\n", "\n"), "\ufffd")}
	answer, err := d.answer(r.Context(), Question{Text: p.Text},
		func(ctx context.Context, s *pipeline.Searcher, a *pipeline.Answer, ids map[string]string) error {
			var err error
			p.Passages, err = passagesOf(ctx, s, a.Passages[:min(len(a.Passages), maxShown)], ids)
			return err
		})
	if err != nil {
		return err
	}
	p.Found = line.Many(int64(len(answer.Passages)), "passage")
	p.More, p.Hot, p.Unread = len(answer.Passages)-len(p.Passages), answer.Hot, answer.Unread
	p.Parts = partsOf(p.Text, p.Passages)
	d.write(w, http.StatusOK, p)
	return nil
}

func (d *desk) write(w http.ResponseWriter, code int, p page) {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		d.refuse(w, searching, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	w.Write(b.Bytes())
}

// passagesOf returns passages with the texts around them. ids is that of more.
func passagesOf(
	ctx context.Context, s *pipeline.Searcher, passages []record.Passage, ids map[string]string,
) (out []shownPassage, err error) {
	for i, p := range passages {
		id := cmp.Or(ids[p.B], p.B)
		before, err := s.Excerpt(ctx, id, max(0, p.BByteStart-around), p.BByteStart)
		if err != nil {
			return nil, err
		}
		before = bytes.Clone(before)
		after, err := s.Excerpt(ctx, id, p.BByteEnd, p.BByteEnd+around)
		if err != nil {
			return nil, err
		}
		out = append(out, shownPassage{Passage: p, Number: i + 1, Percent: line.Percent(p.Similarity),
			Before: whole(before), After: whole(after), Named: namedBy(p.BFields)})
	}
	return out, nil
}

// namedBy returns the author, title and date of a document, with commas between them.
func namedBy(fields record.Fields) string {
	texts, _ := fields.Texts() // of a document of the index
	var named []string
	for _, name := range []string{"author", "title", "date"} {
		if text := strings.TrimSpace(texts[name]); text != "" {
			named = append(named, text)
		}
	}
	return strings.Join(named, ", ")
}

// whole returns b without the halves of characters at its ends.
func whole(b []byte) string { return strings.ToValidUTF8(string(b), "") }

// partsOf divides a text where passages begin and end. Passages that overlap are one part.
func partsOf(text string, passages []shownPassage) (parts []part) {
	byStart := slices.Clone(passages)
	slices.SortStableFunc(byStart, func(a, b shownPassage) int { return int(a.AByteStart - b.AByteStart) })
	at := int64(0)
	for i := 0; i < len(byStart); {
		first := byStart[i]
		end := first.AByteEnd
		for i++; i < len(byStart) && byStart[i].AByteStart < end; i++ {
			end = max(end, byStart[i].AByteEnd)
		}
		parts = append(parts, part{Text: text[at:first.AByteStart]}, part{text[first.AByteStart:end], first.Number})
		at = end
	}
	return append(parts, part{Text: text[at:]})
}
