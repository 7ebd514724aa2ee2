package seedextend

import "testing"

func TestAccept(t *testing.T) {
	// Words of 9 letters and a space: n words are 10n-1 code points, 10n with the full
	// stop. a and b have the same first 12 words.
	text := func(prefix string) string {
		return "abcdefghi abcdefghj abcdefghk abcdefghl abcdefghm abcdefghn abcdefgho abcdefghp abcdefghq abcdefghr abcdefghs abcdefght " + prefix
	}
	a := sentences(text("zzzzzzzza zzzzzzzzb zzzzzzzzc zzzzzzzzd zzzzzzzze."))
	b := sentences(text("yyyyyyyya yyyyyyyyb yyyyyyyyc yyyyyyyyd yyyyyyyye."))
	other := sentences("xxxxxxxxa xxxxxxxxb xxxxxxxxc xxxxxxxxd xxxxxxxxe xxxxxxxxf xxxxxxxxg xxxxxxxxh xxxxxxxxi xxxxxxxxj xxxxxxxxk xxxxxxxxl xxxxxxxxm xxxxxxxxn xxxxxxxxo xxxxxxxxp.")
	for _, tc := range []struct {
		name    string
		b       *Document
		words   uint32
		common  int
		cosine  float64
		longRun bool
		want    bool
	}{
		{"99 code points, however strong", b, 10, 40, 1, true, false},
		{"109, 15 words and the cosine", other, 11, 15, .7, false, true},
		{"109, 14 words", b, 11, 14, .7, true, false},
		{"109, 15 words, a weak cosine", other, 11, 15, .69, false, false},
		{"109, 15 words, a weak cosine, but 12 words in a run", b, 11, 15, .4, true, true},
		{"159, nothing", other, 16, 19, .44, false, false},
		{"159, 20 words", other, 16, 20, .4, false, true},
		{"159, the cosine", other, 16, 3, .45, false, true},
		{"159, a long run", b, 16, 3, .4, true, true},
	} {
		w := NewWorker(Default())
		w.a, w.b = a, tc.b
		w.taken.reset(a.units(), tc.b.units())
		c := cluster{box: box{0, 1, 0, 1}, a: span{0, tc.words}, b: span{0, tc.words}, common: tc.common, cosine: tc.cosine, longRun: tc.longRun}
		if got := w.accept(&c); got != tc.want {
			t.Errorf("%s: accept = %v, want %v", tc.name, got, tc.want)
		}
		c.b.hi = 5 // the shorter side decides
		if w.accept(&c) {
			t.Errorf("%s: accept with 49 code points on one side", tc.name)
		}
	}
}
