package record

import (
	"bytes"
	"testing"
)

func TestEqualOrder(t *testing.T) {
	in := []Equal{{ID: "b", Equal: "a"}, {ID: "c", Equal: "a"}, {ID: "b", Equal: "aa"}, {ID: "b", Equal: "a", Source: true}}
	for i := 1; i < len(in); i++ {
		if bytes.Compare(in[i-1].SortKey(), in[i].SortKey()) >= 0 {
			t.Errorf("%+v is not before %+v", in[i-1], in[i])
		}
	}
	for i, want := range []string{`{"id":"b","equal":"a"}`, 3: `{"id":"b","equal":"a","source":true}`} {
		if got, err := JSON(in[i]); want != "" && string(got) != want || err != nil {
			t.Errorf("%+v is written as %s, %v", in[i], got, err)
		}
	}
}
