package signature

import (
	"math"
	"strings"
	"testing"

	"example.org/diagonal/transforms/signature/imatch"
)

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		change func(*Params)
		want   string // empty: valid
	}{
		{func(*Params) {}, ""},
		{func(p *Params) { p.Method = "md5" }, "Method is md5, want imatch, shingle or spotsigs"},
		{func(p *Params) { p.Idf = imatch.Range{Lo: 0.5, Hi: 0.4} }, "Idf is 0.5,0.4, want"},
		{func(p *Params) { p.Idf.Lo = math.NaN() }, "Idf is NaN,1"},
		{func(p *Params) { p.N = 0 }, "N is 0"},
		{func(p *Params) { p.Spots.Distance = 0 }, "Spots.Distance is 0"},
		{func(p *Params) { p.Spots.Length = 17 }, "Spots.Length is 17, want 1 to 16"},
		{func(p *Params) { p.Antecedents.Count = -5 }, "Antecedents.Count is -5"},
		{func(p *Params) { p.Tau = 0 }, "signature.Params: Tau is 0, want"},
		{func(p *Params) { p.Tau = math.NaN() }, "Tau is NaN"},
		{func(p *Params) { p.Shuffle.Shards = 0 }, "Shards is 0"},
	} {
		p := defaults()
		tc.change(&p)
		err := p.Validate()
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("Validate() = %v, want %q", err, tc.want)
		}
	}
}
