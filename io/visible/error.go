package visible

import (
	"errors"
	"strings"
)

// Lines returns an error that is err with text below it, on lines of its own. The caller has
// passed what is from outside in text through Text: line ends in text are layout.
func Lines(err error, text string) error { return &lines{err, text} }

type lines struct {
	err  error
	text string
}

func (e *lines) Error() string { return e.err.Error() + "\n" + e.text }
func (e *lines) Unwrap() error { return e.err }

// Error returns the message of err with nothing hidden in it. Line ends stay where they are
// layout: in Lines and between the errors of errors.Join. Elsewhere they are from a file
// name or a text, and are escaped.
func Error(err error) string {
	text := err.Error()
	if !strings.Contains(text, "\n") {
		return Text(text)
	}
	switch e := err.(type) {
	case *lines:
		below := escaper{layout: true}
		return Error(e.err) + "\n" + string(below.append(nil, []byte(e.text)))
	case interface{ Unwrap() []error }:
		all := e.Unwrap()
		shown := make([]string, len(all))
		for i, one := range all {
			shown[i] = Error(one)
		}
		if text == errors.Join(all...).Error() {
			return strings.Join(shown, "\n")
		}
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			if at := strings.LastIndex(text, inner.Error()); at >= 0 {
				return Text(text[:at]) + Error(inner) + Text(text[at+len(inner.Error()):])
			}
		}
	}
	return Text(text)
}
