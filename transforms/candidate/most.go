package candidate

import "example.org/diagonal/transforms/candidate/most"

// AutoDocuments is the value of MaxDocuments that chooses the number by the size of the
// collection: half of its documents, and at least minDocuments, at most maxDocuments.
const AutoDocuments = int(most.Auto)

// What most documents have is the template that they were made from, whatever their number: a hot passage
// lists them in one record. Fewer documents are a group that printed, wrote or copied the same text, each with
// changes of its own, and what a reader looks for is that text, whole. minDocuments keeps a handful of
// documents from being all template. maxDocuments bounds the cost of a sentence in a large collection: 4,950
// pairs.
const minDocuments, maxDocuments = 20, 100

// MaxDocuments returns the number of documents above which text is hot in a collection of size
// documents: limit, unless that is AutoDocuments. 0 is no cap.
func MaxDocuments(limit int, size int64) int {
	if limit != AutoDocuments {
		return limit
	}
	return int(min(max(size/2, minDocuments), maxDocuments))
}

// MaxDocumentsAnySize returns the largest number that MaxDocuments returns, whatever the size of the
// collection. Text in more documents is hot.
func MaxDocumentsAnySize(limit int) int {
	if limit != AutoDocuments {
		return limit
	}
	return maxDocuments
}

// PairedDocuments returns the number of documents above which an n-gram pairs nothing, whatever the size of
// the collection; 0 is no cap. In fewer it pairs units also if it is hot: a text that was edited for 30 of 200
// documents has n-grams that all of them have. What they have word for word is hot.
func PairedDocuments(limit int) int {
	if limit == 0 {
		return 0
	}
	return max(MaxDocumentsAnySize(limit), maxDocuments)
}
