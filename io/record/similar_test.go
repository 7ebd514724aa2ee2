package record

import "testing"

func TestEqualOrder(t *testing.T) {
	in := []Equal{{ID: "b", Equal: "a"}, {ID: "c", Equal: "a"}, {ID: "b", Equal: "aa"},
		{ID: "b", Equal: "a", Source: true}}
	inOrder(t, in)
	for i, want := range []string{`{"id":"b","equal":"a"}`, 3: `{"id":"b","equal":"a","source":true}`} {
		if got, err := JSON(in[i]); want != "" && string(got) != want || err != nil {
			t.Errorf("%+v is written as %s, %v", in[i], got, err)
		}
	}
}
