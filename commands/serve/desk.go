package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	pipeline "example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/frequency"
)

// waiting is how many requests there may be for each query that is answered at a time.
const waiting = 8

// errBusy is that too many requests wait.
var errBusy = errors.New("too many queries wait: ask again later")

// errChanging is that the index cannot be changed now.
var errChanging = &badRequest{http.StatusServiceUnavailable, "the index is being changed: try again"}

// desk answers queries. It is safe for concurrent use.
type desk struct {
	params Params
	token  string
	log    func(error)

	hidden *hidden // nil where no names are hidden

	changing  chan struct{} // one change at a time; index and ranks change when it is held and all searchers are taken
	index     *indexio.Index
	ranks     *frequency.Table
	searchers chan *pipeline.Searcher // those without work
	places    chan struct{}           // one for each request, so that few bodies are in memory
	additions chan struct{}           // such places of documents to add: their waiting takes none from queries
	reading   chan struct{}           // one for each file that is read at a time
}

// open opens an index. The error is a *indexio.NotIndexError if there is none.
func open(ctx context.Context, p Params) (*desk, error) {
	hidden, err := p.hide()
	if err != nil {
		return nil, err
	}
	x, ranks, searchers, err := load(ctx, p)
	if err != nil {
		return nil, err
	}
	d := &desk{
		params: p, token: p.Token, hidden: hidden, log: func(error) {}, index: x, ranks: ranks,
		searchers: make(chan *pipeline.Searcher, p.MaxQueries), places: make(chan struct{}, (1+waiting)*p.MaxQueries),
		reading: make(chan struct{}, p.MaxQueries), changing: make(chan struct{}, 1),
		additions: make(chan struct{}, waiting),
	}
	if d.token == "" {
		d.token = rand.Text()
	}
	for _, s := range searchers {
		d.searchers <- s
	}
	return d, nil
}

// load opens an index, and makes Params.MaxQueries searchers of it.
func load(
	ctx context.Context, p Params,
) (x *indexio.Index, ranks *frequency.Table, searchers []*pipeline.Searcher, err error) {
	m, err := indexio.ReadManifest(ctx, p.Index)
	if err != nil {
		return nil, nil, nil, err
	}
	if x, err = indexio.OpenManifest(context.WithoutCancel(ctx), p.Index, m); err != nil { // it ends with close
		return nil, nil, nil, err
	}
	if ranks, err = pipeline.Ranks(x); err != nil {
		x.Close()
		return nil, nil, nil, err
	}
	for range p.MaxQueries {
		s, err := pipeline.NewSearcher(x, ranks, p.Find)
		if err != nil {
			x.Close()
			return nil, nil, nil, err
		}
		searchers = append(searchers, s)
	}
	return x, ranks, searchers, nil
}

// close waits for the queries and the change that are running, and closes the index. No change comes after it.
func (d *desk) close() {
	d.changing <- struct{}{}
	for range d.params.MaxQueries {
		(<-d.searchers).Close()
	}
	d.index.Close()
}

// enter takes one of the places for requests. leave gives it back. The error is errBusy.
func enter(places chan struct{}) (leave func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	default:
		return nil, errBusy
	}
}

// change waits until no other change runs, at most as long as ctx. done ends the change.
func (d *desk) change(ctx context.Context) (done func(), err error) {
	select {
	case d.changing <- struct{}{}:
		return func() { <-d.changing }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// more asks a Searcher for more of an answer. ids has the ids of the documents by the names that they have in it; it is
// nil where nothing is hidden.
type more func(ctx context.Context, s *pipeline.Searcher, a *pipeline.Answer, ids map[string]string) error

// ask answers a query. and, if it is not nil, may ask the Searcher for more. The error is that of ctx, of the key or of
// the index. A search that does not end with ctx at once keeps its Searcher until it does.
func (d *desk) ask(ctx context.Context, query *record.Document, and more) (*pipeline.Answer, error) {
	var s *pipeline.Searcher
	select {
	case s = <-d.searchers:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	type result struct {
		answer *pipeline.Answer
		err    error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil { // one query must not end the others
				r = result{err: fmt.Errorf("the search failed: %v", p)}
				if fresh, err := pipeline.NewSearcher(d.index, d.ranks, d.params.Find); err == nil {
					s.Close()
					s = fresh
				}
			}
			d.searchers <- s
			done <- r
		}()
		if r.answer, r.err = s.Find(ctx, query); r.err != nil {
			return
		}
		var ids map[string]string
		if ids, r.err = d.hidden.hide(r.answer, query.Text); r.err == nil && and != nil {
			r.err = and(ctx, s, r.answer, ids)
		}
	}()
	select {
	case r := <-done:
		return r.answer, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
