package serve

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"sync"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/names"
	"example.org/diagonal/io/record"
	pipeline "example.org/diagonal/pipelines/lookup"
)

// hidden hides which documents of the index are in answers. A nil one hides nothing. It is safe for concurrent use.
type hidden struct {
	job.Hidden

	mu  sync.Mutex
	key *names.Key
}

// hide opens the key. It returns nil where nothing is hidden.
func (p *Params) hide() (*hidden, error) {
	key, err := p.Open(p.Index)
	if err != nil || key == nil {
		return nil, err
	}
	return &hidden{Hidden: p.Hidden, key: key}, nil
}

// keyError is an error of the key, which names no document.
type keyError struct{ error }

// hide gives the documents of an answer to query their names, and takes out what else says which they are. What was
// chosen or ordered by ids is chosen by names, or taken from the query. The names are in the key before anybody sees
// them. It returns the ids by name.
func (h *hidden) hide(a *pipeline.Answer, query []byte) (ids map[string]string, err error) {
	if h == nil {
		return nil, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if ids, err = h.named(a); err != nil {
		return nil, keyError{err}
	}
	for i := range a.Passages {
		h.key.HideB(&a.Passages[i], record.Source)
	}
	slices.SortFunc(a.Passages, func(p, q record.Passage) int { return bytes.Compare(p.SortKey(), q.SortKey()) })
	if len(a.Hot) > 0 {
		runes := []rune(string(query))
		for i := range a.Hot {
			h.hot(&a.Hot[i], runes)
		}
	}
	for i, r := range a.Unread {
		a.Unread[i] = record.Rejected{ID: h.key.Name(r.ID, record.Source),
			Reason: "it is not where it was, or has changed"}
	}
	slices.SortFunc(a.Unread, func(r, s record.Rejected) int { return cmp.Compare(r.ID, s.ID) })
	return ids, nil
}

// named gives names to the documents of an answer that have none, and writes them to the key. It returns the ids of all
// by name.
func (h *hidden) named(a *pipeline.Answer) (ids map[string]string, err error) {
	for range 2 {
		ids = map[string]string{}
		name := func(id string) { ids[h.key.Name(id, record.Source)] = id }
		for _, p := range a.Passages {
			name(p.B)
		}
		for _, hot := range a.Hot {
			for _, p := range hot.Places {
				if p.Source {
					name(p.ID)
				}
			}
		}
		for _, r := range a.Unread {
			name(r.ID)
		}
		if err = h.key.Write(h.Key); !errors.Is(err, names.ErrChanged) {
			break
		}
		if h.key, err = names.Read(h.Key); err != nil { // a report may have added some
			break
		}
	}
	return ids, h.KeyError(err)
}

// hot hides the documents of a hot passage. Its text was that of the document with the first id: that of the query is
// as good.
func (h *hidden) hot(hot *pipeline.Hot, query []rune) {
	p := &hot.Passage
	p.Text = ""
	for i := range hot.Places {
		at := &hot.Places[i]
		if at.Source {
			at.ID = h.key.Name(at.ID, record.Source)
			continue
		}
		if text := query[at.Start:at.End]; p.Text == "" && len(text) > record.ExcerptRunes {
			p.Text = string(text[:record.ExcerptRunes]) + record.CutMark
		} else if p.Text == "" {
			p.Text = string(text)
		}
	}
	slices.SortFunc(hot.Places, func(x, y record.HotOccurrence) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	for i := range p.Samples {
		at := hot.Places[i]
		p.Samples[i] = record.Sample{ID: at.ID, Start: at.Start, End: at.End, Source: at.Source}
	}
}

// fault logs an error that is not the client's. Where names are hidden, it is said only what it was for.
func (d *desk) fault(what string, err error) {
	if d.hidden != nil && !errors.As(err, new(keyError)) {
		err = errors.New(what + " failed; the reason may name documents: a service without --anonymous says it")
	}
	d.log(err)
}
