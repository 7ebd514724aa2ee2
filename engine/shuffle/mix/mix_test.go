package mix

import "testing"

// The values reach disks, other machines and results.
func TestValuesArePinned(t *testing.T) {
	inputs := []uint64{0, 1, 2, 1 << 32, ^uint64(0), 0x0123456789abcdef}
	for _, tc := range []struct {
		name string
		f    func(uint64) uint64
		want []uint64
	}{
		{"Full", Full, []uint64{0xe220a8397b1dcdaf, 0x910a2dec89025cc1, 0x975835de1c9756ce, 0xc42c5a1aa3820138,
			0xe4d971771b652c20, 0x157a3807a48faa9d}},
		{"High", High, []uint64{0x0, 0xca009717327d1f6e, 0x6c3247d381df2495, 0x107199566433a168, 0xa68094cc4f620527,
			0x992409c1af83ac2f}},
		{"Zero", Zero, []uint64{0x0, 0x8aed0390bd5bae2, 0x3fb6798525919e24, 0x6b88c82f2976d2ec, 0x368fba7faf390b17,
			0xdf980b7b0029c535}},
		{"Step(7)", func(x uint64) uint64 {
			return Step(7, x)
		}, []uint64{0x53845410e72bc400, 0xb54cda5d51d83ab9, 0x1715609fc4df6892, 0xd2ced021ed7fe5a8, 0xe443234778d8ef8,
			0xb90f53a0d79ed920}},
		{"Pair", func(x uint64) uint64 {
			return uint64(Pair(uint32(x>>32), uint32(x)))
		}, []uint64{0xd0bd7ff3, 0x6e7d20d9, 0xd63e5c55, 0xa447338c, 0x5ae36246, 0x4f701568}},
	} {
		for i, x := range inputs {
			if got := tc.f(x); i >= len(tc.want) || got != tc.want[i] {
				t.Errorf("%s(%#x) = %#x, want %#x", tc.name, x, got, tc.want)
			}
		}
	}
}

func TestOfHigh(t *testing.T) {
	for _, x := range []uint64{0, 1, 2, 1 << 32, 0x123456789abcdef, 1<<64 - 1} {
		if got := OfHigh(High(x)); got != x {
			t.Errorf("OfHigh(High(%#x)) = %#x", x, got)
		}
	}
}
