package planted

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlantIsDeterministic(t *testing.T) {
	text := texts(english)
	one, err := Plant(standard, text)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Plant(standard, text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, two); diff != "" {
		t.Errorf("a second run differs (-first +second):\n%s", diff)
	}
	other := slices.Clone(text)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
	for i := range other {
		other[i].ID = fmt.Sprint("renamed", i)
	}
	if two, err = Plant(standard, other); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, two); diff != "" {
		t.Errorf("another order of the texts makes another collection (-first +second):\n%s", diff)
	}
	p := standard
	p.Seed = 2
	three, err := Plant(p, text)
	if err != nil {
		t.Fatal(err)
	}
	if cmp.Equal(one, three) {
		t.Error("another seed makes the same collection")
	}
}

func TestPlantErrors(t *testing.T) {
	with := func(change func(*Params)) Params { p := standard; change(&p); return p }
	for _, tc := range []struct {
		name    string
		p       Params
		text    []Document
		wantErr string
	}{
		{"size", with(func(p *Params) { p.Size = 0 }), nil, "Size is 0"},
		{"too many cases", with(func(p *Params) { p.PerThousand = 60 }), nil, "PerThousand is 60, want 0 to 47"},
		{"share", with(func(p *Params) { p.Boilerplate = 1.5 }), nil, "Boilerplate is 1.5"},
		{"documents", with(func(p *Params) { p.Documents = -1 }), nil, "Documents is -1"},
		{"no text", standard, nil, "the text gives 0 documents"},
		{"hardly any text", standard, []Document{{"a", "One. Two. Three."}}, "the text gives 0 documents"},
		{"documents too small for passages", with(func(p *Params) {
			p.Size = 200
		}), texts(english), "large enough to take part"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Plant(tc.p, tc.text)
			if err == nil || !strings.Contains(err.Error(), tc.wantErr) {
				t.Errorf("Plant error = %v, want one with %q", err, tc.wantErr)
			}
		})
	}
	c, err := Plant(with(func(p *Params) { p.Documents = 50; p.PerThousand = 40 }), texts(english))
	if err != nil || len(c.Documents) != 50 {
		t.Errorf("with documents=50: %d documents, %v", len(c.Documents), err)
	}
}

func BenchmarkPlant(b *testing.B) {
	text := texts(english)
	size := 0
	for _, d := range text {
		size += len(d.Text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Plant(standard, text); err != nil {
			b.Fatal(err)
		}
	}
}
