package explain

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/signature"
)

func init() {
	register.Function2x1(countFn)
}

// count is an element of a ledger.
type count struct {
	Name string
	N    int64
}

func countFn(name string, n int64) count { return count{name, n} }

// alone runs a graph over the pair. It shows no progress.
func (x *gathered) alone(ctx context.Context, build func(s beam.Scope, sh shuffle.Params)) error {
	return job.Here(ctx, x.plan, x.params.Partial.Job.Memory, true, x.notes, func(s beam.Scope, _ shuffle.Params) {
		build(s, shuffle.Size(int64(len(x.a.Text)+len(x.b.Text)), 1, 0))
	})
}

// verdict returns in one sentence what came of the pair.
func (e *Explanation) verdict(p partial.Params) string {
	if n := len(e.Passages); n > 0 {
		return line.Many(int64(n), "passage") + " found"
	}
	s := e.Signatures
	switch {
	case e.A.Words == 0 || e.B.Words == 0:
		return "nothing found: one of the two has no word"
	case s.All == 0:
		return "nothing found: the two have no " + s.Kind + " in common" + without(e)
	case s.Used == 0 && s.Thinned == 0:
		return fmt.Sprintf("nothing found: all that the two share is boilerplate: in more than %d documents (--max_documents), the most frequent in %d", e.Collection.MaxDocuments, s.HotDocuments)
	case s.Used == 0:
		return fmt.Sprintf("nothing found: of the %d %s in common, %d are boilerplate (in more than %d documents, --max_documents), and %d are in more than %d documents and not in the sample of such ones that is used", s.All, s.Kind, s.Hot, e.Collection.MaxDocuments, s.Thinned, candidate.KeepDocuments)
	}
	if p.Matching == partial.Diagonal {
		switch {
		case len(e.Runs) > 0 && e.Runs[0].Value < e.Runs[0].Need:
			return fmt.Sprintf("nothing found: the longest run of duplicate sentences has %.0f, and --gamma asks for %.0f", e.Runs[0].Value, e.Runs[0].Need)
		case len(e.Compared) > 0 && !e.Compared[0].Passed:
			return fmt.Sprintf("nothing found: the two most similar sentences have a Jaccard similarity of %.4g, and --tau asks for %.4g", e.Compared[0].Value, e.Compared[0].Need)
		}
		return fmt.Sprintf("nothing found: no %d of the %s that the two share follow each other in both (--gamma asks for so many, --gap=%d)", p.Diagonal.Gamma+1, line.Many(int64(s.Used), "signature"), p.Diagonal.Gap)
	}
	switch c := e.Candidate; {
	case !c.Near:
		return fmt.Sprintf("nothing found: the two were not compared: of the %d that are used, no two are within 4 sentences of each other in both", s.Used)
	case !c.Aligned:
		return fmt.Sprintf("nothing found: similar sentences have %s in common, and %d are needed; so the two were not aligned", line.Many(int64(c.Common), "word"), c.Need)
	case c.Seeds == 0:
		return "nothing found: no two sentences are similar enough"
	}
	return "nothing found: " + e.lastFailure()
}

// without says how many sentences are compared with nothing.
func without(e *Explanation) string {
	switch n := e.Signatures.Without; {
	case n == 0:
		return ""
	case e.Parameters.Signature == signature.IMatch:
		return fmt.Sprintf("; %s have no word that counts (--idf)", line.Many(n, "sentence"))
	default:
		return fmt.Sprintf("; %s have no signature", line.Many(n, "sentence"))
	}
}

// lastFailure returns in words why the range that came furthest is no passage.
func (e *Explanation) lastFailure() string {
	order := []trace.What{trace.Itself, trace.Validation, trace.OneSided, trace.Explained, trace.Length, trace.Words, trace.ShortWords, trace.ShortCosine, trace.Faint, trace.Numbers, trace.Evidence, trace.Names, trace.Similarity}
	best, at := Step{}, -1
	for _, s := range e.Steps {
		if i := slices.Index(order, trace.What(s.What)); !s.Passed && (i > at || i == at && s.AEnd-s.AStart > best.AEnd-best.AStart) {
			best, at = s, i
		}
	}
	if at < 0 {
		return "no range of the two is similar enough as a whole"
	}
	return fmt.Sprintf("the range that came furthest, %d-%d in A and %d-%d in B, failed at: %s", best.AStart, best.AEnd, best.BStart, best.BEnd, inWords(best))
}

// inWords returns a step for a table.
func inWords(s Step) string {
	switch trace.What(s.What) {
	case trace.Validation:
		return fmt.Sprintf("cosine of the two ranges %.4g, must be above %.4g", s.Value, s.Need)
	case trace.Itself:
		return "it overlaps its own copy"
	case trace.Explained:
		return "it overlaps a stronger range on both sides"
	case trace.OneSided:
		return fmt.Sprintf("it overlaps a stronger range on one side: cosine %.4g, at least %.4g", s.Value, s.Need)
	case trace.Length:
		return fmt.Sprintf("length of the shorter side %.0f characters, at least %.0f", s.Value, s.Need)
	case trace.ShortWords:
		return fmt.Sprintf("a short passage with %.0f common words, at least %.0f", s.Value, s.Need)
	case trace.ShortCosine:
		return fmt.Sprintf("a short passage with a cosine of %.4g, at least %.4g, or a common run of 12 words", s.Value, s.Need)
	case trace.Words:
		return fmt.Sprintf("%.0f common words, at least %.0f, or a run of 8", s.Value, s.Need)
	case trace.Faint:
		return "it is weak, and there is a strong passage"
	case trace.Evidence:
		return fmt.Sprintf("share of the common runs of three words that few documents have: %.4g, at least %.4g: set phrases", s.Value, s.Need)
	case trace.Names:
		return "the names and numbers of the two are not the same: a form filled with other facts"
	case trace.Numbers:
		return "what the two share is numbers, as in lists and tables"
	case trace.Similarity:
		return fmt.Sprintf("similarity %.4g, --min_similarity asks for %.4g", s.Value, s.Need)
	}
	return fmt.Sprintf("%s %.4g, at least %.4g", s.What, s.Value, s.Need)
}

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

// remedy says which flags find something.
func remedy(all []Advice) string {
	for _, a := range all {
		if a.Passages > 0 {
			verb := "there are"
			if a.Passages == 1 {
				verb = "there is"
			}
			return fmt.Sprintf("; with %s %s %s", a.Flags, verb, line.Many(int64(a.Passages), "passage"))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "; with none of the flags that were tried there is a passage"
}

// inCollection searches the pair with other parameters, and with what the collection has of the
// signatures that these make. It reads the collection once, and once more for another table of words.
func (x *gathered) inCollection(ctx context.Context, p partial.Params, html bool, documents []record.Document) (*searched, error) {
	find, y := x.params.Partial.Find, *x
	y.params.Partial.Find = p
	y.a, y.b = documents[0], documents[len(documents)-1]
	if html {
		y.params.Partial.Job.Docs.HTML = docio.HTMLAll
		var err error
		if y.plan, err = docio.NewPlan(ctx, y.params.Partial.Job.Docs); err != nil {
			return nil, err
		}
	}
	if html || p.Matching != find.Matching || p.Signature.Method != find.Signature.Method {
		var tables func() [][]byte
		if err := y.here(ctx, func(s beam.Scope, sh shuffle.Params) {
			read, _, _ := docio.Read(s, y.plan)
			if words, ok := partial.Words(s, y.find(sh), read); ok {
				tables = job.Keep[[]byte](s, words)
			}
		}); err != nil {
			return nil, err
		}
		if y.of.Words = nil; tables != nil {
			y.of.Words = slices.Concat(tables()...)
		}
	}
	counts, err := y.countAll(ctx)
	if err != nil {
		return nil, err
	}
	return x.search(ctx, p, y.of, documents, counts)
}

// advice tries other flags on the pair, until one finds something.
func (x *gathered) advice(ctx context.Context, e *Explanation) ([]Advice, error) {
	var all []Advice
	for _, t := range x.trials(e) {
		p, documents := x.params.Partial.Find, x.documents()
		if t.html {
			for i := range documents {
				documents[i].Markup = record.HTML
			}
		}
		if !t.change(&p) {
			continue
		}
		of, counts := x.of, x.counts
		if t.alone {
			of, counts = partial.Collection{Documents: x.of.Documents, Words: x.of.Words}, nil
		}
		r, err := x.search(ctx, p, of, documents, counts)
		if err != nil {
			return nil, err
		}
		alone := t.alone
		if alone && len(r.passages) > 0 { // what does not find anything in the two alone does not in the collection
			if r, err = x.inCollection(ctx, p, t.html, documents); err != nil {
				return nil, err
			}
			alone = false
		}
		all = append(all, Advice{Flags: t.flags + x.without(t.not), Passages: len(r.passages), Alone: alone})
		if len(r.passages) > 0 {
			break
		}
	}
	return all, nil
}

// The flags of each way of matching, and of imatch, which cannot be given with another one.
var (
	ofDiagonal = []string{"preset", "signature", "idf", "sorted", "n", "antecedents", "spot_distance", "chain", "tau", "gamma", "gap"}
	ofRefine   = []string{"candidates", "min_similarity"}
	ofIMatch   = []string{"idf", "sorted"}
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

// trials returns what may help.
func (x *gathered) trials(e *Explanation) (all []trial) {
	find := x.params.Partial.Find
	most := e.Signatures.HotDocuments
	if most > 0 {
		all = append(all, trial{flags: fmt.Sprintf("--max_documents=%d", most), change: func(p *partial.Params) bool {
			p.MaxDocuments = partial.MaxDocuments(most)
			return true
		}})
	}
	if x.a.Markup == record.MainHTML || x.b.Markup == record.MainHTML {
		all = append(all, trial{flags: "--html=all", html: true, alone: true, change: func(*partial.Params) bool { return true }})
	}
	if find.Matching == partial.Diagonal {
		return append(all, x.diagonalTrials(e)...)
	}
	if find.MinSimilarity > 0 {
		least := 0.0
		for _, s := range e.Steps {
			if s.What == string(trace.Similarity) {
				least = max(least, math.Floor(100*s.Value)/100)
			}
		}
		all = append(all, trial{flags: fmt.Sprintf("--min_similarity=%.4g", least), change: func(p *partial.Params) bool {
			p.MinSimilarity = least
			return least > 0
		}})
	}
	return append(all, trial{flags: "--candidates=grams", alone: true, change: func(p *partial.Params) bool {
		p.Candidates = signature.GramCandidates
		return e.Signatures.Kind != gramsInWords
	}}, trial{flags: "--matching=diagonal --signature=shingle --tau=.5 --gamma=0", alone: true, not: ofRefine, change: func(p *partial.Params) bool {
		d := partial.Defaults()
		p.Matching, p.Candidates, p.MinSimilarity = partial.Diagonal, d.Candidates, 0
		p.Signature.Method, p.Signature.Tau, p.Diagonal.Gamma = signature.Shingle, .5, 0
		return true
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
		all = append(all, trial{flags: fmt.Sprintf("--tau=%.4g --gamma=0", tau), alone: true, change: func(p *partial.Params) bool {
			p.Signature.Tau, p.Diagonal.Gamma = tau, 0
			return tau > 0 && tau < find.Signature.Tau
		}})
	}
	if find.Signature.Exact() {
		all = append(all, trial{flags: "--signature=shingle --tau=.5 --gamma=0", alone: true, not: ofIMatch, change: func(p *partial.Params) bool {
			d := partial.Defaults()
			p.Signature = d.Signature
			p.Signature.Method, p.Signature.Tau, p.Diagonal.Gamma = signature.Shingle, .5, 0
			return true
		}})
	}
	return append(all, trial{flags: "--matching=refine --candidates=grams", alone: true, not: ofDiagonal, change: func(p *partial.Params) bool {
		d := partial.Defaults()
		p.Matching, p.Candidates, p.Signature, p.Diagonal = partial.Refine, signature.GramCandidates, d.Signature, d.Diagonal
		return true
	}})
}
