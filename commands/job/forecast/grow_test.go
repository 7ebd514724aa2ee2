package forecast

import (
	"math"
	"testing"
)

func near(got, want float64) bool { return math.Abs(got-want) <= .02*math.Abs(want) }

// Documents with many candidates travel to all groups of a large collection, those with few to few.
func TestDeliveries(t *testing.T) {
	for _, tc := range []struct {
		near                  Pairs
		documents, text, want float64
	}{
		{Pairs{}, 100, 10e6, 0},
		{Pairs{Within: 100}, 100, 10e6, 100},     // each to the cell of its own group
		{Pairs{Across: 1e9}, 100, 10e6, 200},     // each to both groups
		{Pairs{Across: 1e9}, 100, 1e9, 4700},     // each to all 47 groups
		{Pairs{Across: 50}, 1000, 1e9, 100},      // one travels twice only by chance
		{Pairs{Across: 5000}, 1000, 42e6, 1667},  // ten others each: a sixth of the documents has none in a group
		{Pairs{50, 1000}, 1000, 1e9, 1000 + 100}, // both
	} {
		if got := deliveries(tc.near, tc.documents, tc.text); !near(got, tc.want) && got != tc.want {
			t.Errorf("deliveries(%+v, %g, %g) = %v, want %v", tc.near, tc.documents, tc.text, got, tc.want)
		}
	}
}

// samples returns two samples of a collection of 1 GB in which all is in proportion to the text: 1 s
// for 10 MB, and .1 s for a start.
func samples() (small, large Sample, cold Cold) {
	at := func(share float64) Sample {
		return Sample{
			Share: share, Text: int64(share * 1e9), Documents: int64(share * 250_000), CPU: 100*share + .02, Records: 1e7 * share,
			Bytes: 3e9 * share, Received: map[string]float64{"candidate.Near": 3e9 * share}, Output: 1e6 * share, Lines: map[string]float64{},
		}
	}
	return at(.003), at(.01), Cold{CPU: .2, Text: 1e6}
}

func TestWholeInProportion(t *testing.T) {
	small, large, cold := samples()
	f := Whole(small, large, cold, 1e9, 100)
	if f.Documents != 250_000 || !near(f.CPU, .1+steady*100) || !near(f.Bytes, 3e9) || !near(f.Records, 1e7) || !near(f.Output, 1e6) {
		t.Errorf("%+v", f)
	}
	f = Whole(large, large, cold, 20e6, 100) // one sample: what is beside cannot be told from the rest
	if !near(f.Bytes, 60e6) || !near(f.CPU, .2-.102+steady*2.04) {
		t.Errorf("one sample: %+v", f)
	}
}

// Pairs of two documents grow with the square, those within a document with the text.
func TestWholePairs(t *testing.T) {
	small, large, cold := samples()
	large.Received[matchStage] = 1e3
	large.Bytes += 1e3
	large.Matches = Pairs{Across: 100}
	if f := Whole(small, large, cold, 1e9, 100); !near(f.Bytes, 3e9+1e7) {
		t.Errorf("matches across: %v bytes", f.Bytes)
	}
	large.Matches = Pairs{Within: 100}
	if f := Whole(small, large, cold, 1e9, 100); !near(f.Bytes, 3e9+1e5) {
		t.Errorf("matches within: %v bytes", f.Bytes)
	}
	large.Received[deliveryStage] = 1e6 // 40 documents of 25 kB
	large.Bytes += 1e6
	large.Near = Pairs{Across: 20}
	f := Whole(small, large, cold, 1e9, 100)
	if want := 3e9 + 25e3*deliveries(Pairs{Across: 200_000}, 250_000, 1e9); !near(f.Bytes, want) {
		t.Errorf("documents that travel to many groups: %v bytes, want %v", f.Bytes, want)
	}
	if f.CPU < .1+steady*100+1e9*secondsPerByte {
		t.Errorf("they cost no time: %v", f.CPU)
	}
}

// A stage that receives less, or more, than in proportion goes on as it did.
func TestWholeByGrowth(t *testing.T) {
	for _, tc := range []struct{ power, want float64 }{{0, 0}, {.5, .5}, {1, 1}, {1.05, 1}, {1.6, 1.6}, {3, 2}, {-1, 0}} {
		small, large, cold := samples()
		small.Received, large.Received = map[string]float64{}, map[string]float64{}
		small.Received["x"], large.Received["x"] = 1e6, 1e6*math.Pow(10/3., tc.power)
		large.Bytes = large.Received["x"]
		if f := Whole(small, large, cold, 1e9, 100); !near(f.Bytes, large.Bytes*math.Pow(100, tc.want)) {
			t.Errorf("power %v: %v bytes", tc.power, f.Bytes)
		}
	}
	if got := growth(Sample{Text: 1e6}, Sample{Text: 3e6}, 10, 90); got != 1 {
		t.Errorf("growth of a few bytes is %v", got)
	}
}

// Passages grow with the square, up to the cap.
func TestWholeResult(t *testing.T) {
	small, large, cold := samples()
	large.Lines["passages"], large.Lines["documents"] = 25, 50
	f := Whole(small, large, cold, 1e9, 100) // a document meets .02 others in the sample, and 2 in the whole
	if !near(f.Lines["passages"], 250_000) {
		t.Errorf("%v passages, want a hundred times as many a document", f.Lines["passages"])
	}
	if d := f.Lines["documents"]; !near(d, 250_000*(1-math.Pow(.98, 100))) {
		t.Errorf("%v documents", d)
	}
	large.Lines["passages"] = 12_500 // each meets 10 others in the sample: a thousand in the whole, more than the cap
	if f = Whole(small, large, cold, 1e9, 100); !near(f.Lines["passages"], 12_500*100*10) {
		t.Errorf("%v passages, want 100 for each document", f.Lines["passages"])
	}
	large.Share = 1
	if f = Whole(large, large, cold, float64(large.Text), 100); f.Lines["passages"] != 12_500 {
		t.Errorf("the sample is the whole: %+v", f)
	}
}
