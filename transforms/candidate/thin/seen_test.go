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
		count := map[uint64]int{}
		var all []uint64
		for range n {
			once, twice := rng.Uint64()>>16, rng.Uint64()>>16
			all = append(all, once, twice, twice)
			count[once], count[twice] = 1, 2
		}
		rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		seen := seenOf(all)
		for round := range 2 {
			seen.Begin()
			wrong, marked := 0, 0
			for _, s := range all {
				got := seen.Shared(s)
				marked += got
				switch {
				case count[s] == 2 && got != 1:
					t.Fatalf("%d, round %d: signature %x came twice and is not shared", n, round, s)
				case count[s] == 1:
					wrong += got
				}
			}
			if seen.Count() != marked {
				t.Errorf("%d, round %d: %d signatures are shared, and Count is %d", n, round, marked, seen.Count())
			}
			if wrong > n/10+1 {
				t.Errorf("%d of %d signatures that came once are taken for shared ones, want about a fortieth", wrong,
					n)
			}
		}
	}
}

// Whatever the signatures and their number are, those that came twice are shared, and Shared returns 0 or 1.
func FuzzSeen(f *testing.F) {
	f.Add([]byte("some bytes, some bytes to take signatures of"), uint8(16), uint32(9), uint16(1))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8}, uint8(63), uint32(100_000), uint16(3))
	f.Add([]byte("one signature is far more than there is room for"), uint8(0), uint32(0), uint16(1000))
	f.Add([]byte("one signature is most of several parts"), uint8(20), uint32(50_000), uint16(60_000))
	f.Fuzz(func(t *testing.T, b []byte, shift uint8, guess uint32, often uint16) {
		var all []uint64
		count := map[uint64]int{}
		add := func(s uint64) {
			all = append(all, s)
			count[s]++
		}
		for ; len(b) >= 8; b = b[1:] {
			add(binary.LittleEndian.Uint64(b) >> (shift & 63))
		}
		for range often {
			if len(all) > 0 {
				add(all[0])
			}
		}
		var seen Seen
		seen.Reset(int(guess % 1_000_000)) // the number is a guess
		seen.Add(all)
		seen.Find()
		seen.Begin()
		for _, s := range all {
			if got := seen.Shared(s); count[s] > 1 && got != 1 || got < 0 || got > 1 {
				t.Fatalf("%x came %d times: Shared returns %d", s, count[s], got)
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
				seen.Begin()
				for _, s := range all {
					shared += seen.Shared(s)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/signature")
		})
	}
}
