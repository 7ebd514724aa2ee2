package job

import (
	"fmt"
	"math"

	"example.org/diagonal/transforms/candidate"
)

// ScaleDocuments returns the flag --max_documents with which a sample of a share of the documents is judged
// as the whole is, which has so many documents. given is what the user gave, or candidate.AutoDocuments. most is the
// number of documents above which text is hot in the whole: 0 is no cap, and has no flag.
//
// Text in n documents of the whole is in about share*n of the sample, give or take the root of that. The flag is one
// root above what is to be expected, so that most text that makes pairs in the whole does in the sample.
func ScaleDocuments(given int, documents int64, share float64) (flag []string, most int64) {
	if most = int64(candidate.MaxDocuments(given, documents)); most == 0 {
		return nil, 0
	}
	expected := share * float64(most)
	return []string{fmt.Sprintf("--max_documents=%d", max(leastOfSample, int64(math.Round(expected+math.Sqrt(expected)))))}, most
}

// leastOfSample is the least --max_documents of a sample: with one, no text of two documents would
// be compared.
const leastOfSample = 2
