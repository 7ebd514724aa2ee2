package plainio

import (
	"bytes"
	"errors"
	"regexp"
)

// mail returns an error if a text is a mailbox, or encoded as attachments of mail are.
func mail(text []byte) error {
	if isMbox(text) {
		return errors.New("this is a mailbox (mbox), not one text: write each message to a file of its own")
	}
	return encoded(text)
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

// Encoded data has lines of at least so many characters of the alphabet of base64, and next to no spaces.
const (
	leastEncoded = 56
	looked       = 4 << 10
)

// encoded returns an error if most of a text is base64, as attachments of mail are. The middle shows what need not be
// looked at.
func encoded(text []byte) error {
	middle := text[max(0, len(text)/2-looked/2):min(len(text), len(text)/2+looked/2)]
	if 64*bytes.Count(middle, []byte(" ")) > len(middle) || 2*base64Bytes(middle) < len(middle) || 2*base64Bytes(text) < len(text) || len(text) < 10*leastEncoded {
		return nil
	}
	return errors.New("most of it is base64, not text: decode it, for example with --pre")
}

// base64Bytes returns how many bytes are in lines of base64.
func base64Bytes(text []byte) (n int) {
	for line := range bytes.Lines(text) {
		trimmed := bytes.TrimRight(line, "\r\n=")
		if len(trimmed) >= leastEncoded && len(bytes.Trim(trimmed, base64)) == 0 {
			n += len(line)
		}
	}
	return n
}

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
