package plainio

import (
	"bytes"
	"errors"
	"regexp"

	"example.org/diagonal/io/record"
)

// mail returns an error if a text is a mailbox, or encoded as attachments of mail are.
func mail(text []byte) error {
	if isMbox(text) {
		return errors.New("this is a mailbox (mbox), not one text: write each message to a file of its own")
	}
	return record.Encoded(text)
}

// message is how a message of a mailbox begins: a line with the sender and the date, and its first field.
var message = regexp.MustCompile(`^From \S+ [^\n]{0,20}\d\d:\d\d(:\d\d)? [^\n]{0,20}\d{4}[^\n]{0,20}\n>?[A-Za-z][A-Za-z0-9-]*:[ \t]`)

// messageHead is how much of a message shows that it is one.
const messageHead = 512

// isMbox reports whether a text is two messages or more. One message is one text.
func isMbox(text []byte) bool {
	begins := func(at int) bool { return message.Match(text[at:min(len(text), at+messageHead)]) }
	if !bytes.HasPrefix(text, from) || !begins(0) {
		return false
	}
	for at := 1; ; at++ {
		i := bytes.Index(text[at:], from)
		if i < 0 {
			return false
		}
		if at += i; text[at-1] == '\n' && begins(at) {
			return true
		}
	}
}

var from = []byte("From ")
