package record

import (
	"encoding/json"
	"testing"
)

func TestProse(t *testing.T) {
	for _, tc := range []struct {
		prose Prose
		json  string
		below bool // MinProse
	}{
		{ProseOf(0, 0), `{}`, false}, // not known
		{ProseOf(0, 7), `{"prose":0}`, true},
		{ProseOf(49, 100), `{"prose":0.49}`, true},
		{ProseOf(50, 100), `{"prose":0.5}`, false},
		{ProseOf(2, 3), `{"prose":0.67}`, false},
		{ProseOf(5, 5), `{"prose":1}`, false},
		{ProseOf(6, 5), `{"prose":1}`, false}, // more than running text has
		{ProseOf(3, .5), `{"prose":1}`, false},
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
		if got := tc.prose.Below(MinProse); got != tc.below {
			t.Errorf("%s.Below(MinProse) = %v", b, got)
		}
	}
	for _, bad := range []string{`-0.01`, `1.01`, `"x"`, `true`} {
		var p Prose
		if err := json.Unmarshal([]byte(bad), &p); err == nil {
			t.Errorf("%s is read as %d", bad, p)
		}
	}
}
