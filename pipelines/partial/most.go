package partial

import (
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/candidate/most"
)

// AutoDocuments is the MaxDocuments that chooses the number by the size of the collection:
// half of its documents, and at least 20, at most 100.
const AutoDocuments = most.Auto

// UsedMaxDocuments is the name in Result.Ledger of the number that MaxDocuments was.
const UsedMaxDocuments = candidate.UsedMaxDocuments

// MaxDocuments is a number of documents, or AutoDocuments. Its text and its JSON are the number,
// or the word auto.
type MaxDocuments = most.Documents
