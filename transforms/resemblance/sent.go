package resemblance

import "example.org/diagonal/transforms/shuffle/mix"

// Sent remembers the classes whose features and sketch a bundle has sent of late, so that a
// million copies send them about once. What it forgets is sent again, which changes nothing:
// where classes meet, equal records count once.
type Sent struct {
	recent [1 << 14]uint64 // 128 KB
}

// Before reports whether a class was sent before, and remembers it.
func (s *Sent) Before(class, check uint64) bool {
	mark := class ^ mix.Full(check)
	at := &s.recent[check%uint64(len(s.recent))]
	if *at == mark && mark != 0 {
		return true
	}
	*at = mark
	return false
}
