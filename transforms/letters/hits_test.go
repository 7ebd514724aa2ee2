package letters

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/letters/chain"
)

// Hits are in order of i, and k may be before that of the hit before.
func TestSharedHits(t *testing.T) {
	want := sharedHits{b: 0x0102030405060708, hits: []chain.Hit{
		{I: 3, K: 1000, N: 12, Bits: 90}, {I: 3, K: 989, N: 13, Bits: 91}, {I: 100_003, K: 101_000, N: 12, Bits: 255}, {I: 1<<28 - 1, K: 0, N: 1},
	}}
	payload := want.Append(nil)
	if diff := cmp.Diff([]byte(
		"\x01\x02\x03\x04\x05\x06\x07\x08"+
			"\x03\xd0\x0f\x0c\x5a"+ // i = 3, k = 1000, n = 12, bits = 90
			"\x00\x15\x0d\x5b"), // i is the same, k 11 less, n = 13, bits = 91
		payload[:17]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var got sharedHits
	if err := got.Read(payload); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(sharedHits{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for n := range payload[:8+5] {
		if err := got.Read(payload[:n]); (err == nil) != (n == 8) {
			t.Errorf("%d of %d bytes: %v", n, len(payload), err)
		}
	}
}
