package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/signature"
)

// trial is flags to try.
type trial struct {
	flags string
	// change changes the parameters; it returns false where the flags have no effect.
	change func(p *partial.Params) bool
	// alone leaves out the rest of the collection, which has other signatures with these flags.
	alone bool
	// html compares the whole text of pages.
	html bool
	// not is flags that cannot be given with these.
	not []string
}

// The flags of each way of matching, and of imatch, which cannot be given with another one.
var (
	ofDiagonal = []string{"preset", "signature", "idf", "sorted", "n", "antecedents", "spot_distance", "chain", "tau",
		"repeats", "gamma", "gap"}
	ofRefine = []string{"candidates", "noise", "min_length", "min_similarity", "min_evidence", "min_prose"}
	ofIMatch = []string{"idf", "sorted"}
)

// without says which of the flags of the user have to be left out.
func (x *gathered) without(not []string) string {
	var out []string
	for _, name := range x.params.Given {
		if slices.Contains(not, name) {
			out = append(out, "--"+name)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (and without " + strings.Join(out, ", ") + ")"
}

// largest returns the largest value of the steps of a kind; 0 if there is none.
func (e *Explanation) largest(what trace.What) float64 {
	largest := 0.0
	for _, s := range e.Steps {
		if s.What == string(what) {
			largest = max(largest, s.Value)
		}
	}
	return largest
}

// trials returns what may help.
func (x *gathered) trials(e *Explanation) (all []trial) {
	find := x.params.Partial.Find
	max := e.Signatures.HotDocuments
	if max > 0 {
		all = append(all, trial{flags: fmt.Sprintf("--max_documents=%d", max), change: func(p *partial.Params) bool {
			p.MaxDocuments = partial.MaxDocuments(max)
			return true
		}})
	}
	if x.a.Markup == record.MainHTML || x.b.Markup == record.MainHTML {
		all = append(all, trial{
			flags: "--html=all", html: true, alone: true, change: func(*partial.Params) bool { return true },
		})
	}
	if find.Matching == partial.Diagonal {
		return append(all, x.diagonalTrials(e)...)
	}
	if find.MinSimilarity > 0 {
		min := math.Floor(100*e.largest(trace.Similarity)) / 100
		all = append(all, trial{flags: fmt.Sprintf("--min_similarity=%.4g", min),
			change: func(p *partial.Params) bool {
				p.MinSimilarity = min
				return min > 0
			}})
	}
	if find.MinEvidence > 0 {
		min := e.largest(trace.Amount)
		all = append(all, trial{flags: fmt.Sprintf("--min_evidence=%.4g", min), change: func(p *partial.Params) bool {
			p.MinEvidence = min
			return min > 0
		}})
	}
	if find.MinProse > 0 {
		min := e.largest(trace.Prose)
		all = append(all, trial{flags: fmt.Sprintf("--min_prose=%.4g", min), change: func(p *partial.Params) bool {
			p.MinProse = min
			return true
		}})
	}
	return append(all, trial{flags: "--candidates=grams", alone: true, change: func(p *partial.Params) bool {
		p.Candidates = signature.GramCandidates
		return e.Signatures.Kind != gramsInWords
	}}, trial{flags: "--matching=diagonal --signature=shingle --tau=.5 --gamma=0", alone: true, not: ofRefine,
		change: func(p *partial.Params) bool {
			*p = p.With(partial.Diagonal)
			p.Signature.Method, p.Signature.Tau, p.Diagonal.Gamma = signature.Shingle, .5, 0
			return true
		}}, trial{flags: fmt.Sprintf("--min_length=%d", partial.MinLength), change: func(p *partial.Params) bool {
		shorter := p.MinLength > partial.MinLength
		p.MinLength = partial.MinLength
		return shorter
	}})
}

// diagonalTrials returns what may help matching=diagonal.
func (x *gathered) diagonalTrials(e *Explanation) (all []trial) {
	find := x.params.Partial.Find
	if find.Diagonal.Gamma > 0 {
		gamma := 0
		if len(e.Runs) > 0 {
			gamma = min(find.Diagonal.Gamma, int(e.Runs[0].Value)) - 1
		}
		all = append(all, trial{flags: fmt.Sprintf("--gamma=%d", gamma), change: func(p *partial.Params) bool {
			p.Diagonal.Gamma = gamma
			return gamma >= 0
		}})
	}
	all = append(all, trial{flags: fmt.Sprintf("--gap=%d", find.Diagonal.Gap+2), change: func(p *partial.Params) bool {
		p.Diagonal.Gap += 2
		return len(e.Runs) > 1
	}})
	if !find.Signature.Exact() && len(e.Compared) > 0 {
		tau := math.Floor(100*e.Compared[0].Value) / 100
		all = append(all, trial{flags: fmt.Sprintf("--tau=%.4g --gamma=0", tau), alone: true,
			change: func(p *partial.Params) bool {
				p.Signature.Tau, p.Diagonal.Gamma = tau, 0
				return tau > 0 && tau < find.Signature.Tau
			}})
	}
	if find.Signature.Exact() {
		all = append(all, trial{flags: "--signature=shingle --tau=.5 --gamma=0", alone: true, not: ofIMatch,
			change: func(p *partial.Params) bool {
				d := partial.Defaults()
				p.Signature = d.Signature
				p.Signature.Method, p.Signature.Tau, p.Diagonal.Gamma = signature.Shingle, .5, 0
				return true
			}})
	}
	return append(all, trial{flags: "--matching=refine --candidates=grams", alone: true, not: ofDiagonal,
		change: func(p *partial.Params) bool {
			*p = p.With(partial.Refine)
			p.Candidates = signature.GramCandidates
			return true
		}})
}
