package plainio

import (
	"bytes"
	"errors"

	"example.org/diagonal/io/mailio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/trecio"
)

// mail returns an error if a text is a mailbox, documents of TREC, or encoded as attachments of mail are.
func mail(text []byte) error {
	if trecio.Begins(text) {
		return errors.New("these are documents of TREC, not one text: give the file the extension .trec, or read it with --format=trec")
	}
	if isMbox(text) {
		return errors.New(
			"this is a mailbox (mbox), not one text: give it the extension .mbox, or read it with --format=mbox")
	}
	return record.Encoded(text)
}

// isMbox reports whether a text is two messages or more. One message is one text.
func isMbox(text []byte) bool {
	if !mailio.Begins(text) {
		return false
	}
	for at := 1; ; at++ {
		i := bytes.Index(text[at:], from)
		if i < 0 {
			return false
		}
		if at += i; text[at-1] == '\n' && mailio.Begins(text[at:]) {
			return true
		}
	}
}

var from = []byte("From ")
