package resemblance

import (
	"encoding/json"
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/group"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/resemblance"
)

// What a result was made with can be read from its JSON form.
func TestParameters(t *testing.T) {
	for _, set := range []func(*Params){
		func(*Params) {},
		func(p *Params) { p.Bounds.Resemblance, p.Bounds.Containment, p.N = .3, .9, 7 },
		func(p *Params) { p.Policy, p.EqualPairs = group.KeepLongest, true },
		func(p *Params) { p.Groups = Stars },
		func(p *Params) { p.OnlyGroups = true },
		func(p *Params) { p.Directed = true },
		func(p *Params) { p.Method, p.Modulus = resemblance.ModM, 10 },
		func(p *Params) { p.Method, p.MinHash.Permutations, p.MinHash.Bands = resemblance.MinHash, 64, 8 },
		func(p *Params) { p.Method, p.Distance = resemblance.SimHash, 0 },
		func(p *Params) { p.Method, p.Spots.Length, p.Spots.Distance = resemblance.SpotSigs, 3, 2 },
	} {
		want := Defaults()
		set(&want)
		b, err := json.Marshal(ParametersOf(want))
		if err != nil {
			t.Fatal(err)
		}
		var q Parameters
		if err := json.Unmarshal(b, &q); err != nil {
			t.Fatal(err)
		}
		got, err := q.Params()
		if err != nil {
			t.Errorf("%s: %v", b, err)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", b, diff)
		}
	}
	var wrong *parameter.Error
	if _, err := (Parameters{Method: "x"}).Params(); !errors.As(err, &wrong) || wrong.Name != "Method" {
		t.Errorf("an unknown method: %v", err)
	}
}
