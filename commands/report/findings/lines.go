package findings

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"example.org/diagonal/io/result"
)

// Column is a field of the lines of a stream.
type Column struct {
	Name string
	// Number is true if every value is a number.
	Number bool
}

// EachLine calls add with the values of each line of a stream, by column. Columns are in the order
// in which they first occur; a line has no values for those that come later. A value that is not
// a text or a number is its JSON. add must not keep the slice.
func EachLine(ctx context.Context, s Stream, add func(values []any) error) ([]Column, error) {
	var columns []Column
	at := map[string]int{}
	var values []any
	err := result.EachLine(ctx, s.Files, func(_ int, line []byte) error {
		d := json.NewDecoder(bytes.NewReader(line))
		if t, err := d.Token(); err != nil || t != json.Delim('{') {
			return fmt.Errorf("not a line of a result: want a JSON object")
		}
		values = values[:0]
		for range columns {
			values = append(values, nil)
		}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return fmt.Errorf("not a line of a result: %w", err)
			}
			var raw json.RawMessage
			if err := d.Decode(&raw); err != nil {
				return fmt.Errorf("not a line of a result: %w", err)
			}
			name := key.(string)
			i, ok := at[name]
			if !ok {
				i = len(columns)
				at[name] = i
				columns, values = append(columns, Column{name, true}), append(values, nil)
			}
			v, number := value(raw)
			values[i] = v
			columns[i].Number = columns[i].Number && number
		}
		return add(values)
	})
	return columns, err
}

// value returns a number, a text, or the JSON of anything else.
func value(raw json.RawMessage) (v any, number bool) {
	switch raw[0] {
	case '"':
		var s string
		json.Unmarshal(raw, &s) // the decoder has read it
		return s, false
	case '{', '[', 't', 'f':
		return string(raw), false
	case 'n':
		return nil, true
	}
	return json.Number(raw), true
}
