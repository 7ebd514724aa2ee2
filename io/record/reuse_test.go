package record

import "testing"

// Pairs are ranked by score, then by a, then b; sentences come in the order of their places.
func TestReuseOrder(t *testing.T) {
	pairs := []ReusePair{{Score: 20, A: "z"}, {Score: 9.5, A: "a", B: "b"}, {Score: 9.5, A: "a", B: "c"},
		{Score: 9.5, A: "ab", B: "a"}, {Score: 0.6, A: "a"}}
	inOrder(t, pairs)
	sentences := []ReusedSentence{{A: "a", AStart: 2, B: "z", BStart: 9}, {A: "a", AStart: 300, B: "b", BStart: 1},
		{A: "a", AStart: 300, B: "b", BStart: 70000}, {A: "a", AStart: 300, B: "c"}, {A: "b"}}
	inOrder(t, sentences)
	b, err := JSON(ReusePair{A: "a", B: "b", Score: 5.5, Sentences: 6, AShare: 0.25, BShare: 1, Dice: 0.4,
		Source: true})
	if want := `{"a":"a","b":"b","score":5.5,"sentences":6,"a_share":0.25,"b_share":1,"dice":0.4,"source":true}`; err != nil || string(b) != want {
		t.Errorf("%s, %v, want %s", b, err, want)
	}
}
