// Package lookup finds texts in an index, which the command index makes: for one query in this process
// (Searcher), or for the documents of a pipeline (Find). Both give the same answers.
//
// # Method
//
// The signatures of a query are selected as those of the documents were, and looked up in the index
// (Sun, Qin and Wang, "Near Duplicate Text Detection Using Frequency-Biased Signatures", WISE 2013;
// packages winnow and neartext).
//
// Texts returns the texts that have most of the q-grams of the query, where rare ones weigh more
// (package neartext). Passages returns the passages that the query and the documents share, as partial.Find finds
// them, with exact ends: the documents in which signatures of the query lie near each other are
// aligned with the query (package seedextend).
//
// # What is not done
//
// The index contains no text. Documents are read where they were when they were indexed. One that
// cannot be read, or has changed, is no answer, and is reported in Answer.Unread.
package lookup

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/neartext"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/parameter"
)

// The kinds of answers.
const (
	// Passages is the passages that the query shares with documents.
	Passages = "passages"
	// Texts is the texts that are most similar to the query.
	Texts = "text"
)

// Params chooses the answer. Start from Defaults.
type Params struct {
	// Answer is Passages or Texts.
	Answer string
	// MinSimilarity is the least similarity of a passage, 0 to 1, with Passages.
	MinSimilarity float64
	// MaxDocuments is the number of documents above which text is hot, as of partial.Params, with Passages:
	// the query is one, and those of the index are the others. Hot text is in Answer.Hot, and makes no
	// passages. partial.AutoDocuments chooses the number by the documents of the index. 0 is no cap.
	MaxDocuments candidate.MaxDocuments
	// Skip are names of record.Skips: parts of queries and documents that do not count, with Passages.
	Skip []string
	// WithText is how many code points of the texts of passages are in them, with Passages; 0 is none.
	WithText int
	// WithLocs sets the citable places of passages (analysis.Cited), with Passages.
	WithLocs bool
	// WithFields sets the BFields of passages to the author, title and date of the document, where its file says them
	// (docio.Params.Named), with Passages.
	WithFields bool `json:",omitempty"`
	// Texts chooses among texts, with Texts.
	Texts neartext.Params
	// EqualWeights is whether all q-grams of a query weigh the same, and texts are of signatures that are near each
	// other, with Texts, as in the source of the method (package neartext). Otherwise rare ones weigh more.
	EqualWeights bool
	// Clusters makes Find join the passages into clusters (package cluster), with Passages. It never
	// changes the passages. A Searcher ignores it.
	Clusters bool
	// Shuffle is the packed shuffle of the clusters.
	//
	// Required with Clusters.
	Shuffle shuffle.Params
}

// Defaults returns Params for passages, and for the best text.
func Defaults() Params {
	return Params{Answer: Passages, MaxDocuments: candidate.AutoDocuments, Texts: neartext.Params{Top: 1}}
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := func(name string, value any, want string) error {
		return &parameter.Error{Of: "lookup.Params", Name: name, Value: value, Want: want}
	}
	_, elements := record.SkipOf(p.Skip)
	switch {
	case p.Answer != Passages && p.Answer != Texts:
		return impossible("Answer", p.Answer, Passages+" or "+Texts)
	case !(p.MinSimilarity >= 0 && p.MinSimilarity <= 1):
		return impossible("MinSimilarity", p.MinSimilarity, "0 to 1")
	case len(elements) > 0: // an index is read without --skip
		return impossible("Skip", strings.Join(p.Skip, ","), "some of "+strings.Join(record.Skips, ", "))
	case p.WithText < 0:
		return impossible("WithText", p.WithText, "0 (no texts) or more")
	case p.Texts.Top < 0:
		return impossible("Texts.Top", p.Texts.Top, "0 (no limit) or more")
	case !(p.Texts.Threshold >= 0 && p.Texts.Threshold <= 1):
		return impossible("Texts.Threshold", p.Texts.Threshold, "0 to 1")
	case p.Clusters && p.Answer != Passages:
		return impossible("Clusters", p.Clusters,
			"false: clusters are made of passages, not of answers of the kind "+Texts)
	}
	return p.MaxDocuments.Validate("lookup.Params")
}

// skip returns what does not count.
func (p Params) skip() record.Skip {
	skip, _ := record.SkipOf(p.Skip)
	return skip
}

// Answer is the answer to a query.
type Answer struct {
	// Passages are by the sort key of passages, with Params.Answer Passages.
	Passages []record.Passage
	// Hot are the hot passages of the query, most documents first, with Params.Answer Passages.
	Hot []Hot
	// Texts are by rank, with Params.Answer Texts.
	Texts []record.NearText
	// Unread are documents that would have been looked at, and could not be read.
	Unread []record.Rejected
	// Ledger contains counts, and what was not compared, by name.
	Ledger map[string]int64
}

// UsedMaxDocuments is the name in Result.Ledger of the number that Params.MaxDocuments was.
const UsedMaxDocuments = candidate.UsedMaxDocuments

// Names of the ledger.
const (
	// Queries is the number of queries.
	Queries = "queries"
	// Short is queries without a q-gram: they have no answer.
	Short = "queries_without_signature"
	// QuerySignatures is their signatures, each q-gram once a query.
	QuerySignatures = "query_signatures"
	// Postings is the postings of these signatures.
	Postings = "postings"
	// Candidates is candidate texts, CandidatePlaces the sum of their lengths.
	Candidates      = "candidate_texts"
	CandidatePlaces = "candidate_texts_places"
	// Computed is candidate texts whose similarity was computed, ComputedPlaces the sum of their
	// lengths.
	Computed       = "similarities_computed"
	ComputedPlaces = "similarities_computed_places"
	// Aligned is pairs of a query and a document that were aligned.
	Aligned = "document_pairs_aligned"
	// Silent is places of frequent signatures of the query that have something else on both sides.
	Silent = "not_compared.places_of_frequent_signatures"
	// Little is documents that share one signature with the query, as many do by chance.
	Little = "not_compared.documents_with_little_in_common"
	// Capped is documents that were not looked at because others share more with the query.
	Capped = "not_compared.documents_with_less_in_common"
	// Beyond is documents that certainly share text with the query, and were not looked at because
	// too many do: the query is hot text.
	Beyond = "not_compared.documents_beyond_the_cap"
	// Long is signatures of the query with so many postings that not all were read.
	Long = "not_compared.signatures_of_very_many_documents"
	// HotUnread is documents that certainly share text with the query which is hot, and were not read, because
	// enough others were.
	HotUnread = "not_compared.documents_with_hot_text"
	// OnlyHot is documents that share only hot text with the query, of all that share a signature.
	OnlyHot = "documents_with_hot_text_only"
	// Unread is documents that could not be read.
	Unread = "documents_not_read"
)

// Searcher answers queries, one after the other. It is not safe for concurrent use; several may share
// an index.
type Searcher struct {
	index    *indexio.Index
	params   Params
	winnow   winnow.Params
	ranks    *frequency.Table // nil: all q-grams rank the same
	selector *winnow.Selector
	aligner  *alignment.Aligner
	analyser analysis.Analyser
	cache    cache
	files    []*docio.Again // of each segment
	places   int64          // the length of the normalised texts of the index
	// documents is how many documents the index has. Text in more than max, one of which is the query, is
	// hot; 0 is no cap.
	documents int64
	max       int
	crowdRead int            // the largest number of documents of a crowd that are read
	long      int            // the largest number of postings of a list that are read
	reading   record.Reading // of the documents and of queries

	// of the query at hand
	answer *Answer
	unread map[indexio.Ref]bool
	crowd  *alignment.Crowd // knows what is hot; nil if nothing is
	cited  *analysis.Cited  // of the query; nil: not asked for yet

	// scratch
	layout     analysis.Layout
	text       normal.Text
	signatures []winnow.Signature
	order      []uint32 // their numbers, by q-gram
	hits       []hit
	sorted     []hit // scratch of sort
	met        meetings
	cells      []inCell
	readable   []byte
	// around is, for each signature of the query, in how many documents it has the same on both sides, and
	// beside what a place of it says if these documents do not count. times is how many documents one that was
	// read stands for, and dropped whether it is in hot text.
	around  []uint32
	beside  []float64
	times   []float64
	dropped []bool
	sample  sample
	lists   []list // of which not all was read
}

// WinnowOf returns the parameters of the signatures of an index.
func WinnowOf(m *indexio.Manifest) winnow.Params {
	return winnow.Params{Signature: m.Signature, Q: m.Q, W: m.W, Grow: m.Grow}
}

// Ranks reads the frequencies that rank the q-grams of an index: nil if none do. Searchers of one
// index may share them.
func Ranks(x *indexio.Index) (*frequency.Table, error) {
	if x.Manifest.Frequencies == nil {
		return nil, nil
	}
	counts := &frequency.Counts{}
	if err := x.Counts(counts.AddPage); err != nil {
		return nil, err
	}
	return counts.Table(), nil
}

// NewSearcher returns a Searcher of an index. ranks is the result of Ranks. The error is about p, or
// about parameters of the index that this program does not know. Close it before the index.
func NewSearcher(x *indexio.Index, ranks *frequency.Table, p Params) (*Searcher, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	m := x.Manifest
	w := WinnowOf(m)
	if err := w.Validate(); err != nil {
		return nil, &indexio.NotIndexError{Dir: x.Dir,
			Why: fmt.Sprintf("the index has signatures that this program does not know (%v): build it again", err)}
	}
	if (w.Signature == winnow.Frequency) != (ranks != nil) {
		return nil, &indexio.NotIndexError{Dir: x.Dir, Why: "the index has no frequencies: build it again"}
	}
	fold, unknown := record.FoldOf(m.Fold)
	if unknown != "" {
		return nil, &indexio.NotIndexError{Dir: x.Dir,
			Why: fmt.Sprintf("the index takes letters as the same (%s) that this program does not know: build it again",
				unknown)}
	}
	align := seedextend.Params{Directed: true}
	places, documents := int64(0), documentsOf(m)
	var files []*docio.Again
	for _, segment := range m.Segments {
		places += segment.Counts["places"]
		r := segment.Reader
		files = append(files,
			docio.NewAgain(docio.Params{Format: r.Format, IDField: r.IDField, TextField: r.TextField,
				Charset: r.Charset, MaxRecord: r.MaxRecord, Named: p.WithFields}))
	}
	limit := p.MaxDocuments.In(documents + 1)
	crowdRead := max(maxRead, 2*limit)
	long := perRead * crowdRead
	if p.Answer != Passages || limit == 0 {
		long = math.MaxInt // all places are wanted
	}
	return &Searcher{
		answer: &Answer{Ledger: map[string]int64{}}, unread: map[indexio.Ref]bool{}, // of Document before a query
		documents: documents, max: limit, crowdRead: crowdRead, long: long,
		reading: record.Reading{Fold: fold, Skip: p.skip(), Spelling: m.Spelling}, places: places, files: files,
		index: x, params: p, winnow: w, ranks: ranks, selector: winnow.NewSelector(w, ranks),
		aligner:  alignment.NewAligner(alignment.RefineParams{Align: align, MinSimilarity: p.MinSimilarity}),
		analyser: analysis.Analyser{Places: true},
	}, nil
}

// documentsOf returns how many documents an index has.
func documentsOf(m *indexio.Manifest) (n int64) {
	for i := range m.Segments {
		n += m.Segments[i].Entries[indexio.Documents] - int64(len(m.Segments[i].Hidden))
	}
	return n
}

// Close closes the files of documents.
func (s *Searcher) Close() {
	for _, files := range s.files {
		files.Close()
	}
}

// Find answers a query. The error is that of the index or of ctx.
func (s *Searcher) Find(ctx context.Context, query *record.Document) (*Answer, error) {
	s.answer, s.unread = &Answer{Ledger: map[string]int64{Queries: 1}}, map[indexio.Ref]bool{}
	if uint64(len(query.Text)) >= 1<<32 {
		return nil, fmt.Errorf("%s: a query of %d bytes; the most is 4 GiB", query.ID, len(query.Text))
	}
	own := *query // of the caller
	query, own.Reading = &own, s.reading
	s.readable = s.layout.Readable(query)
	s.text.Read(s.readable)
	if err := s.lookUp(ctx); err != nil {
		return nil, err
	}
	var err error
	if s.params.Answer == Texts {
		err = s.texts(ctx, query)
	} else {
		err = s.passages(ctx, query)
	}
	return s.answer, err
}

// count adds to the ledger.
func (s *Searcher) count(name string, n int) {
	if n > 0 {
		s.answer.Ledger[name] += int64(n)
	}
}

// read returns the text of a document, or nil if it cannot be read; that is noted. It is valid until the
// next call.
func (s *Searcher) read(ctx context.Context, ref indexio.Ref) (*read, error) {
	if r, ok := s.cache.get(ref); ok {
		return r, nil
	}
	d, ok, err := s.index.Document(ref)
	if err != nil || !ok || s.unread[ref] {
		return nil, err
	}
	segment := &s.index.Manifest.Segments[ref.Segment]
	found, err := s.files[ref.Segment].Text(ctx, docio.PathIn(segment.Dir, d.File), d.Offset)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil && record.Content(found.Text) != d.Content {
		err = errors.New("it has changed since it was indexed; index it again with --replace")
	}
	if err != nil {
		s.unread[ref] = true
		s.count(Unread, 1)
		reason := strings.TrimPrefix(err.Error(), d.File+": ")
		s.answer.Unread = append(s.answer.Unread, record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID,
			Reason: reason})
		return nil, nil
	}
	r := s.cache.take()
	r.document = record.Document{Side: record.Source, Markup: found.Markup, ID: d.ID, File: d.File, Record: d.Record,
		Offset: d.Offset, Text: found.Text, Charset: found.Charset, Lines: found.Lines, Fields: found.Fields,
		Reading: s.reading}
	r.readable = r.layout.Readable(&r.document)
	s.cache.put(ref, r)
	return r, nil
}

// read is a document that was read.
type read struct {
	document record.Document
	layout   analysis.Layout
	readable []byte

	normal     normal.Text // see text
	normalised bool
	together   *alignment.Together // nil: not analysed yet
	ruler      ruler
	cited      *analysis.Cited // nil: not asked for yet
}

// text returns the normalised text.
func (r *read) text() *normal.Text {
	if !r.normalised {
		r.normal.Read(r.readable)
		r.normalised = true
	}
	return &r.normal
}
