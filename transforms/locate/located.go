package locate

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

// Located is a passage with where its documents were read. Its key is that of the document of a.
//
//	documents of a and b [8]; origins of a and b; passage: JSON, the rest
type Located struct {
	Passage record.Passage
	// Documents are the keys of the documents of a and b, Origins where they were read.
	Documents [2]uint64
	Origins   [2]record.Origin
}

// Within reports whether the passage is inside one document.
func (l *Located) Within() bool { return l.Documents[0] == l.Documents[1] }

// Append appends the payload of l to dst.
func (l *Located) Append(dst []byte) []byte {
	for _, d := range l.Documents {
		dst = binary.BigEndian.AppendUint64(dst, d)
	}
	for i := range l.Origins {
		dst = appendOrigin(dst, &l.Origins[i])
	}
	passage, err := record.JSON(l.Passage)
	if err != nil {
		panic(err) // a Passage is always JSON
	}
	return append(dst, passage...)
}

// Read reads a payload.
func (l *Located) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*l = Located{
		Documents: [2]uint64{r.Uint64(), r.Uint64()}, Origins: [2]record.Origin{readOrigin(&r), readOrigin(&r)},
	}
	if r.Err() != nil {
		return r.Err()
	}
	return record.FromJSON(r.Rest(), &l.Passage)
}
