package evaluate

import "testing"

// TestSides: two documents of one id, one of the input and one of the source, are two documents.
func TestSides(t *testing.T) {
	const (
		source = `{"a":"tim","a_start":0,"a_end":100,"b":"tim","b_start":300,"b_end":400,"source":true}` + "\n"
		plain  = `{"a":"tim","a_start":0,"a_end":100,"b":"tim","b_start":300,"b_end":400}` + "\n"
		inside = `{"a":"ann","a_start":0,"a_end":100,"b":"ann","b_start":300,"b_end":400}` + "\n"
		other  = `{"a":"ann","a_start":500,"a_end":600,"b":"tim","b_start":300,"b_end":400,"source":true}` + "\n"
		mine   = `{"a":"ann","a_start":500,"a_end":600,"b":"tim","b_start":300,"b_end":400}` + "\n"
	)
	for _, tc := range []struct {
		name, result, gold                   string
		within, resultPairs, goldPairs, both int
	}{
		{"both say it", source, source, 0, 1, 1, 1},
		{"the gold does not say it", source, plain, 0, 1, 1, 1},
		{"the gold does not say it, another pair", source + other, plain + mine, 0, 2, 2, 2},
		{"nobody says it", plain, plain, 1, 0, 0, 0},
		{"also inside", source + inside, source, 1, 1, 1, 1},
		{"another side", mine + source, other + source, 0, 2, 2, 1},
		{"ids of one side only", other, mine, 0, 1, 1, 1},
		{"the gold in another order", other,
			`{"a":"tim","a_start":300,"a_end":400,"b":"ann","b_start":500,"b_end":600}` + "\n", 0, 1, 1, 1},
	} {
		r, err := evaluate(t, map[string]string{"r.jsonl": tc.result, "gold.jsonl": tc.gold},
			Params{Result: "r.jsonl", Gold: "gold.jsonl"})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		d := r.Documents
		if r.Characters.Within != tc.within || d.Result != tc.resultPairs || d.Gold != tc.goldPairs ||
			d.Both != tc.both {
			t.Errorf("%s: %d inside, document pairs %+v, want %d inside, %d, %d, both %d", tc.name, r.Characters.Within,
				d, tc.within, tc.resultPairs, tc.goldPairs, tc.both)
		}
	}
}
