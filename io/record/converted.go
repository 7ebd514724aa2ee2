package record

import "example.org/diagonal/engine/wire"

// Converted is a file in another character set than UTF-8 that was converted.
type Converted struct {
	// File is the path of the file, as UTF8 makes it.
	File string `json:"file"`
	// Name is its path below the argument that found it, which is the id of a text file.
	Name string `json:"name"`
	// Charset is the name of its set (Charset.Name), and Unsure whether it is a guess that may be wrong.
	Charset string `json:"charset"`
	Unsure  bool   `json:"unsure,omitempty"`
	// FileBytes is true if places in bytes are those of the file, and false if they are those of the text in UTF-8.
	FileBytes bool `json:"file_bytes"`
	// Source is true if the file is one of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey orders by set, those that are not sure first, then by file.
func (v Converted) SortKey() []byte {
	k := wire.AppendOrdered(nil, v.Charset)
	sure := byte(1)
	if v.Unsure {
		sure = 0
	}
	return wire.AppendOrdered(append(k, sure), v.File)
}
