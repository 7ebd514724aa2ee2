package partial

import (
	"encoding/json"
	"fmt"
	"strconv"

	"example.org/diagonal/transforms/candidate"
)

// AutoDocuments is the MaxDocuments that chooses the number by the size of the collection: a
// tenth of its documents, and at least 20, at most 100.
const AutoDocuments MaxDocuments = candidate.AutoDocuments

// UsedMaxDocuments is the name in Result.Ledger of the number that MaxDocuments was.
const UsedMaxDocuments = candidate.UsedMaxDocuments

// MaxDocuments is a number of documents, or AutoDocuments. Its text and its JSON are the number,
// or the word auto.
type MaxDocuments int

const auto = "auto"

// ReadMaxDocuments reads what String returns. The error says what is possible.
func ReadMaxDocuments(s string) (MaxDocuments, error) {
	if s == auto {
		return AutoDocuments, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is neither auto nor a number from 0 on", s)
	}
	return MaxDocuments(n), nil
}

func (m MaxDocuments) String() string {
	if m == AutoDocuments {
		return auto
	}
	return strconv.Itoa(int(m))
}

// MarshalJSON returns a number, or the string "auto".
func (m MaxDocuments) MarshalJSON() ([]byte, error) {
	if m == AutoDocuments {
		return json.Marshal(auto)
	}
	return json.Marshal(int(m))
}

// UnmarshalJSON reads what MarshalJSON returns.
func (m *MaxDocuments) UnmarshalJSON(b []byte) (err error) {
	var s string
	if json.Unmarshal(b, &s) != nil {
		s = string(b)
	}
	*m, err = ReadMaxDocuments(s)
	return err
}
