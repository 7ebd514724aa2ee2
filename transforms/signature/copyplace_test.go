package signature

import "testing"

func TestCopyPlace(t *testing.T) {
	for _, tc := range []struct{ start, run, want uint32 }{
		{0, 0, 0},
		{0, NoRun, NoRun},
		{7, 7, 7},
		{40, 10, 10},
		{41, 10, NoRun}, // too far
		{5, 6, NoRun},
		{copyWords - 1, copyWords - 9, copyWords - 9},
		{copyWords - 1, NoRun, NoRun},
	} {
		place := copyPlace(tc.start, tc.run)
		if place&CopyMark == 0 {
			t.Errorf("%+v: the place %x has no mark", tc, place)
		}
		for _, p := range []uint32{place, place &^ CopyMark} {
			if start, run := ReadCopyPlace(p); start != tc.start || run != tc.want {
				t.Errorf("%+v: %d, %d", tc, start, run)
			}
		}
	}
	if start, run := ReadCopyPlace(CopyMark | 3<<copyBits | 5); start != 3 || run != NoRun {
		t.Errorf("a run that begins before the document: %d, %d", start, run)
	}
}
