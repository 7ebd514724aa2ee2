package job

import (
	"fmt"
	"math"
)

// ScaleDocuments returns the flag --max_documents with which a sample of a share of the documents is judged
// as the whole is, in which text in more than most documents is hot. 0 is no cap, and has no flag.
//
// Text in n documents of the whole is in about share*n of the sample, give or take the root of that. The flag is one
// root above what is to be expected, so that most text that makes pairs in the whole does in the sample.
func ScaleDocuments(most int64, share float64) (flag []string) {
	if most == 0 {
		return nil
	}
	expected := share * float64(most)
	return []string{fmt.Sprintf("--max_documents=%d", max(leastOfSample, int64(math.Round(expected+math.Sqrt(expected)))))}
}

// leastOfSample is the least --max_documents of a sample: with one, no text of two documents would
// be compared.
const leastOfSample = 2
