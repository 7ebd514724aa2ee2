package resemblance

// The first byte of the payload of most records is a tag, which says what the record is.
// Records with one key are sorted by their payload, so a stage reads them in the order of
// their tags. Entries of the catalogue, and items and needs of package delivery, come before
// all of these.
const (
	tagSketch byte = 0x10 + iota
	tagFingerprint
	tagMembers
	tagClass
	tagGroup
	tagMember
	tagEarlier
)
