package warcio

import (
	"bytes"
	"net/netip"
	"strconv"
	"time"
)

// startSize is how many bytes decide whether a record begins: the version line of
// WARC and the beginning of a header line, or one line of an ARC file.
const startSize = 4096

var warcMagic = []byte("WARC/")

// isStart reports whether b, the first bytes of a file or a member, begin a record.
func isStart(b []byte) bool {
	b = bytes.TrimLeft(b, "\r\n")
	return bytes.HasPrefix(b, warcMagic) || isARC(b)
}

// isWARC reports whether b begins with the version line of a WARC record, any version, and a
// header line. Where b ends too early to see the header line, whole decides: it says that
// nothing follows b.
func isWARC(b []byte, whole bool) bool {
	n := warcVersion(b)
	if n == 0 {
		return false
	}
	if n == len(b) {
		return whole
	}
	c := b[n] | 0x20
	return 'a' <= c && c <= 'z'
}

// warcVersion is the length of the line "WARC/1.0" at the beginning of b, 0 for none.
func warcVersion(b []byte) int {
	if !bytes.HasPrefix(b, warcMagic) {
		return 0
	}
	i, digits, dots := len(warcMagic), 0, 0
	for ; i < len(b) && i < 16; i++ {
		switch c := b[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c == '.' && digits > 0:
			dots++
		case c == '\n' && digits >= 2 && dots == 1:
			return i + 1
		case c == '\r' || c == ' ' || c == '\t':
		default:
			return 0
		}
	}
	return 0
}

// arcScheme reports whether b begins like a URL: a few lower-case letters and a colon.
func arcScheme(b []byte) bool {
	for i, c := range b {
		switch {
		case c == ':':
			return i >= 3
		case c < 'a' || c > 'z' || i > 8:
			return false
		}
	}
	return false
}

// isARC reports whether b begins with the header line of an ARC record.
func isARC(b []byte) bool {
	if !arcScheme(b) {
		return false
	}
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return false
	}
	_, ok := parseARC(b[:i])
	return ok
}

// parseARC reads the header line of an ARC record, of version 1
//
//	URL IP-address Archive-date Content-type Archive-length
//
// or 2
//
//	URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length
//
// from its right end, because crawlers wrote URLs with spaces.
func parseARC(line []byte) (header, bool) {
	f := bytes.Split(bytes.TrimRight(line, "\r"), []byte(" "))
	for _, fields := range [...]int{9, 4} {
		i := len(f) - fields
		if i < 1 || !isDate(f[i+1]) {
			continue
		}
		if _, err := netip.ParseAddr(string(f[i])); err != nil && string(f[i]) != "-" {
			continue
		}
		h := header{
			arc:  true,
			typ:  "response",
			uri:  string(bytes.Join(f[:i], []byte(" "))),
			date: dateOf(string(f[i+1])),
			// The payload type of the server, not that of the block.
			payload: string(f[i+2]),
			length:  -1,
		}
		if n, err := strconv.ParseInt(string(f[len(f)-1]), 10, 64); err == nil && n >= 0 {
			h.length = n
		}
		if bytes.HasPrefix(f[0], []byte("filedesc:")) {
			h.typ = "warcinfo"
		}
		return h, true
	}
	return header{}, false
}

// dateOf returns the date of an ARC file in the form of those of WARC files, so that captures of
// one page have ids of one form. A date that does not exist stays as it is.
func dateOf(digits string) string {
	const form = "20060102150405"
	whole := digits + "00"[:max(0, len(form)-len(digits))]
	t, err := time.Parse(form, whole[:len(form)])
	if err != nil {
		return digits
	}
	return t.Format(time.RFC3339)
}

// isDate reports whether b is a date of an ARC file: 14 digits, in the wild 12 to 18.
func isDate(b []byte) bool {
	if len(b) < 12 || len(b) > 18 {
		return false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// nextStart is the index of the first line of b, from index i on, that begins a
// record. Where there is none it is the index to go on from when more was read.
func nextStart(b []byte, i int, arc, whole bool) (int, bool) {
	for i < len(b) {
		if i == 0 || b[i-1] == '\n' {
			rest := b[i:]
			switch {
			case arc && isARC(rest), !arc && isWARC(rest, whole):
				return i, true
			case !whole && len(rest) < startSize && mayStart(rest, arc):
				return i, false
			}
		}
		var j int
		if arc {
			j = bytes.IndexByte(b[i:], '\n')
		} else if j = bytes.Index(b[i:], []byte("\nWARC/")); j < 0 && !whole {
			// The last bytes may be the beginning of one.
			if k := bytes.LastIndexByte(b[max(i, len(b)-len("\nWARC")):], '\n'); k >= 0 {
				return max(i, len(b)-len("\nWARC")) + k, false
			}
		}
		if j < 0 {
			return len(b), false
		}
		i += j + 1
	}
	return len(b), false
}

// mayStart reports whether more bytes behind b could make it the beginning of a record.
func mayStart(b []byte, arc bool) bool {
	if arc {
		return bytes.IndexByte(b, '\n') < 0
	}
	n := warcVersion(b)
	if n > 0 {
		return n == len(b)
	}
	return len(b) < 16 && (bytes.HasPrefix(b, warcMagic) || bytes.HasPrefix(warcMagic, b))
}
