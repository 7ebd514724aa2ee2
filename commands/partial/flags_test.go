package partial

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/imatch"
)

func TestIdfFlag(t *testing.T) {
	for in, want := range map[string]imatch.Range{"0.1,1.0": {Lo: 0.1, Hi: 1}, "0,0.5": {Hi: 0.5},
		"0.2, 0.3": {Lo: 0.2, Hi: 0.3}} {
		var r imatch.Range
		if err := (&idfFlag{&r}).Set(in); err != nil || r != want {
			t.Errorf("Set(%q) = %v, %+v", in, err, r)
		}
	}
	for _, bad := range []string{"", "0.1", "0.1;1", "a,b", "0.1,1.0x", "0.1,0.5,1", "0.9,0.1", "-1,1",
		"0,2", "nan,1"} {
		r := imatch.Range{Lo: 0.3, Hi: 0.4}
		if err := (&idfFlag{&r}).Set(bad); err == nil || r.Lo != 0.3 {
			t.Errorf("Set(%q) = %v and left %+v", bad, err, r)
		}
	}
	if got := (&idfFlag{&imatch.Range{Lo: 0.1, Hi: 1}}).String(); got != "0.1,1" {
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
		want  signature.Antecedents
		shown string
	}{
		{"0", signature.Antecedents{Share: signature.DefaultShare}, "0"},
		{"60", signature.Antecedents{Share: signature.DefaultShare, Count: 60}, "60"},
		{file("\ufeffThe"), signature.Antecedents{Share: signature.DefaultShare, Words: []uint32{word("the")}},
			"1 given words"},
		{file("# frequent\nThe\n\n  of  \r\n的"), signature.Antecedents{Share: signature.DefaultShare,
			Words: []uint32{word("the"), word("of"), word("的")}}, "3 given words"},
	} {
		a := signature.Antecedents{Count: 1}
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
		a := signature.Antecedents{Count: 7}
		if err := (&antecedentsFlag{&a}).Set(in); err == nil || !strings.Contains(err.Error(), want) || a.Count != 7 {
			t.Errorf("Set: %v, want %q", err, want)
		}
	}
}
