// Package most is the number of documents above which text is hot, as users write it: a number, or
// the word auto.
package most

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Documents is a number of documents, 0 for no bound, or Auto. Its text and its JSON are the number, or
// the word auto. A pointer to it is a flag.
type Documents int

// Auto chooses the number by the size of the collection.
const Auto Documents = -1

const auto = "auto"

// Read reads what String returns. The error says what is possible.
func Read(s string) (Documents, error) {
	if s == auto {
		return Auto, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is neither auto nor a number from 0 on", s)
	}
	return Documents(n), nil
}

func (m Documents) String() string {
	if m == Auto {
		return auto
	}
	return strconv.Itoa(int(m))
}

// Set reads a flag.
func (m *Documents) Set(s string) error {
	read, err := Read(s)
	if err == nil {
		*m = read
	}
	return err
}

// Type returns what the help of a flag says.
func (m *Documents) Type() string { return "number|auto" }

// MarshalJSON returns a number, or the string "auto".
func (m Documents) MarshalJSON() ([]byte, error) {
	if m == Auto {
		return json.Marshal(auto)
	}
	return json.Marshal(int(m))
}

// UnmarshalJSON reads what MarshalJSON returns.
func (m *Documents) UnmarshalJSON(b []byte) (err error) {
	var s string
	if json.Unmarshal(b, &s) != nil {
		s = string(b)
	}
	*m, err = Read(s)
	return err
}
