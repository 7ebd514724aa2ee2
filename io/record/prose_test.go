package record

import (
	"encoding/json"
	"testing"
)

func TestProse(t *testing.T) {
	for _, tc := range []struct {
		prose Prose
		json  string
		below bool // .17
	}{
		{ProseOf(0, 0), `{}`, false}, // not known
		{ProseOf(0, 7), `{"prose":0}`, true},
		{ProseOf(16, 100), `{"prose":0.16}`, true},
		{ProseOf(17, 100), `{"prose":0.17}`, false},
		{ProseOf(1, 3), `{"prose":0.33}`, false},
		{ProseOf(5, 5), `{"prose":1}`, false},
	} {
		type line struct {
			Prose Prose `json:"prose,omitzero"`
		}
		b, err := json.Marshal(line{tc.prose})
		if err != nil || string(b) != tc.json {
			t.Errorf("%d: %s, %v, want %s", tc.prose, b, err, tc.json)
		}
		var got line
		if err := json.Unmarshal(b, &got); err != nil || got.Prose != tc.prose {
			t.Errorf("%s is read as %d, %v, want %d", b, got.Prose, err, tc.prose)
		}
		if got := tc.prose.Below(.17); got != tc.below {
			t.Errorf("%s.Below(.17) = %v", b, got)
		}
	}
	for _, bad := range []string{`-0.01`, `1.01`, `"x"`, `true`} {
		var p Prose
		if err := json.Unmarshal([]byte(bad), &p); err == nil {
			t.Errorf("%s is read as %d", bad, p)
		}
	}
}
