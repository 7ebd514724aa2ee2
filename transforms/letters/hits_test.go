package letters

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/letters/chain"
)

// Hits are in order of i, and k may be before that of the hit before. What is as in the hit before takes no bytes.
func TestSharedHits(t *testing.T) {
	want := sharedHits{b: 0x0102030405060708, hits: []chain.Hit{
		{I: 3, K: 1000, N: 12, Bits: 90}, {I: 3, K: 989, N: 12, Bits: 90}, {I: 4, K: 990, N: 13, Bits: 91},
		{I: 100_003, K: 101_000, N: 12, Bits: 255}, {I: 1<<28 - 1, K: 0, N: 1},
	}}
	payload := want.Append(nil)
	if diff := cmp.Diff([]byte(
		"\x01\x02\x03\x04\x05\x06\x07\x08"+
			"\x06\xca\x0f\x0c\x5a"+ // i = 3, k = i + 997, n = 12, bits = 90
			"\x01\x15"+ // i is the same, k 11 less, n and bits are the same
			"\x02\x00\x0d\x5b"), // i and k are one more, n = 13, bits = 91
		payload[:19]); diff != "" {
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
