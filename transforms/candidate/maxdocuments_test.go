package candidate

import (
	"encoding/json"
	"testing"
)

func TestMaxDocuments(t *testing.T) {
	for _, tc := range []struct {
		max  MaxDocuments
		size int64
		want int
	}{
		{AutoDocuments, 0, 20}, {AutoDocuments, 1, 20}, {AutoDocuments, 41, 20}, {AutoDocuments, 42, 21},
		{AutoDocuments, 199, 99}, {AutoDocuments, 200, 100}, {AutoDocuments, 1 << 40, 100},
		{0, 5000, 0}, {3, 5000, 3}, {5000, 10, 5000},
	} {
		if got := tc.max.In(tc.size); got != tc.want {
			t.Errorf("%v in %d documents is %d, want %d", tc.max, tc.size, got, tc.want)
		}
	}
}

func TestMaxDocumentsText(t *testing.T) {
	for _, tc := range []struct {
		text, json string
		want       MaxDocuments
	}{{"auto", `"auto"`, AutoDocuments}, {"0", "0", 0}, {"250", "250", 250}} {
		var m, back MaxDocuments
		if err := m.Set(tc.text); err != nil || m != tc.want || m.String() != tc.text {
			t.Errorf("Set(%q): %v, %v", tc.text, m, err)
		}
		if b, err := json.Marshal(m); err != nil || string(b) != tc.json {
			t.Errorf("%v is %s in JSON, %v", m, b, err)
		}
		if err := json.Unmarshal([]byte(tc.json), &back); err != nil || back != m {
			t.Errorf("%s is read as %v, %v", tc.json, back, err)
		}
	}
	m := MaxDocuments(7)
	for _, s := range []string{"", "-1", "-2", "1.5", "Auto", "many"} {
		if m.Set(s) == nil || json.Unmarshal([]byte(`"`+s+`"`), &m) == nil {
			t.Errorf("%q is read as %v", s, m)
		}
	}
}
