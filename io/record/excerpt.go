package record

import "encoding/json"

// Excerpt is a piece of a document whose text has still to be read.
type Excerpt struct {
	// Origin says where the document is, ByteStart and ByteEnd where the piece is in
	// its text.
	Origin             Origin
	ByteStart, ByteEnd int64
	// Text is up to ExcerptRunes code points of the piece, once it was read; with Markup
	// that is still in it some more.
	Text   string
	Markup Markup
	// Cut is true if the piece goes on behind Text.
	Cut bool
	// Value is the record that the text belongs to, as JSON.
	Value []byte
}

// ExcerptRunes is the most code points that the text of an excerpt has. CutMark follows a text that
// is not the whole piece.
const (
	ExcerptRunes = 300
	CutMark      = "…"
)

// Origin is where a document was read.
type Origin struct {
	File           string
	Record, Offset int64
}

// originJSON is an Origin whose file is in bytes: its name need not be UTF-8.
type originJSON struct {
	File           []byte
	Record, Offset int64
}

// MarshalJSON and UnmarshalJSON keep the file, which is to be opened again.
func (o Origin) MarshalJSON() ([]byte, error) {
	return json.Marshal(originJSON{[]byte(o.File), o.Record, o.Offset})
}

func (o *Origin) UnmarshalJSON(b []byte) error {
	var v originJSON
	err := json.Unmarshal(b, &v)
	*o = Origin{string(v.File), v.Record, v.Offset}
	return err
}
