package cleaning

import (
	"bytes"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
)

// What travels when a collection is cleaned is read as it was written, and a payload that is
// cut short is an error.
func TestCleanPayloads(t *testing.T) {
	spot := Spot{ID: "中", File: "f\x00中", Part: 1 << 40, Record: 7}
	home := Home{ID: "a", Spot: spot, Runes: 300, Content: 1 << 63, Sum: [16]byte{1, 2}, Gone: true, Order: "\x00\x01"}
	copied := Copy{ID: "中\x00", Start: 1, End: 300, Sentence: 1 << 30, Sentences: 2, Kind: sourceCopy, KeptID: "b",
		KeptStart: 4, KeptEnd: 5}
	grouped := member{sum: [16]byte{9}, rank: 1, home: home}
	unit := Unit{Sum: [16]byte{8}, Pinned: true, Order: "\x00\xff", ID: "a\x00", Start: 5, End: 9, Number: 4, Hot: true,
		Partial: true, Spot: spot,
		Before: []Neighbour{{Sum: [16]byte{7}, Start: 1, End: 300, Words: 4, Inside: true}, {End: 1, Heading: true}},
		After:  []Neighbour{{Start: 9, End: 10}}}
	found := run{Document: 1 << 63, Start: 3, End: 400}
	edit := Edit{Spot: spot, Kind: takeEdit, Start: 1, End: 2, Sentence: 3, Sentences: 4, KeptID: "a", KeptStart: 5,
		KeptEnd: 6, Number: 7, Hot: true, Reason: "hot", Subject: []byte{1}}
	fate := Fate{ID: "a\x00", End: 300, Reason: "3 characters left", Removed: []record.Removed{
		{ID: "a\x00", Start: 1, End: 300, KeptID: "中", KeptStart: 5, KeptEnd: 6, Reason: HotReason, Source: true},
		{ID: "a\x00", End: 1},
	}}
	twin := Twin{Of: "a\x00", ID: "中\x00", End: 300}
	check := func(name string, b []byte, want any, read func(b []byte) (any, error)) {
		t.Helper()
		got, err := read(b)
		if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(member{})); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		prefixes(t, name, b, func(b []byte) error { _, err := read(b); return err })
	}
	check("Home", home.Append(nil), home, func(b []byte) (any, error) { return engine.Read[Home](b) })
	check("Copy", copied.Append(nil), copied, func(b []byte) (any, error) { return engine.Read[Copy](b) })
	check("member", grouped.Append(nil), grouped, func(b []byte) (any, error) { return engine.Read[member](b) })
	check("Unit", unit.Append(nil), unit, func(b []byte) (any, error) { return engine.Read[Unit](b) })
	check("Run", found.Append(nil), found, func(b []byte) (any, error) { return engine.Read[run](b) })
	check("Fate", fate.Append(nil), fate, func(b []byte) (any, error) { return engine.Read[Fate](b) })
	check("Twin", twin.Append(nil), twin, func(b []byte) (any, error) { return engine.Read[Twin](b) })
	if f, t2 := fate.Append(nil), twin.Append(nil); bytes.Compare(f, t2) >= 0 ||
		!bytes.Equal((*twins).Set(nil, f), (*twins).Set(nil, t2)) {
		t.Errorf("the fate %x is not of the twin %x, or does not come before it", f, t2)
	}
	check("Edit", edit.Append(nil), edit, func(b []byte) (any, error) { return engine.Read[Edit](b) })
}

// The order of bytes is the order in which of equal units the first is kept.
func TestUnitOrder(t *testing.T) {
	inOrder := []Unit{
		{Pinned: true, Order: "9", ID: "z", Start: 9},
		{Order: "1", ID: "b", Start: 300},
		{Order: "2", ID: "a", Start: 2},
		{Order: "2", ID: "a", Start: 300},
		{Order: "2", ID: "a\x00", Start: 1},
		{Order: "2", ID: "b", Start: 1},
		{Sum: [16]byte{15: 1}, Pinned: true},
	}
	for i := 1; i < len(inOrder); i++ {
		if bytes.Compare(inOrder[i-1].Append(nil), inOrder[i].Append(nil)) >= 0 {
			t.Errorf("%+v does not come before %+v", inOrder[i-1], inOrder[i])
		}
	}
}

// prefixes calls read with every true prefix of a whole payload. None may be read without an
// error, and none may panic.
func prefixes(t *testing.T, name string, whole []byte, read func([]byte) error) {
	t.Helper()
	for n := range whole {
		if err := read(whole[:n]); err == nil {
			t.Errorf("%s: the first %d of %d bytes are read without an error", name, n, len(whole))
		}
	}
}
