package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Fields is fields of a record that travel with its document into a result: a JSON object, such as
// {"series":"nyt","date":1898}, or "" for none. A field that the record does not have is not in it.
type Fields string

// MaxFields is how many bytes the fields of a document may have: they travel with every passage.
const MaxFields = 64 << 10

// Add adds a field. value is its JSON.
func (f *Fields) Add(name string, value []byte) error {
	quoted, err := JSON(name)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(string(*f), "}"))
	b.WriteByte("{,"[min(len(*f), 1)])
	b.Write(quoted)
	b.WriteByte(':')
	b.Write(value)
	b.WriteByte('}')
	if b.Len() > MaxFields {
		return fmt.Errorf("the fields that are kept have more than %d bytes with %q", MaxFields, name)
	}
	*f = Fields(b.String())
	return nil
}

// Texts returns the values as text: a string is itself, null is "", and any other value is its JSON.
// The error is that of encoding/json.
func (f Fields) Texts() (map[string]string, error) {
	if f == "" {
		return nil, nil
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(f), &values); err != nil {
		return nil, err
	}
	texts := make(map[string]string, len(values))
	for name, value := range values {
		var s string
		if json.Unmarshal(value, &s) != nil { // null leaves it empty
			s = string(value)
		}
		texts[name] = s
	}
	return texts, nil
}

// Validate returns an error if f is not "" and no JSON object.
func (f Fields) Validate() error {
	if f == "" {
		return nil
	}
	if b := bytes.TrimSpace([]byte(f)); !json.Valid(b) || b[0] != '{' {
		return errors.New("Fields is no JSON object")
	}
	return nil
}

// MarshalJSON returns f itself, which is JSON.
func (f Fields) MarshalJSON() ([]byte, error) {
	if f == "" {
		return []byte("null"), nil
	}
	return []byte(f), nil
}

// UnmarshalJSON keeps the JSON.
func (f *Fields) UnmarshalJSON(b []byte) error {
	if *f = Fields(b); *f == "null" {
		*f = ""
	}
	return nil
}
