package signature

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/signature/imatch"
)

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		change func(*Params)
		want   string // empty: valid
	}{
		{func(*Params) {}, ""},
		{func(p *Params) { p.Method = "md5" }, "--signature=md5"},
		{func(p *Params) { p.Idf = imatch.Range{Lo: 0.5, Hi: 0.4} }, "--idf: the idf range 0.5,0.4"},
		{func(p *Params) { p.Idf.Lo = math.NaN() }, "--idf"},
		{func(p *Params) { p.N = 0 }, "--n=0"},
		{func(p *Params) { p.Spots.Distance = 0 }, "--spot_distance=0"},
		{func(p *Params) { p.Spots.Chain = 17 }, "--chain=17: want 1 to 16"},
		{func(p *Params) { p.Antecedents.Count = -5 }, "--antecedents=-5"},
		{func(p *Params) { p.Tau = 0 }, "--tau=0"},
		{func(p *Params) { p.Tau = math.NaN() }, "--tau=NaN"},
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

func TestIdfFlag(t *testing.T) {
	for in, want := range map[string]imatch.Range{"0.1,1.0": {Lo: 0.1, Hi: 1}, "0,0.5": {Hi: 0.5}, "0.2, 0.3": {Lo: 0.2, Hi: 0.3}} {
		var r imatch.Range
		if err := (&rangeFlag{&r}).Set(in); err != nil || r != want {
			t.Errorf("Set(%q) = %v, %+v", in, err, r)
		}
	}
	for _, bad := range []string{"", "0.1", "0.1;1", "a,b", "0.1,1.0x", "0.1,0.5,1", "0.9,0.1", "-1,1", "0,2", "nan,1"} {
		r := imatch.Range{Lo: 0.3, Hi: 0.4}
		if err := (&rangeFlag{&r}).Set(bad); err == nil || r.Lo != 0.3 {
			t.Errorf("Set(%q) = %v and left %+v", bad, err, r)
		}
	}
	if got := (&rangeFlag{&imatch.Range{Lo: 0.1, Hi: 1}}).String(); got != "0.1,1" {
		t.Errorf("shown as %q", got)
	}
}

func TestAntecedentsFlag(t *testing.T) {
	dir := t.TempDir()
	file := func(text string) string {
		f, err := os.CreateTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		f.WriteString(text)
		return f.Name()
	}
	word := func(w string) uint32 {
		h, ok := token.HashWord(w)
		if !ok {
			t.Fatalf("%q is no word", w)
		}
		return h
	}
	for _, tc := range []struct {
		in    string
		want  Antecedents
		shown string
	}{
		{"0", Antecedents{Share: DefaultShare}, "0"},
		{"60", Antecedents{Share: DefaultShare, Count: 60}, "60"},
		{file("\ufeffThe"), Antecedents{Share: DefaultShare, Words: []uint32{word("the")}}, "1 given words"},
		{file("# frequent\nThe\n\n  of  \r\n的"), Antecedents{Share: DefaultShare, Words: []uint32{word("the"), word("of"), word("的")}}, "3 given words"},
	} {
		a := Antecedents{Count: 1}
		f := antecedentsFlag{&a}
		if err := f.Set(tc.in); err != nil {
			t.Errorf("Set(%q): %v", tc.in, err)
		}
		if diff := cmp.Diff(tc.want, a); diff != "" || f.String() != tc.shown {
			t.Errorf("Set(%q) is shown as %q, want %q (-want +got):\n%s", tc.in, f.String(), tc.shown, diff)
		}
	}
	two, none := file("the\nin front\n"), file("# nothing\n\n")
	for in, want := range map[string]string{
		"sixty":                        "neither a number nor a file that can be read: open sixty: no such file",
		two:                            two + `:2: "in front" is not one word`,
		none:                           none + ": no word in it",
		file("the\n,\n"):               `:2: "," is not one word`,
		file(strings.Repeat("x", 1e5)): "token too long",
	} {
		a := Antecedents{Count: 7}
		if err := (&antecedentsFlag{&a}).Set(in); err == nil || !strings.Contains(err.Error(), want) || a.Count != 7 {
			t.Errorf("Set: %v, want %q", err, want)
		}
	}
}
