package jsonlio

import (
	"bytes"
	"fmt"
	"iter"
)

// A text is a string or a list of strings. The strings of a list are the lines of the text: a line end is between two
// of them. A list that is written again has a string for each line.

// stringsOf yields the strings of a list, a valid JSON value, as it has them, between their quotes. Of the list that
// has something else it yields nil, and stops.
func stringsOf(list []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := skipSpace(list, 1); list[i] != ']'; i = skipSpace(list, i) {
			if list[i] == ',' {
				i++
				continue
			}
			if list[i] != '"' {
				yield(nil)
				return
			}
			end, _ := skipString(list, i+1)
			if !yield(list[i+1 : end-1 : end-1]) {
				return
			}
			i = end
		}
	}
}

// checkList returns why a list is no text, if it is none.
func checkList(field string, list []byte) error {
	for s := range stringsOf(list) {
		if s == nil {
			return fmt.Errorf("field %q is a list of other things than strings", field)
		}
		if err := notText(s); err != nil {
			return err
		}
	}
	return nil
}

// textOf returns the text of a value that Decoder.check has accepted, in memory that is not much larger than it.
// invalid is how many bytes were not UTF-8.
func textOf(value []byte) (text []byte, invalid int) {
	if value[0] == '"' {
		return unquote(value[1 : len(value)-1])
	}
	text = make([]byte, 0, len(value))
	first := true
	for s := range stringsOf(value) {
		if !first {
			text = append(text, '\n')
		}
		var n int
		text, n = appendCounted(text, s)
		first, invalid = false, invalid+n
	}
	return shrunk(text), invalid
}

// appendText appends a text, which is valid UTF-8, as a value of the kind of another one.
func appendText(dst, text, like []byte) []byte {
	if like[0] == '"' {
		return appendQuoted(dst, text)
	}
	dst = append(dst, '[')
	for i, line := range bytes.Split(text, []byte("\n")) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, line)
	}
	return append(dst, ']')
}
