package seedextend

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// In the memory of another document, a document has the same index.
func FuzzReset(f *testing.F) {
	f.Add([]byte("one two three one one two"), []byte("two \xff three"))
	f.Add([]byte("two"), []byte("one two \xffthree two\xff two two"))
	f.Fuzz(func(t *testing.T, before, data []byte) {
		d, want := fromBytes(before), fromBytes(data)
		d.Reset()
		if d.Indexed() {
			t.Error("an empty document is indexed")
		}
		d.Words, d.Tokens, d.Units = want.Words, want.Tokens, want.Units
		d.From, d.To, d.Hidden, d.Altered, d.Hot = want.From, want.To, want.Hidden, want.Altered, want.Hot
		d.Index(nil)
		if diff := cmp.Diff(want, d, cmp.AllowUnexported(Document{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-fresh +in old memory):\n%s", diff)
		}
	})
}
