package most

import (
	"encoding/json"
	"testing"
)

func TestDocuments(t *testing.T) {
	for _, tc := range []struct {
		text, json string
		want       Documents
	}{{"auto", `"auto"`, Auto}, {"0", "0", 0}, {"250", "250", 250}} {
		var m, back Documents
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
	m := Documents(7)
	for _, s := range []string{"", "-1", "-2", "1.5", "Auto", "many"} {
		if m.Set(s) == nil || json.Unmarshal([]byte(`"`+s+`"`), &m) == nil {
			t.Errorf("%q is read as %v", s, m)
		}
	}
}
