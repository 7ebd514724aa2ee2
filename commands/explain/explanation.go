package explain

import (
	"cmp"
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/signature"
)

// Explanation is what happened to a pair of documents.
type Explanation struct {
	A          Document           `json:"a"`
	B          Document           `json:"b"`
	Collection Collection         `json:"collection"`
	Parameters partial.Parameters `json:"parameters"`
	Signatures Signatures         `json:"signatures"`
	// Candidate is whether the documents were aligned, with refine.
	Candidate *Candidate `json:"candidate,omitempty"`
	// Compared is the pairs of sentences whose similarity was computed, with shingle and spotsigs.
	Compared []Step `json:"compared,omitempty"`
	// Runs is the runs of duplicate sentences, with diagonal.
	Runs []Step `json:"runs,omitempty"`
	// Steps is what was decided about ranges of the two, with refine.
	Steps    []Step    `json:"steps,omitempty"`
	Passages []Passage `json:"passages"`
	// Verdict is one sentence.
	Verdict string `json:"verdict"`
	// Advice is other flags, where there is no passage.
	Advice []Advice `json:"advice,omitempty"`
}

// Document is one of the pair.
type Document struct {
	ID        string `json:"id"`
	File      string `json:"file"`
	Record    int64  `json:"record"`
	Sentences int    `json:"sentences"`
	Words     int    `json:"words"`
	// Units is the number of parts that are aligned: sentences, of which long ones are cut and short
	// ones are joined (package unit). Hot is how many of them are hot.
	Hot int `json:"hot,omitempty"`
	// Same is the number of records with this id, if they are several. This one is compared, the others
	// are rejected.
	Same  int64 `json:"records_with_this_id,omitempty"`
	Units int   `json:"units,omitempty"`
}

// Collection is what the pair is judged by.
type Collection struct {
	Documents    int64 `json:"documents"`
	MaxDocuments int   `json:"max_documents"`
}

// Signatures is the signatures that both documents have.
type Signatures struct {
	// Kind is what a signature is, in words.
	Kind string `json:"kind"`
	All  int    `json:"all"`
	// Used, Thinned and Hot are what became of them. Copies are fingerprints of long copied runs,
	// which are counted in Used and Hot, too.
	Used    int `json:"used"`
	Thinned int `json:"thinned"`
	Hot     int `json:"hot"`
	Copies  int `json:"copies,omitempty"`
	// HotDocuments is the largest number of documents that have one of the hot ones.
	HotDocuments int64 `json:"hot_documents,omitempty"`
	// Without is how many sentences of the two have no signature, with imatch and spotsigs.
	Without int64 `json:"sentences_without_signature,omitempty"`
	// Rare is how many of those used are in few documents, which is evidence of reuse.
	Rare   int      `json:"rare,omitempty"`
	Shared []Shared `json:"shared"`
}

// Shared is a signature with its text in A.
type Shared struct {
	Text      string `json:"text"`
	Documents int64  `json:"documents"`
	Fate      string `json:"fate"`
}

// Candidate is the decision whether two documents are aligned.
type Candidate struct {
	Pairs int `json:"pairs_of_sentences"`
	// Near says that NearNeed of them at least are near each other.
	Near     bool `json:"near"`
	NearNeed int  `json:"near_needed"`
	// Common is the number of common words in similar sentences, if they were counted, and Need how
	// many are needed. LongRun says that a long run of equal words is enough. Same says that
	// the two have the same words, which then were not counted.
	Common  int  `json:"common_words"`
	Need    int  `json:"common_words_needed"`
	LongRun bool `json:"long_run"`
	Same    bool `json:"same_words"`
	Aligned bool `json:"aligned"`
	Seeds   int  `json:"seeds"`
}

// Step is a decision about a range of A and one of B, in code points.
type Step struct {
	What   string  `json:"what"`
	AStart int64   `json:"a_start"`
	AEnd   int64   `json:"a_end"`
	BStart int64   `json:"b_start"`
	BEnd   int64   `json:"b_end"`
	Text   string  `json:"text"` // the beginning of A
	Value  float64 `json:"value"`
	Need   float64 `json:"need"`
	Passed bool    `json:"passed"`
}

// Passage is a passage of the result, and why it ends where it does.
type Passage struct {
	record.Passage
	Ends string `json:"ends"`
	// SharedRuns is the number of distinct runs of three words that both sides have, and Words that of the words of the
	// shorter side. Evidence is made of them, and of how many documents have the runs.
	SharedRuns int `json:"shared_runs,omitempty"`
	Words      int `json:"words,omitempty"`
}

// Advice is flags that find something, or do not.
type Advice struct {
	Flags    string `json:"flags"`
	Passages int    `json:"passages"`
	// Alone says that it was tried without the rest of the collection: the words in common are taken
	// for rare ones.
	Alone bool `json:"alone,omitempty"`
}

// searched is what one search of the pair has found.
type searched struct {
	passages []record.Passage
	ledger   map[string]int64
	trace    *trace.Pair
}

// search runs the stages on the pair. alone leaves out what the collection says of signatures.
func (x *gathered) search(
	ctx context.Context, p partial.Params, of partial.Collection, documents []record.Document,
	counts map[uint64]int64,
) (*searched, error) {
	r := &searched{
		ledger: map[string]int64{},
		trace: &trace.Pair{A: partial.Key(&documents[0]), B: partial.Key(&documents[len(documents)-1]),
			Counts: counts},
	}
	var end func()
	of.Trace, end = trace.Register(r.trace)
	defer end()
	p.Of, p.Within = &of, len(documents) == 1
	var passages func() []record.Passage
	var ledger func() []count
	if err := x.alone(ctx, func(s beam.Scope, sh shuffle.Params) {
		p.Shuffle = sh
		found := partial.Find(s, p, beam.CreateList(s, documents))
		of := found.Passages
		if len(documents) == 1 {
			of = found.Within
		}
		passages = job.Keep[record.Passage](s, of)
		ledger = job.Keep[count](s, beam.ParDo(s, countFn, found.Ledger))
	}); err != nil {
		return nil, err
	}
	r.passages = passages()
	slices.SortFunc(r.passages, byPlace)
	for _, c := range ledger() {
		r.ledger[c.Name] += c.N
	}
	return r, nil
}

// byPlace orders passages of two documents.
func byPlace(a, b record.Passage) int {
	return cmp.Or(cmp.Compare(a.AStart, b.AStart), cmp.Compare(a.BStart, b.BStart), cmp.Compare(a.AEnd, b.AEnd),
		cmp.Compare(a.BEnd, b.BEnd))
}

// explain searches the pair, and says what happened.
func (x *gathered) explain(ctx context.Context) (*Explanation, error) {
	find := x.params.Partial.Find
	r, err := x.search(ctx, find, x.of, x.documents(), x.counts)
	if err != nil {
		return nil, err
	}
	a, err := viewOf(&x.a, find.Matching == partial.Refine, find.Ignored)
	if err != nil {
		return nil, err
	}
	b := a
	if !x.one() {
		if b, err = viewOf(&x.b, find.Matching == partial.Refine, find.Ignored); err != nil {
			return nil, err
		}
	}
	e := &Explanation{
		A: a.document(r.trace), B: b.document(r.trace), Parameters: partial.ParametersOf(find),
		Collection: Collection{
			Documents: x.of.Documents, MaxDocuments: find.MaxDocuments.In(x.of.Documents),
		},
	}
	e.A.Same, e.B.Same = x.same(&x.a), x.same(&x.b)
	e.Signatures = x.signatures(r, a, e.Collection.MaxDocuments)
	if find.Matching == partial.Refine {
		e.refined(r, a, b)
	} else {
		e.matched(r, a, b)
	}
	e.Verdict = e.verdict(find)
	if len(e.Passages) == 0 {
		if e.Advice, err = x.advice(ctx, e); err == nil {
			e.Verdict += remedy(e.Advice)
		}
	}
	return e, err
}

// same returns the number of records with the id of a document, or 0 if there is one.
func (x *gathered) same(d *record.Document) int64 {
	if n := x.named[named{Side: d.Side, ID: d.ID}]; n > 1 {
		return n
	}
	return 0
}

// maxShared is how many shared signatures are listed.
const maxShared = 12

// fateOf returns what became of s, where text in more than max documents is hot, also if it paired units; 0 is no
// cap.
func fateOf(s trace.Signature, max int) thin.Fate {
	if max > 0 && s.Documents > int64(max) {
		return thin.Hot
	}
	return thin.Fate(s.Fate)
}

// signatures returns what both documents have in common. limit is Collection.MaxDocuments.
func (x *gathered) signatures(r *searched, a *view, limit int) Signatures {
	kind := x.kind(r)
	out := Signatures{Kind: kind.name, Shared: []Shared{}, Without: r.ledger[signature.NoSignature]}
	for _, s := range r.trace.Signatures {
		out.All++
		switch fateOf(s, limit) {
		case thin.Hot:
			out.Hot++
			out.HotDocuments = max(out.HotDocuments, s.Documents)
		case thin.Thinned:
			out.Thinned++
		default:
			out.Used++
			if s.Rare {
				out.Rare++
			}
		}
		if s.Copy {
			out.Copies++
		}
	}
	all := slices.DeleteFunc(slices.Clone(r.trace.Signatures), func(s trace.Signature) bool { return s.Copy })
	slices.SortFunc(all, func(s, t trace.Signature) int {
		return cmp.Or(cmp.Compare(s.Documents, t.Documents), cmp.Compare(s.A[0], t.A[0]),
			cmp.Compare(s.Signature, t.Signature))
	})
	seen := map[string]bool{}
	for _, s := range all {
		text := kind.text(a, s)
		if len(out.Shared) < maxShared && text != "" && !seen[text] {
			seen[text] = true
			out.Shared = append(out.Shared, Shared{Text: text, Documents: s.Documents, Fate: string(fateOf(s, limit))})
		}
	}
	return out
}

// gramsInWords is the name of the n-grams of refine.
const gramsInWords = "runs of three words"

// kind is the kind of signatures of a search.
type kind struct {
	name string
	text func(*view, trace.Signature) string
}

func (x *gathered) kind(r *searched) kind {
	find := x.params.Partial.Find
	switch {
	case find.Matching == partial.Refine && r.ledger[signature.Chains] > 0:
		return kind{"runs of rare words", (*view).chain}
	case find.Matching == partial.Refine:
		return kind{gramsInWords, (*view).gram}
	case find.Signature.Method == signature.IMatch:
		return kind{"sentences", (*view).sentenceOf}
	case find.Signature.Method == signature.Shingle:
		return kind{"shingles", (*view).sentenceOf}
	}
	return kind{"spot signatures", (*view).sentenceOf}
}
