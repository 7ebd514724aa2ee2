// Package partial finds the passages that documents of a collection share, and where they
// are. It is a graph over PCollections: documents may come from anywhere, and the result
// may go anywhere.
//
//	p := partial.Defaults()
//	p.Shuffle = shuffle.Size(textBytes, 0, 0)
//	found := partial.Find(s, p, documents) // documents is a PCollection<record.Document>
//	// found.Passages is a PCollection<record.Passage>
//
// # Methods
//
// Diagonal is the method of Zhang, Zhang, Yu and Huang, "Efficient partial-duplicate
// detection based on sequence matching", SIGIR 2010 (PDC-MR). Documents are split into
// sentences. Sentences that share signatures are paired. A run of such pairs that goes on in
// both documents, a diagonal, is a passage. The paper pairs every two sentences. Three parameters
// depart from it: a sentence in more than Params.MaxDocuments documents is hot, and is reported once
// instead of being paired; one that a document repeats is paired Params.Repeats times; and a diagonal may
// skip sentences (Params.Diagonal.Gap). With 0 for all three the passages are those of Algorithms 1 and
// 2 of the paper.
//
// Refine finds passages that were reworded, put in another order or summarised as well, with
// ends that are exact to the word. Documents that share runs of words near each other become
// candidates, and pairs of them are aligned (package seedextend, which names its sources).
//
// # What is guaranteed
//
// The result is the same set of records for any order of the documents, any number of shards
// and workers, and any runner. A document whose id another document has is in
// Result.Rejected; the smaller by (content hash, file, record) is kept. What was not compared
// is counted in Result.Ledger.
package partial

import (
	"fmt"
	"reflect"
	"slices"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/diagonal"
	"example.org/diagonal/transforms/analysis/condition"
	"example.org/diagonal/transforms/analysis/ignored"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/signature"
)

// The ways of matching.
const (
	// Diagonal finds runs of duplicate sentences.
	Diagonal = "diagonal"
	// Refine finds passages that were reworded as well, and where exactly they begin
	// and end.
	Refine = "refine"
)

// The values of Params.Noise.
const (
	NoiseOff  = "off"
	NoiseOn   = "on"
	NoiseAuto = "auto"
)

// usualLength is the least length of passages that are not copies, in characters.
const usualLength = 100

// MinLength is the least MinLength.
const MinLength = 20

// AutoDocuments is the MaxDocuments that chooses the number by the size of the collection:
// half of its documents, and at least 20, at most 100.
const AutoDocuments = candidate.AutoDocuments

// UsedMaxDocuments is the name in Result.Ledger of the number that MaxDocuments was.
const UsedMaxDocuments = candidate.UsedMaxDocuments

// MaxDocuments is a number of documents, or AutoDocuments. Its text and its JSON are the number,
// or the word auto.
type MaxDocuments = candidate.MaxDocuments

// Params configures Find. Start from Defaults.
type Params struct {
	// Matching is how passages are found: Diagonal or Refine. Refine finds everything that
	// Diagonal finds except reuse in pieces of less than about 100 characters, and takes
	// more time and memory (docs/quality.md).
	Matching string
	// Signature is how sentences are compared, with Diagonal. Its Shuffle stays empty: Find
	// sets it.
	Signature signature.Params
	// Diagonal chooses the diagonals that are passages, with Diagonal.
	Diagonal diagonal.Params
	// Candidates is how document pairs are chosen for alignment, with Refine:
	// signature.AutoCandidates, GramCandidates or ChainCandidates (see
	// signature.UnitParams.Candidates).
	Candidates string
	// MinSimilarity is the least similarity of a passage, 0 to 1, with Refine. 0.9 keeps
	// copies and light edits, 0 everything that the alignment finds.
	MinSimilarity float64
	// MinLength is the least length of a passage in characters, 20 to 100, with Refine. Below 100 runs of five equal
	// words and more are passages, too, if few documents have them.
	MinLength int
	// MinEvidence is the least record.Passage.Evidence of a passage, 0 to 1, with Refine. 0 keeps everything.
	MinEvidence float64
	// MinProse is the least record.Passage.Prose of a passage, 0 to 1, with Refine. 0 keeps everything, and so do
	// collections that are too small to know it.
	MinProse float64
	// Noise is whether documents are compared by their letters, too, with Refine: NoiseOn finds passages that
	// reading errors hide, as in text of scanned pages (package letters). It takes several times as long as
	// NoiseOff. NoiseAuto finds what NoiseOff finds, and counts what Misread reads: whether NoiseOn is worth its time
	// is known when all documents were read.
	Noise string
	// MaxDocuments is the number of documents above which a sentence is hot: it is
	// reported once, as a hot passage, and makes no pairs. AutoDocuments chooses it by the
	// size of the collection. 0 is no cap; then the cost of a sentence grows with the square
	// of the number of its documents.
	MaxDocuments MaxDocuments
	// Repeats is how many places of a sentence in one document are paired with other places, with
	// Diagonal. Equal sentences that follow each other are one place, which is laid beside others at their
	// starts and at their ends. With 0 every place is paired with every other, and then the
	// cost of a sentence grows with the square of its places.
	Repeats int
	// Directed compares documents of the side record.Input with those of the side
	// record.Source only. Without it all documents are compared with each other. If no document
	// has the side record.Source, nothing is found, and the count analysis.SourceDocuments of
	// Result.Ledger is 0.
	Directed bool
	// AlsoInput compares the documents of the side record.Input with each other, too, so that new
	// documents are compared with new and with old ones. Those of the side record.Source are not
	// compared with each other. It needs Directed.
	AlsoInput bool
	// Within compares each document with itself, too: Result.Within. If Directed is set it has an
	// effect only with AlsoInput, on the documents of the side record.Input.
	Within bool
	// PairsWhere is a condition on the Fields of two documents: only pairs for which it holds are
	// compared, as in "a.series != b.series" (package condition). a and b are the input and the
	// source if Directed is set and they are of two sides. Otherwise it must hold for one of the two
	// orders. It decides about documents with themselves as well. What it excludes never meets, so
	// it saves time. Empty: no condition.
	PairsWhere string
	// Ignored is the runs of words of texts that do not count, such as a template (package ignored). Nothing is found
	// by words in them, and a passage ends where they begin. FindBy takes none. Nil: all words count.
	Ignored ignored.Runs
	// Clusters makes Find join the passages into clusters (package cluster): Result.Clusters and
	// ClusterPlaces. It never changes the passages.
	Clusters bool
	// DateField is the name of the field of Document.Fields with the date of a document, for the earliest
	// place of a cluster. Dates are compared by value (record.ParseDate). A text that is no date fails
	// the pipeline, unless it has been rejected before (docio.Params.DateField). Empty: no dates. It needs
	// Clusters.
	DateField string
	// Located makes Find return Result.Located. It never changes the passages.
	Located bool
	// Of describes the collection that the documents are taken from, if they are one or two of it.
	// Their passages are then those that they have in the whole collection. Nil: they are all.
	Of *Collection
	// Share is the share of a collection that the documents are, if they are a sample of it, for a
	// forecast of what the whole takes. Then chains are as long as those of the whole, and
	// Result.Ledger says how many signatures are in one document of the sample, in two, and so on
	// (candidate.SampledIn). 0: they are all.
	Share float64
	// Shuffle is the packed shuffle of the pipeline. It never changes the result.
	//
	// Required: shuffle.Size makes one from the size of the text.
	Shuffle shuffle.Params
}

// Defaults returns Params with a value for every field that has a default: all but Shuffle.
func Defaults() Params {
	return Params{
		Matching: Refine, Signature: signature.Defaults(), Candidates: signature.AutoCandidates, Noise: NoiseAuto,
		MinLength: usualLength, MaxDocuments: AutoDocuments, Repeats: occurrence.DefaultRepeats, Within: true,
		Diagonal: diagonal.Params{Gamma: 2, Gap: 1},
	}
}

// Validate returns a *parameter.Error about the first field with an impossible value.
//
// A field that has no effect with the chosen Matching, or with the method of Signature, must
// have its default or its zero value: a field that was set in vain is an error.
func (p Params) Validate() error {
	if err := p.values(); err != nil {
		return err
	}
	if err := p.effects(); err != nil {
		return err
	}
	return p.Shuffle.Validate()
}

// validateBy is Validate for FindBy.
func (p Params) validateBy() error {
	impossible := parameter.Of("partial.Params").Impossible
	if p.Matching != Diagonal {
		return impossible("Matching", p.Matching, "diagonal: signatures of one's own pair sentences")
	}
	if p.PairsWhere != "" {
		return impossible("PairsWhere", p.PairsWhere, "nothing: signatures of one's own do not carry fields")
	}
	if p.Ignored.Len() > 0 {
		return impossible("Ignored", p.Ignored.Len(), "nothing: signatures of one's own decide what counts")
	}
	d := Defaults()
	own := p.Signature
	if own.Method != "" && own.Method != d.Signature.Method {
		return impossible("Signature.Method", own.Method, "its default, "+d.Signature.Method+
			": signatures of one's own take its place")
	}
	if own.N != 0 && own.N != d.Signature.N {
		return impossible("Signature.N", own.N, fmt.Sprintf("its default, %d: signatures of one's own take its place",
			d.Signature.N))
	}
	p.Signature = d.Signature
	// a method with a Tau
	p.Signature.Method, p.Signature.Tau, p.Signature.Shuffle = signature.Shingle, own.Tau, own.Shuffle
	p.Signature.Idf, p.Signature.Sorted, p.Signature.Antecedents, p.Signature.Spots = own.Idf, own.Sorted,
		own.Antecedents, own.Spots
	return p.Validate()
}

// values checks the values of the fields that have an effect.
func (p Params) values() error {
	impossible := parameter.Of("partial.Params").Impossible
	if err := p.MaxDocuments.Validate("partial.Params"); err != nil {
		return err
	}
	if p.Repeats < 0 {
		return impossible("Repeats", p.Repeats, "0 (all) or more")
	}
	if c, err := condition.Parse(p.PairsWhere, record.NumberBits); err != nil {
		return impossible("PairsWhere", p.PairsWhere, err.Error())
	} else if len(c.Fields) > maxFields {
		return impossible("PairsWhere", p.PairsWhere, fmt.Sprintf("at most %d fields in it", maxFields))
	}
	if !(p.Share >= 0 && p.Share <= 1) {
		return impossible("Share", p.Share, "0 to 1")
	}
	if p.DateField != "" && !p.Clusters {
		return impossible("DateField", p.DateField, "nothing: it has an effect only with Clusters")
	}
	if p.AlsoInput && !p.Directed {
		return impossible("AlsoInput", p.AlsoInput,
			"false: without Directed all documents are compared with each other")
	}
	if p.Signature.Shuffle != (shuffle.Params{}) {
		return impossible("Signature.Shuffle", p.Signature.Shuffle, "nothing: Find sets it")
	}
	one := shuffle.Params{Shards: 1} // of the stages; Validate checks that of the pipeline
	switch p.Matching {
	case Diagonal:
		if err := p.signature(one).Validate(); err != nil {
			return err
		}
		if err := p.Diagonal.Validate(); err != nil {
			return err
		}
	case Refine:
		if err := p.grams(one).Validate(); err != nil {
			return err
		}
		if p.Noise != NoiseOff && p.Noise != NoiseOn && p.Noise != NoiseAuto {
			return impossible("Noise", p.Noise, NoiseAuto+", "+NoiseOff+" or "+NoiseOn)
		}
		if !(p.MinSimilarity >= 0 && p.MinSimilarity <= 1) {
			return impossible("MinSimilarity", p.MinSimilarity, "0 to 1")
		}
		if p.MinLength < MinLength || p.MinLength > usualLength {
			return impossible("MinLength", p.MinLength, "20 to 100")
		}
		if !(p.MinEvidence >= 0 && p.MinEvidence <= 1) {
			return impossible("MinEvidence", p.MinEvidence, "0 to 1")
		}
		if !(p.MinProse >= 0 && p.MinProse <= 1) {
			return impossible("MinProse", p.MinProse, "0 to 1")
		}
	default:
		return impossible("Matching", p.Matching, "diagonal or refine")
	}
	return nil
}

// With returns p with another way of matching, where all fields that have no effect with it have their default.
func (p Params) With(matching string) Params {
	p.Matching = matching
	for _, f := range p.fields() {
		if !f.effective {
			f.value.Set(f.initial)
		}
	}
	return p
}

// effects returns an error about the first field that was set and has no effect.
func (p Params) effects() error {
	for _, f := range p.fields() {
		if f.effective || f.value.IsZero() || reflect.DeepEqual(f.value.Interface(), f.initial.Interface()) {
			continue
		}
		return parameter.Of("partial.Params").Impossible(f.name, f.value.Interface(),
			fmt.Sprintf("its default, %v: it only has an effect with %s", f.initial, f.with))
	}
	return nil
}

// field is a field of Params that only has an effect with some values of others.
type field struct {
	name           string
	value, initial reflect.Value
	effective      bool
	with           string
}

// fields returns those fields; their values are those of p.
func (p *Params) fields() (all []field) {
	d := Defaults()
	s, t := &p.Signature, &d.Signature
	diagonals, refined := p.Matching == Diagonal, p.Matching == Refine
	of := func(name string, value, initial any, effective bool, with string) {
		all = append(all, field{name, reflect.ValueOf(value).Elem(), reflect.ValueOf(initial).Elem(), effective, with})
	}
	method := func(name string, value, initial any, m string) {
		of("Signature."+name, value, initial, diagonals && s.Method == m, "Signature.Method "+m)
	}
	of("Signature.Method", &s.Method, &t.Method, diagonals, "Matching "+Diagonal)
	method("Idf", &s.Idf, &t.Idf, signature.IMatch)
	method("Sorted", &s.Sorted, &t.Sorted, signature.IMatch)
	method("N", &s.N, &t.N, signature.Shingle)
	method("Antecedents", &s.Antecedents, &t.Antecedents, signature.SpotSigs)
	method("Spots", &s.Spots, &t.Spots, signature.SpotSigs)
	of("Signature.Tau", &s.Tau, &t.Tau, diagonals && !s.Exact(), "Signature.Method "+signature.Shingle+" or "+
		signature.SpotSigs)
	of("Diagonal", &p.Diagonal, &d.Diagonal, diagonals, "Matching "+Diagonal)
	of("Repeats", &p.Repeats, &d.Repeats, diagonals, "Matching "+Diagonal)
	of("Candidates", &p.Candidates, &d.Candidates, refined, "Matching "+Refine)
	of("Noise", &p.Noise, &d.Noise, refined, "Matching "+Refine)
	of("MinSimilarity", &p.MinSimilarity, &d.MinSimilarity, refined, "Matching "+Refine)
	of("MinLength", &p.MinLength, &d.MinLength, refined, "Matching "+Refine)
	of("MinEvidence", &p.MinEvidence, &d.MinEvidence, refined, "Matching "+Refine)
	of("MinProse", &p.MinProse, &d.MinProse, refined, "Matching "+Refine)
	return all
}

func (p Params) signature(sh shuffle.Params) signature.Params {
	p.Signature.Shuffle, p.Signature.MaxDocuments = sh, p.MaxDocuments.AnySize()
	return p.Signature
}

func (p Params) grams(sh shuffle.Params) signature.UnitParams {
	return signature.UnitParams{Candidates: p.Candidates, MaxDocuments: p.MaxDocuments.Paired(),
		Shuffle: sh}
}

// maxFields is the largest number of fields in a condition. Their hashes travel with each posting.
const maxFields = 16

// where returns the condition on pairs. Validate has read it.
func (p Params) where() condition.Condition {
	c, err := condition.Parse(p.PairsWhere, record.NumberBits)
	if err != nil {
		panic(err)
	}
	return c
}

// Fields returns the names of the fields of documents that Find looks at: those of PairsWhere, and
// DateField. The error is about PairsWhere.
func (p Params) Fields() ([]string, error) {
	c, err := condition.Parse(p.PairsWhere, record.NumberBits)
	fields := c.Fields
	if p.DateField != "" && !slices.Contains(fields, p.DateField) {
		fields = append(fields, p.DateField)
	}
	return fields, err
}

func (p Params) choice() candidate.Choice {
	return candidate.Choice{Directed: p.Directed, AlsoInput: p.AlsoInput, Where: p.where()}
}

// candidate returns the Params of candidate.Pair. exact means that a sentence has one
// signature.
func (p Params) candidate(exact bool) candidate.Params {
	sequence := 1
	if p.Diagonal.Gap == 0 {
		sequence = p.Diagonal.Gamma + 1
	}
	return candidate.Params{
		Tau: p.Signature.Tau, Exact: exact, Sequence: sequence,
		MaxDocuments: p.MaxDocuments, Repeats: p.Repeats, Choice: p.choice(), Apart: !p.Within,
		Trace: p.Of.trace(), Shuffle: p.Shuffle,
	}
}
