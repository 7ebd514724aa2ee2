package record

// Editor says what becomes of the documents of a file that is written again.
type Editor interface {
	// Touches reports whether the record of that number may be changed.
	Touches(number int64) bool
	// Edit returns what becomes of a record for which Touches holds. Records come in the order
	// of the file.
	Edit(d Document) (Edited, error)
}

// Edited is the fate of a record: kept, changed or dropped.
type Edited struct {
	// Drop leaves it out.
	Drop bool
	// Text replaces the text, where HasText is set. It is valid UTF-8.
	Text    []byte
	HasText bool
	// Cuts are the ranges of bytes that are cut out of the old text; without them the rest of it is Text.
	Cuts [][2]int
	// Field is the JSON value of a field that is added; nil adds none.
	Field []byte
}
