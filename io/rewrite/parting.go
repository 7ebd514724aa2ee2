package rewrite

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"slices"
	"sort"
	"strings"

	"example.org/diagonal/io/docio"
)

// Parting holds, for each file that has several parts, where they begin, in ascending order.
// Other files have no entry.
type Parting map[string][]int64

// PartingOf returns the parting of a plan.
func PartingOf(plan *docio.Plan) Parting {
	ranges := plan.Ranges()
	count := map[string]int{}
	for _, r := range ranges {
		count[r.Path]++
	}
	parting := Parting{}
	for _, r := range ranges {
		if (count[r.Path] > 1 || r.Start > 0) && (r.Start == 0 || !formats[r.Format].whole) {
			parting[r.Path] = append(parting[r.Path], r.Start)
		}
	}
	for _, begins := range parting {
		slices.Sort(begins)
	}
	return parting
}

// Of returns where the part begins that a document is in. file and offset are the fields
// File and Offset of the document.
func (t Parting) Of(file string, offset int64) (start int64) {
	begins := t[file]
	if len(begins) == 0 {
		return 0
	}
	at := sort.Search(len(begins), func(i int) bool { return begins[i] > offset }) - 1
	return begins[max(at, 0)]
}

// MarshalJSON keeps paths that are not UTF-8: a Parting travels as a field of a DoFn.
func (t Parting) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(map[string][]int64(t))
	return append(base64.StdEncoding.AppendEncode([]byte{'"'}, b.Bytes()), '"'), err
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (t *Parting) UnmarshalJSON(text []byte) error {
	b, err := base64.StdEncoding.DecodeString(strings.Trim(string(text), `"`))
	if err != nil {
		return err
	}
	return gob.NewDecoder(bytes.NewReader(b)).Decode((*map[string][]int64)(t))
}
