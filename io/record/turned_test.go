package record

import (
	"reflect"
	"strings"
	"testing"
)

// Turned exchanges each field of a for that of b, and changes nothing else.
func TestTurned(t *testing.T) {
	var p Passage
	v := reflect.ValueOf(&p).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.CanInt():
			f.SetInt(int64(i + 1))
		case f.CanUint():
			f.SetUint(uint64(i + 1))
		case f.CanFloat():
			f.SetFloat(float64(i + 1))
		case f.Kind() == reflect.String:
			f.SetString(v.Type().Field(i).Name)
		}
	}
	p.ATextCut = true
	turned := p.Turned()
	if turned.Turned() != p {
		t.Errorf("turned twice: %+v", turned.Turned())
	}
	q := reflect.ValueOf(turned)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		from := name
		if rest, ok := strings.CutPrefix(name, "A"); ok {
			from = "B" + rest
		} else if rest, ok := strings.CutPrefix(name, "B"); ok {
			from = "A" + rest
		}
		if q.Field(i).Interface() != v.FieldByName(from).Interface() {
			t.Errorf("%s is %v, want %s: %v", name, q.Field(i), from, v.FieldByName(from))
		}
	}
}
