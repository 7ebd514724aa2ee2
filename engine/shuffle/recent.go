package shuffle

// Recent remembers what was sent of late, so that a bundle with a million equal records sends them about once. What it
// forgets is sent again, which must change nothing. It is a set of hashes, which forgets one when another one takes its
// place. The zero value is empty. It takes 128 KB.
type Recent struct {
	marks [1 << 14]uint64
}

// Had reports whether a hash is remembered, and remembers it. Its upper bits choose its place.
func (s *Recent) Had(hash uint64) bool {
	at := &s.marks[hash>>50]
	if *at == hash && hash != 0 {
		return true
	}
	*at = hash
	return false
}
