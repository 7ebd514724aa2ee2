// Package reuse finds how much of a document's sentences another document reuses, however they are
// ordered, and ranks pairs of documents by it. It is a graph over PCollections: documents may come
// from anywhere, and the result may go anywhere.
//
//	p := reuse.Defaults()
//	p.Shuffle = shuffle.Size(textBytes, 0, 0)
//	found := reuse.Find(s, p, documents) // documents is a PCollection<record.Document>
//	// found.Pairs is a PCollection<record.ReusePair>
//
// For two sentences of different documents, S is the number of words that both share, divided by the
// words of the longer one. The score of two documents is the sum of S over their pairs of sentences
// with an S of at least Params.ThetaS. Pairs of documents with a score of at least Params.ThetaD are
// the result.
//
// Source: Kim, "Scaling reuse detection in the web through two-way boosting with signatures and LSH",
// Journal of Korea Multimedia Society 16(6), 2013; see package transforms/reuse for the methods, and
// for what differs. docs/reuse.md measures them.
//
// The result is the same set of records for any order of the documents, any number of shards and
// workers, and any runner.
package reuse

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/reuse"
	"example.org/diagonal/transforms/reuse/score"
	"example.org/diagonal/transforms/reuse/sign"
)

// Params configures Find. Start from Defaults.
type Params struct {
	// Method is how sentences that are alike are found: Exact, LSH, Inverted, DivideSkip, QSign or
	// PartEnum of package transforms/reuse. Exact, Inverted and DivideSkip find all; Exact is by far
	// the fastest. The others may miss some. None reports a pair that is not alike.
	Method string
	// ThetaS is the least S of two sentences that count, above 0 and at most 1.
	ThetaS float64
	// ThetaD is the least score of a reported pair of documents, above 0.
	ThetaD float64
	// Top is how many pairs of each document are reported, those with the highest scores: a pair is reported
	// if it is one of them for either document, and with Directed for that of the input. 0 is all.
	Top int
	// Weight is that of a pair of sentences in the score: score.One; Length, which makes the score a
	// number of words; or Position, which counts the end of a document half.
	Weight string
	// Sign configures the signatures of LSH, QSign and PartEnum. Tables and Buckets are for LSH.
	Sign sign.Params
	// Recall is the share of the sentences that are alike which LSH is to find, above 0 and below 1. The lengths of
	// sentences in the collection then choose all of Sign but the Buckets. 0 leaves Sign as it is.
	Recall float64
	// MaxDocuments is the number of documents above which a sentence is hot: it makes no pairs. The
	// documents of sentences that are alike to it count, too. candidate.AutoDocuments chooses it by the size of the
	// collection: half of its documents, at least 20 and at most 100. 0 is no bound; then a sentence
	// of n documents costs n²/2 pairs.
	MaxDocuments candidate.MaxDocuments
	// Directed compares documents of the side record.Input with those of the side record.Source only.
	// Without it all documents are compared with each other.
	Directed bool
	// Shuffle is the packed shuffle of the pipeline. It never changes the result.
	//
	// Required: shuffle.Size makes one from the size of the text.
	Shuffle shuffle.Params
}

// Defaults returns Params with a value for every field that has a default: all but Shuffle.
func Defaults() Params {
	return Params{
		Method: reuse.Exact, ThetaS: 0.6, ThetaD: 5, Weight: score.One, Sign: sign.Defaults(),
		MaxDocuments: candidate.AutoDocuments,
	}
}

// Validate returns a *parameter.Error about the first field with an impossible value.
//
// A field that has no effect with the chosen Method must have its default or its zero value: a field
// that was set in vain is an error.
func (p Params) Validate() error {
	if err := p.effects(); err != nil {
		return err
	}
	return p.stages().Validate()
}

// effects returns an error about the first field that was set and has no effect.
func (p Params) effects() error {
	if !slices.Contains(reuse.Methods, p.Method) {
		return nil // stages reports it
	}
	d := sign.Defaults()
	switch {
	case p.Recall == 0:
	case p.Method != reuse.LSH:
		return parameter.Of("reuse.Params").Impossible("Recall", p.Recall,
			"0: it only has an effect with the method lsh")
	case p.Sign.Bits != d.Bits || p.Sign.DiffBits != d.DiffBits || p.Sign.Tables != d.Tables:
		return parameter.Of("reuse.Params").Impossible("Recall", p.Recall,
			"0 if Bits, DiffBits or Tables are set: it chooses them")
	}
	signed := []string{reuse.LSH, reuse.QSign, reuse.PartEnum}
	for _, f := range []struct {
		name           string
		value, initial int
		only           []string
	}{
		{"Bits", p.Sign.Bits, d.Bits, signed},
		{"DiffBits", p.Sign.DiffBits, d.DiffBits, signed},
		{"Tables", p.Sign.Tables, d.Tables, signed[:1]},
		{"Buckets", p.Sign.Buckets, d.Buckets, signed[:1]},
	} {
		if slices.Contains(f.only, p.Method) || reflect.ValueOf(f.value).IsZero() || f.value == f.initial {
			continue
		}
		return parameter.Of("sign.Params").Impossible(f.name, f.value,
			fmt.Sprintf("its default, %v: it only has an effect with the method %s", f.initial,
				strings.Join(f.only, ", ")))
	}
	return nil
}

// stages returns the Params of the stages.
func (p Params) stages() reuse.Params {
	return reuse.Params{
		Method: p.Method, ThetaS: p.ThetaS, ThetaD: p.ThetaD, Top: p.Top, Weight: p.Weight, Sign: p.Sign,
		Recall:       p.Recall,
		MaxDocuments: p.MaxDocuments, Directed: p.Directed, Groups: reuse.GroupsFor(p.Shuffle), Shuffle: p.Shuffle,
	}
}

// Parameters is the JSON form of the Params that decide a result, as summary.json has it. It has no
// fields that have no effect.
type Parameters struct {
	Method       string                 `json:"method"`
	ThetaS       float64                `json:"theta_s"`
	ThetaD       float64                `json:"theta_d"`
	Top          int                    `json:"top,omitempty"`
	Weight       string                 `json:"weight"`
	Recall       float64                `json:"recall,omitempty"`
	Bits         int                    `json:"bits,omitempty"`
	DiffBits     *int                   `json:"diff_bits,omitempty"`
	Tables       int                    `json:"tables,omitempty"`
	Buckets      int                    `json:"buckets,omitempty"`
	MaxDocuments candidate.MaxDocuments `json:"max_documents"`
	Directed     bool                   `json:"source"`
}

// ParametersOf returns the JSON form of p.
func ParametersOf(p Params) Parameters {
	out := Parameters{
		Method: p.Method, ThetaS: p.ThetaS, ThetaD: p.ThetaD, Top: p.Top, Weight: p.Weight,
		MaxDocuments: p.MaxDocuments, Directed: p.Directed,
	}
	switch p.Method {
	case reuse.LSH:
		if out.Recall, out.Buckets = p.Recall, p.Sign.Buckets; p.Recall > 0 {
			return out // the counts have the others
		}
		out.Tables = p.Sign.Tables
		fallthrough
	case reuse.QSign, reuse.PartEnum:
		out.Bits, out.DiffBits = p.Sign.Bits, &p.Sign.DiffBits
	}
	return out
}
