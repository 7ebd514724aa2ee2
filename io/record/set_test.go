package record

import "testing"

func TestSetOrder(t *testing.T) {
	in := []InSet{{ID: "a", Set: "a"}, {ID: "b", Set: "a"}, {ID: "b", Set: "aa", R: .5}, {ID: "a", Set: "b"}}
	inOrder(t, in)
	sizes := []SetSize{{Set: "z", Documents: 1 << 40}, {Set: "a", Documents: 300}, {Set: "b", Documents: 300},
		{Set: "a", Documents: 2}}
	inOrder(t, sizes)
	if got, err := JSON(InSet{"中", "a", "b", .5,
		"0f"}); string(got) != `{"id":"中","set":"a","representative":"b","r":0.5,"words":"0f"}` || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := JSON(SetSize{"a", "b", 2,
		1}); string(got) != `{"set":"a","representative":"b","documents":2,"min_r":1}` || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}
