// Package index makes the entries of an index of documents, which package lookup searches. It is a
// graph over PCollections: documents may come from anywhere.
//
//	p := index.Defaults()
//	p.Shuffle = shuffle.Size(textBytes, 0, 0)
//	made := index.Find(s, p, documents) // documents is a PCollection<record.Document>
//
// # Method
//
// Winnowing selects a few q-grams of each document as signatures: by default those that are rare
// in the collection (Sun, Qin and Wang, "Near Duplicate Text Detection Using Frequency-Biased
// Signatures", WISE 2013; see package winnow). A posting says where a signature is in a document.
//
// # What is guaranteed
//
// The result is the same set of entries for any order of the documents, any number of shards and
// workers, and any runner. A document whose id another document has is in Result.Rejected.
package index

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/transforms/lookup"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/parameter"
)

// Params configures Find. Start from Defaults.
type Params struct {
	// Winnow chooses the signatures.
	Winnow winnow.Params
	// Frequencies are the counts that rank q-grams, for documents that are added to an index:
	// those of its first build. Nil: the counts of the documents themselves. Without an effect
	// if Winnow.Signature is winnow.Random.
	Frequencies *frequency.Counts
	// Shuffle is the packed shuffle of the pipeline. It never changes the result.
	//
	// Required: shuffle.Size makes one from the size of the text.
	Shuffle shuffle.Params
}

// Defaults returns Params with a value for every field that has a default: all but Shuffle.
func Defaults() Params { return Params{Winnow: winnow.Defaults(winnow.Frequency)} }

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error { return p.post().Validate() }

func (p Params) post() lookup.PostParams {
	return lookup.PostParams{Winnow: p.Winnow, Shuffle: p.Shuffle}
}

// Result contains the collections that Find returns. Entries are those of package entry.
type Result struct {
	// Postings and Documents are PCollection<[]byte>s of batches of entries (package lines).
	Postings, Documents beam.PCollection
	// Counts is such a collection of the counts of q-grams, or none if Params count none.
	Counts beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents whose id another one has.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Find makes the entries of documents, a PCollection<record.Document>. Find panics with a
// *parameter.Error if p is not valid.
func Find(s beam.Scope, p Params, documents beam.PCollection) (r Result) {
	s = s.Scope("index.Find")
	parameter.Must(p.Validate())
	shuffle.CheckGlobal("index.Find", documents)
	normalised := lookup.Normalise(s, p.post(), documents)
	table := normalised.Counts
	if p.post().NeedsTable() {
		r.Counts = lookup.CountEntries(s, p.Shuffle, table)
		if p.Frequencies != nil {
			table = tally.Given[frequency.Counts](s, lookup.AppendTable([]byte{}, p.Frequencies))
		}
	}
	posted := lookup.Post(s, p.post(), normalised.Texts, table)
	kept := lookup.Keep(s, p.Shuffle, normalised.Entries)
	r.Postings, r.Documents, r.Rejected = posted.Postings, kept.Documents, kept.Rejected
	r.Ledger = beam.Flatten(s, normalised.Ledger, posted.Ledger, kept.Ledger)
	return r
}
