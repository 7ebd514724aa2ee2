package warcio

import "fmt"

// holdBack is how many bytes of a skipped block are kept, in case its length turns
// out wrong and records are found inside.
const holdBack = 16 << 20

// An extent records where the block of a record is in the unread bytes, and what is wrong with
// it.
type extent struct {
	// n is the length of the block, next that of all up to the next record.
	n, next int
	// dropped is how many bytes of a skipped block are gone before the unread ones.
	dropped int64
	// lost names the missing bytes of the record, in words.
	lost string
	// mended is true if the block is longer than the header says.
	mended bool
	// bad is true if gzip reported damage: nothing of the block can be trusted.
	bad bool
}

// measure finds the end of a block that begins at the unread bytes. The length is
// believed when a record, or the end of the run, follows it. If not, the block
// ends before the first record that begins inside, or after it.
//
// A block of more than hold bytes is not kept whole.
func (s *scanner) measure(length int64, arc bool, hold int) extent {
	w := &s.window
	if length > s.limit.Bytes { // hardly true: what is near is kept, no more
		hold = holdBack
	}
	if length < 0 || length > s.limit.Bytes {
		return s.unmeasured(length, arc, hold)
	}
	var e extent
	for length > int64(hold) && length > holdBack {
		if !w.need(holdBack) {
			break
		}
		n := min(1<<20, int(length-holdBack))
		w.advance(n)
		length -= int64(n)
		e.dropped += int64(n)
	}
	if !w.need(int(length)) {
		return s.short(e, length, arc)
	}
	if s.follows(int(length), arc) {
		c := s.complete(int(length))
		c.dropped = e.dropped
		return c
	}
	w.need(int(length) + startSize)
	b := w.unread()
	if at, found := nextStart(b[:min(len(b), int(length)+startSize)], 1, arc, w.ended); found && at < int(length) {
		return s.cutAt(e, at, length)
	}
	at, _, dropped := w.findStart(int(length), arc, max(hold, holdBack))
	e.dropped += dropped
	e.next = at
	e.n = trimEnd(w.unread()[:at])
	e.mended = true
	s.blame(&e)
	return e
}

// follows reports whether a record or the end of the run comes i bytes into the unread ones,
// after line ends.
func (s *scanner) follows(i int, arc bool) bool {
	i += s.window.blank(i)
	return !s.window.need(i+1) || s.window.atStart(i, arc)
}

// complete is a block whose length is right.
func (s *scanner) complete(n int) extent {
	e := extent{n: n, next: n + s.window.blank(n)}
	s.blame(&e)
	return e
}

// short is a block that the run ends, or another record begins, before its length.
func (s *scanner) short(e extent, length int64, arc bool) extent {
	b := s.window.unread()
	if at, found := nextStart(b, 1, arc, true); found {
		return s.cutAt(e, at, length)
	}
	e.n, e.next = len(b), len(b)
	if s.blame(&e); e.lost == "" {
		e.lost = fmt.Sprintf("the record ends after %d of %d bytes", e.dropped+int64(e.n), e.dropped+length)
	}
	return e
}

// cutAt is a block that another record begins in, at index at of the unread bytes.
func (s *scanner) cutAt(e extent, at int, length int64) extent {
	e.next = at
	e.n = trimEnd(s.window.unread()[:at])
	e.lost = fmt.Sprintf("the next record begins after %d of %d bytes", e.dropped+int64(e.n), e.dropped+length)
	return e
}

// unmeasured is a block without a length to believe: it goes up to the next record.
func (s *scanner) unmeasured(length int64, arc bool, hold int) extent {
	at, found, dropped := s.window.findStart(0, arc, max(hold, holdBack))
	e := extent{next: at, n: trimEnd(s.window.unread()[:at]), dropped: dropped, mended: length < 0}
	if has := dropped + int64(e.n); length >= 0 && (has < length-4 || has > length) { // 4: line ends
		e.lost = fmt.Sprintf("the record has %d bytes and not %d", has, length)
	}
	if !found {
		s.blame(&e)
	}
	return e
}

// blame adds what the end of the run says, if it ends with this record.
func (s *scanner) blame(e *extent) {
	if s.window.need(e.next + 1) {
		return
	}
	switch kind, reason, _ := s.window.runs.end(); kind {
	case endDamage:
		e.bad, e.lost = true, reason
		s.blamed = true
	case endCut:
		e.lost = fmt.Sprintf("%s, after %d bytes of the record", reason, e.dropped+int64(e.n))
		s.blamed = true
	}
}

// trimEnd is the length of b without the two line ends that close a record.
func trimEnd(b []byte) int {
	n := len(b)
	for range 2 {
		if n > 0 && b[n-1] == '\n' {
			if n--; n > 0 && b[n-1] == '\r' {
				n--
			}
		}
	}
	return n
}
