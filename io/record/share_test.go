package record

import "testing"

func TestType(t *testing.T) {
	for _, tc := range []struct {
		a, b  float64
		prose Prose
		want  Type
	}{
		{.5, .5, 0, WholeType},
		{1, .49, 0, Inside},
		{.01, .5, ProseOf(50, 100), Inside},
		{.49, .49, 0, Quotation},
		{0, 0, 0, Quotation},
		{1, 1, ProseOf(49, 100), Furniture},
		{.1, .1, ProseOf(0, 100), Furniture},
	} {
		if got := (&Passage{AShare: tc.a, BShare: tc.b, Prose: tc.prose}).Type(); got != tc.want {
			t.Errorf("%+v: %d", tc, got)
		}
	}
}
