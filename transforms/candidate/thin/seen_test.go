package thin

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
)

// seenOf is a Seen that was used before, with these signatures.
func seenOf(signatures []uint64) *Seen {
	used := &oftenUsed
	used.Reset(len(signatures))
	used.Add(signatures[:len(signatures)/3])
	used.Add(signatures[len(signatures)/3:])
	used.Find()
	return used
}

var oftenUsed Seen

// A signature that came twice is always shared; of those that came once, few are.
func TestSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for _, n := range []int{10_000, 1, 0, 300, 400_000, 30_000} { // larger and smaller: the memory is used again
		twice, once := make([]uint64, n), make([]uint64, n)
		var all []uint64
		for i := range n {
			twice[i], once[i] = rng.Uint64()>>16, rng.Uint64()>>16
			all = append(all, once[i], twice[i], twice[i])
		}
		rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		seen := seenOf(all)
		wrong := 0
		for i := range n {
			if seen.Shared(twice[i]) != 1 {
				t.Fatalf("%d: signature %x came twice and is not shared", n, twice[i])
			}
			wrong += seen.Shared(once[i])
		}
		if wrong > n/10+1 {
			t.Errorf("%d of %d signatures that came once are taken for shared ones, want about a fortieth", wrong, n)
		}
	}
}

// A signature that is most of all takes no memory for each time that it comes.
func TestSeenOfOne(t *testing.T) {
	const n = 1_000_000
	var s Seen
	s.Reset(n)
	room := 0
	for _, part := range s.parts {
		room += cap(part)
	}
	for range n {
		s.Add([]uint64{0x123456789abc})
	}
	s.Find()
	for _, part := range s.parts {
		room -= cap(part)
	}
	if room != 0 || s.Shared(0x123456789abc) != 1 || s.Shared(1) != 0 {
		t.Errorf("%d signatures more have room; Shared is %d, and %d of another", -room, s.Shared(0x123456789abc), s.Shared(1))
	}
}

// Whatever the signatures are, those that came twice are shared, and Shared returns 0 or 1.
func FuzzSeen(f *testing.F) {
	f.Add([]byte("some bytes, some bytes to take signatures of"), uint8(16), uint32(9))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8}, uint8(63), uint32(100_000))
	f.Fuzz(func(t *testing.T, b []byte, shift uint8, guess uint32) {
		var all []uint64
		count := map[uint64]int{}
		for ; len(b) >= 8; b = b[1:] {
			s := binary.LittleEndian.Uint64(b) >> (shift & 63)
			all = append(all, s)
			count[s]++
		}
		var seen Seen
		seen.Reset(int(guess % 1_000_000)) // the number is a guess
		seen.Add(all)
		seen.Find()
		for s, n := range count {
			if got := seen.Shared(s); n > 1 && got != 1 || got < 0 || got > 1 {
				t.Fatalf("%x came %d times: Shared returns %d", s, n, got)
			}
		}
	})
}

func BenchmarkSeen(b *testing.B) {
	for _, n := range []int{100_000, 3_000_000, 27_000_000, 68_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(4, 2))
			all := make([]uint64, n)
			for i := range all {
				all[i] = rng.Uint64() >> 16
				if i%10 == 9 {
					all[i] = all[rng.IntN(i)]
				}
			}
			shared := 0
			b.ReportAllocs()
			for b.Loop() {
				seen := seenOf(all)
				for _, s := range all {
					shared += seen.Shared(s)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/signature")
		})
	}
}
