package seedextend

// Units appends to dst the first word of each unit, and the number of words at
// the end, and returns the extended slice: what Document.Units wants.
// sentenceEnds[i] is the number of words before the end of sentence i, as in
// record.Analysed; the last one is the number of all words.
//
// A sentence of fewer than minWords words is joined to the next; the last one of
// a document has no next and may stay short. A unit of more than maxWords words is
// cut in as few equal parts as possible. Sentences without words make no units.
// Units panics if maxWords < 1 (the usual limits: MinUnitWords, MaxUnitWords).
func Units(dst, sentenceEnds []uint32, minWords, maxWords int) []uint32 {
	if maxWords < 1 {
		panic("seedextend: maxWords < 1")
	}
	dst = append(dst, 0)
	if len(sentenceEnds) == 0 {
		return dst
	}
	start, last := uint64(0), uint64(sentenceEnds[len(sentenceEnds)-1])
	for _, e := range sentenceEnds {
		end := uint64(e)
		n := end - start
		if n == 0 || int(n) < minWords && end != last {
			continue
		}
		parts := (n + uint64(maxWords) - 1) / uint64(maxWords)
		for x := uint64(1); x <= parts; x++ {
			dst = append(dst, uint32(start+n*x/parts))
		}
		start = end
	}
	return dst
}
