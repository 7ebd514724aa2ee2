package signature

import "math"

// CopyMark is added to the place of a fingerprint of a copy (CopyPlace). It is known of each
// posting, whatever the kind of the others is: documents with a common one are to be
// compared, even if they share nothing else.
const CopyMark uint32 = 1 << 31

// A place of a fingerprint is its first word, and in the low copyBits bits how many words before it
// the run begins in which it was chosen. noRun says that this is not known.
const (
	copyBits = 5
	noRun    = 1<<copyBits - 1
)

// copyWords is how many words of a document have places of fingerprints.
const copyWords = CopyMark >> copyBits

// NoRun is the run of a fingerprint that was chosen in none, or of which it is not known.
const NoRun uint32 = math.MaxUint32

// copyPlace returns the place of a fingerprint that begins at word start, which is less than copyWords,
// and was chosen in the run that begins at word run.
func copyPlace(start, run uint32) uint32 {
	back := uint32(noRun)
	if run <= start {
		back = min(start-run, noRun)
	}
	return CopyMark | start<<copyBits | back
}

// ReadCopyPlace returns the words that copyPlace was given, from a place with or without CopyMark. run is
// NoRun if it is not known.
func ReadCopyPlace(place uint32) (start, run uint32) {
	start, back := place&^CopyMark>>copyBits, place&noRun
	if back == noRun || back > start {
		return start, NoRun
	}
	return start, start - back
}
