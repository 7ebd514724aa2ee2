package group

import (
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire/wiretest"
)

// The bytes of payloads are fixed, and can be read.
func TestPayloads(t *testing.T) {
	p := place{300}
	b := p.Append(nil)
	wiretest.Golden(t, "place", b, "01ac02")
	if got, err := engine.Read[place](b); got != p || err != nil {
		t.Errorf("a place is read as %+v, %v", got, err)
	}
	wiretest.Prefixes(t, "place", b, new(place).Read)

	v := ranked{Key: 1, Copies: 300, ID: "中"}
	b = v.Append(nil)
	wiretest.Golden(t, "ranked", b, "010000000000000001ac0203e4b8ad")
	if got, err := engine.Read[ranked](b); got != v || err != nil {
		t.Errorf("a ranked is read as %+v, %v", got, err)
	}
	wiretest.Prefixes(t, "ranked", b, new(ranked).Read)

	e := end{1 << 40}
	b = e.Append(nil)
	wiretest.Golden(t, "end", b, "020000010000000000")
	if got, err := engine.Read[end](b); got != e || err != nil {
		t.Errorf("an end is read as %+v, %v", got, err)
	}
	wiretest.Prefixes(t, "end", b, new(end).Read)
}
