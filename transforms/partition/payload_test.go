package partition

import (
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/engine/wire/wiretest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/partition/bounded"
	"example.org/diagonal/transforms/partition/similar"
)

// The bytes of payloads are fixed, and can be read.
func TestPayloads(t *testing.T) {
	page := Page{Class: 1, Check: 2, ID: "中", Copies: 300, Shards: []uint32{3, 300}, Hash: 4,
		text: text{words: []uint32{5, 6, 7}, ends: []uint32{0, 2, 3}}}
	b := page.Append(nil)
	wiretest.Golden(t, "Page", b, "220000000000000001000000000000000203e4b8adac020203ac0200000000000000040000030300020100050000000600000007000000")
	got := Page{Shards: []uint32{9, 9, 9}, text: text{words: []uint32{9}, ends: []uint32{9}}} // reused
	if err := got.Read(b); err != nil {
		t.Error(err)
	}
	if diff := gocmp.Diff(page, got, gocmp.AllowUnexported(Page{}, text{})); diff != "" {
		t.Errorf("Page (-want +got):\n%s", diff)
	}
	wiretest.Prefixes(t, "Page", b, func(b []byte) error { return new(Page).Read(b) })

	page.Earlier = &record.InSet{ID: "b", Set: "a", Representative: "b", R: 1, Words: "ff"}
	page.Changed = true
	b = page.Append(nil)
	wiretest.Golden(t, "Page of an earlier result", b, "220000000000000001000000000000000203e4b8adac020203ac02000000000000000401011a1600000000000000003ff0000000000000016201610162026666030300020100050000000600000007000000")
	if err := got.Read(b); err != nil {
		t.Error(err)
	}
	if diff := gocmp.Diff(page, got, gocmp.AllowUnexported(Page{}, text{})); diff != "" {
		t.Errorf("Page of an earlier result (-want +got):\n%s", diff)
	}
	wiretest.Prefixes(t, "Page of an earlier result", b, func(b []byte) error { return new(Page).Read(b) })

	grown := Grown{record.SetSize{Set: "a", Representative: "b", Documents: 300, MinR: .5}}
	b = grown.Append(nil)
	wiretest.Golden(t, "Grown", b, "01610162ac023fe0000000000000")
	if got, err := engine.Read[Grown](b); got != grown || err != nil {
		t.Errorf("a Grown is read as %+v, %v", got, err)
	}
	wiretest.Prefixes(t, "Grown", b, new(Grown).Read)

	placed := Placed{Check: 1, R: .5, Set: "a", Representative: ""}
	b = placed.Append(nil)
	wiretest.Golden(t, "Placed", b, "2300000000000000013fe0000000000000016100")
	if got, err := engine.Read[Placed](b); got != placed || err != nil {
		t.Errorf("a Placed is read as %+v, %v", got, err)
	}
	wiretest.Prefixes(t, "Placed", b, new(Placed).Read)

	x := bounded.State{Set: 1, Pages: 2, Words: 300, Links: 4}
	other := bounded.Link{Pages: 300, State: bounded.State{Set: 5, Pages: 6, Words: 7, Links: 8}}
	for _, tc := range []struct {
		name   string
		b      []byte
		golden string
		want   vertex
	}{
		{"a met link", appendMet(nil, 300, 5, 7), "01ac02000000000000000507",
			vertex{State: bounded.State{Set: 9, Pages: 1, Words: 7},
				links: []bounded.Link{{Pages: 300, State: bounded.State{Set: 5}}}}},
		{"a set", appendVertex(nil, x, []uint64{2, 3}), "02000000000000000102ac02040200000000000000020000000000000003",
			vertex{State: x, pages: []uint64{2, 3}}},
		{"a link", appendLink(nil, tagLink, other), "03ac020000000000000005060708",
			vertex{links: []bounded.Link{other}}},
		{"a choice", appendLink(nil, tagChoice, other), "04ac020000000000000005060708",
			vertex{choices: []bounded.Link{other}}},
		{"joined", appendState([]byte{tagJoined}, x), "05000000000000000102ac0204", vertex{State: x}},
	} {
		wiretest.Golden(t, tc.name, tc.b, tc.golden)
		var got vertex
		if err := got.add(9, tc.b); err != nil {
			t.Error(err)
		}
		if diff := gocmp.Diff(tc.want, got, gocmp.AllowUnexported(vertex{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
		wiretest.Prefixes(t, tc.name, tc.b, func(b []byte) error { return new(vertex).add(9, b) })
	}
}

// Damaged texts are refused or read, and never panic; what was written is read.
func FuzzText(f *testing.F) {
	f.Add([]byte("words"), []byte{1, 0, 2}, []byte{3, 1, 9})
	f.Fuzz(func(t *testing.T, letters, gaps, noise []byte) {
		var want, got text
		for _, c := range letters {
			want.words = append(want.words, uint32(c)<<20)
		}
		end := 0
		for _, g := range gaps {
			if end += int(g); end <= len(want.words) {
				want.ends = append(want.ends, uint32(end))
			}
		}
		if len(want.words)%2 == 1 {
			want.skeletons = want.ends
		}
		r := wire.NewReader(want.append(nil))
		got.read(&r)
		if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(text{}), cmpopts.EquateEmpty()); r.Err() != nil ||
			diff != "" {
			t.Errorf("%v (-want +got):\n%s", r.Err(), diff)
		}
		r = wire.NewReader(noise)
		got.read(&r)
		for _, end := range got.ends {
			if r.Err() == nil && int(end) > len(got.words) {
				t.Errorf("%x: a sentence ends at %d of %d words", noise, end, len(got.words))
			}
		}
	})
}

func TestSizeName(t *testing.T) {
	for n, want := range map[int64]string{
		1: "sets_of_1", 2: "sets_of_2", 3: "sets_of_3_to_5", 5: "sets_of_3_to_5", 6: "sets_of_6_to_10",
		10: "sets_of_6_to_10", 11: "sets_of_11_to_100",
		100: "sets_of_11_to_100", 101: "sets_of_101_to_1000", 1000: "sets_of_101_to_1000", 1001: "sets_of_1001_or_more",
	} {
		if got := sizeName(n); got != want {
			t.Errorf("sizeName(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestValidate(t *testing.T) {
	valid := Params{
		Hashed: Shingles, N: 6, Buckets: 16, Smallest: 1, MaxPages: 500,
		Similar: similar.Params{Method: similar.LCS, MinR: .5, MinCosine: .9, Distance: 3},
		Shuffle: shuffle.Params{Shards: 1},
	}
	if err := valid.Validate(); err != nil {
		t.Error(err)
	}
	for name, set := range map[string]func(*Params){
		"Hashed":   func(p *Params) { p.Hashed = "" },
		"N":        func(p *Params) { p.N = 0 },
		"Buckets":  func(p *Params) { p.Buckets = 1001 },
		"Smallest": func(p *Params) { p.Smallest = 0 },
		"MaxPages": func(p *Params) { p.MaxPages = 1 },
		"Method":   func(p *Params) { p.Similar.Method = "best" },
		"Shards":   func(p *Params) { p.Shuffle.Shards = 0 },
	} {
		p := valid
		set(&p)
		var wrong *parameter.Error
		if err := p.Validate(); !errors.As(err, &wrong) || wrong.Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
