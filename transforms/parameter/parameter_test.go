package parameter

import "testing"

func TestError(t *testing.T) {
	for _, tc := range []struct {
		err  Error
		want string
	}{
		{Error{"signature.Params", "Tau", 2.0, "above 0 and at most 1"},
			"signature.Params: Tau is 2, want above 0 and at most 1"},
		{Error{"signature.Params", "Method", "", "imatch"}, "signature.Params: Method is empty, want imatch"},
		{Error{"partial.Params", "Shuffle", nil, "a shuffle.Params"},
			"partial.Params: Shuffle is empty, want a shuffle.Params"},
	} {
		if got := tc.err.Error(); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
	if got := (&Error{Of: "signature.Params", Name: "Spots.Length"}).Field(); got != "signature.Params.Spots.Length" {
		t.Error(got)
	}
}

// Must panics with the error that Impossible returns, and with no other.
func TestMust(t *testing.T) {
	Must(nil)
	defer func() {
		if err, ok := recover().(*Error); !ok ||
			err.Error() != "signature.Params: Tau is 2, want above 0 and at most 1" {
			t.Errorf("Must panics with %v", err)
		}
	}()
	Must(Of("signature.Params").Impossible("Tau", 2, "above 0 and at most 1"))
}
