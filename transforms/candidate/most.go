package candidate

import "example.org/diagonal/transforms/candidate/most"

// AutoDocuments is the value of MaxDocuments that chooses the number by the size of the
// collection: a fiftieth of its documents, and at least leastDocuments, at most mostDocuments.
const AutoDocuments = int(most.Auto)

// A passage that 20 essays share is 190 pairs; a hot passage lists its documents in one record.
// What more than 20 of some hundred documents have is the template that they were made from.
// Fewer documents are a group that wrote or copied together, and their pairs are what a reader
// looks for. 100 bounds the cost of a sentence in a large collection: 4,950 pairs.
const leastDocuments, mostDocuments = 20, 100

// MaxDocuments returns the number of documents above which text is hot in a collection of size
// documents: most, unless that is AutoDocuments. 0 is no cap.
func MaxDocuments(most int, size int64) int {
	if most != AutoDocuments {
		return most
	}
	return int(min(max(size/50, leastDocuments), mostDocuments))
}

// MostDocuments returns the largest number that MaxDocuments returns, whatever the size of the
// collection. Text in more documents is hot.
func MostDocuments(most int) int {
	if most != AutoDocuments {
		return most
	}
	return mostDocuments
}

// PairedDocuments returns the number of documents above which an n-gram pairs nothing, whatever the size of
// the collection; 0 is no cap. In fewer it pairs units also if it is hot: a text that was edited for 30 of 200
// documents has n-grams that all of them have. What they have word for word is hot.
func PairedDocuments(most int) int {
	if most == 0 {
		return 0
	}
	return max(MostDocuments(most), mostDocuments)
}
