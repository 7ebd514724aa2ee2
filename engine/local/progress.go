package local

import (
	"context"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Progress says how far a run has come. The zero value is that of a run that has not begun. Its
// methods may be called while the run is going on.
type Progress struct {
	mu     sync.Mutex
	stages []string
	at     At
	done   *atomic.Int64
}

// At is a moment of a run.
type At struct {
	// Stage is the number of the stage at work, from 0.
	Stage int
	// Began is when it began.
	Began time.Time
	// Done is how many elements of its queue are done, Length how many the queue has.
	Done, Length int64
}

// progressKey is the key of WithProgress.
type progressKey struct{}

// WithProgress lets a run with the context report to p. A Progress is for one run.
func WithProgress(ctx context.Context, p *Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// Stages returns the names of the stages in their order: that of the function that each begins
// with, as in "docio.readFn". It returns nil before the run has begun.
func (p *Progress) Stages() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stages
}

// At returns how far the run has come.
func (p *Progress) At() At {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.at
	if p.done != nil {
		at.Done = p.done.Load()
	}
	return at
}

// begin notes the stages of a run. p may be nil.
func (p *Progress) begin(stages []*stage) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range stages {
		p.stages = append(p.stages, s.name())
	}
}

// enter notes that stage number n begins to work on a queue of so many elements, and returns
// what counts those that are done. p may be nil.
func (p *Progress) enter(n, length int) *atomic.Int64 {
	done := &atomic.Int64{}
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.at, p.done = At{Stage: n, Began: time.Now(), Length: int64(length)}, done
	}
	return done
}

// name returns the name of the function that the stage begins with.
func (s *stage) name() string {
	edge := s.edge
	if edge == nil {
		readers := s.p.readers[s.node.ID()]
		if len(readers) == 0 {
			return ""
		}
		edge = readers[0].edge
	}
	name, of, _ := strings.Cut(edge.Name(), "[")     // of a generic function
	if stage, ok := strings.CutPrefix(of, "*"); ok { // of package engine
		name = stage[:strings.IndexAny(stage, "[,]")]
	}
	return path.Base(name)
}
