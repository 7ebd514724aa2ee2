package target

import (
	"maps"
	"strings"
	"sync/atomic"
)

// Progress is what a place says of a job while it runs.
type Progress struct {
	// State is the state of the job in the words of the place, in small letters: "queued".
	State string
	// Counters are those of the job by namespace and name, as in "docio.documents": sums of all its steps and workers.
	// They are empty as long as the place tells none.
	Counters Counters
}

// Running is the State of a job that is at work.
const Running = "running"

// StateOf returns the State that a job service or Dataflow calls by this name: "RUNNING", "JOB_STATE_RUNNING".
func StateOf(name string) string { return strings.ToLower(strings.TrimPrefix(name, "JOB_STATE_")) }

// Counters are sums of counters.
type Counters map[string]int64

// Add adds the counter of one step.
func (c Counters) Add(namespace, name string, value int64) { c[namespace+"."+name] += value }

// Raise raises the counters to those of other: a place may tell what was tried, what is certain, or both.
func (c Counters) Raise(other Counters) {
	for name, value := range other {
		c[name] = max(c[name], value)
	}
}

// Heard is the last Progress that a place has told. The zero value is of a job that is not there yet.
type Heard struct{ last atomic.Pointer[Progress] }

// Set notes what the place says now. Only one goroutine may call it at a time. Counters that it tells no more stay, and
// none falls: a place that tries a step again may begin to count it again.
func (h *Heard) Set(state string, counters Counters) {
	all := maps.Clone(h.Progress().Counters)
	if all == nil {
		all = Counters{}
	}
	all.Raise(counters)
	h.last.Store(&Progress{state, all})
}

// Progress returns what was heard last.
func (h *Heard) Progress() Progress {
	if p := h.last.Load(); p != nil {
		return *p
	}
	return Progress{State: "submitting"}
}
