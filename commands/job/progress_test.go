package job

import (
	"bufio"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/visible"
)

func TestProgressWithoutATerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		stop := showProgress(&b, newMeter(&docio.Plan{Bytes: 30_000_000}, 1), false)
		time.Sleep(9 * time.Second) // nothing yet
		docio.Progress.Bytes.Add(20_000_000)
		docio.Progress.Documents.Add(1234)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		time.Sleep(10 * time.Second)
		stop()
		want := "reading  1,234 documents  2.0 MB/s  10 s\nreading  1,234 documents  1.0 MB/s  20 s\n"
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("progress (-want +got):\n%s", diff)
		}
	})
}

// TestProgressOfALog: a log says how often it wants a message.
func TestProgressOfALog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		l := line.NewLog(&b, time.Minute)
		stop := showProgress(l, newMeter(&docio.Plan{Bytes: 1}, 1), false)
		time.Sleep(150 * time.Second)
		stop()
		if n := strings.Count(b.String(), `"progress":{"stage":"reading"`); n != 2 {
			t.Errorf("%d messages in 150 s, want one each minute:\n%s", n, b.String())
		}
	})
}

func TestProgressOfTwoReadings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMeter(&docio.Plan{Bytes: 10_000_000}, 2)
		time.Sleep(10 * time.Second)
		var got []string
		for range 3 {
			docio.Progress.Bytes.Add(8_000_000)
			docio.Progress.Documents.Add(80)
			got = append(got, m.state().line(80))
		}
		want := []string{
			"reading, 1 of 2  80 documents  0.8 MB/s  10 s",
			"reading, 2 of 2  80 documents  1.6 MB/s  10 s",
		}
		if diff := cmp.Diff(want, got[:2]); diff != "" || strings.Contains(got[2], "reading, ") {
			t.Errorf("progress, then %q (-want +got):\n%s", got[2], diff)
		}
	})
}

// TestProgressOfStages: the share never falls, and the rate of a stage that takes longer than
// those of other texts tells the time left.
func TestProgressOfStages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		legs := legsOf([]string{"beam.createFn", readStage, "candidate.unitMatcher", alignStage, "shardio.runs"})
		c := course{legs: legs}
		start := time.Now()
		at := func(stage int) local.At { return local.At{Stage: stage, Began: time.Now()} }
		share, first := 0.0, true
		for stage, seconds := range []int{0, 10, 3, 100, 1} {
			began := at(stage)
			for second := range seconds {
				time.Sleep(time.Second)
				p := c.position(time.Since(start), began, float64(second+1)/float64(seconds))
				if p.share < share || p.share > 1 {
					t.Fatalf("%s: the share is %.3f after %.3f", p.leg.words, p.share, share)
				}
				share = p.share
				rest := float64(seconds - second - 1)
				switch {
				case stage == 3 && second > 2 && (p.left.Seconds() < rest || p.left.Seconds() > 1.2*rest+10):
					t.Errorf("%s, second %d: %v left, of this stage %v s", p.leg.words, second, p.left, rest)
				case p.left < 0 && !first:
					t.Errorf("%s, second %d: no time left", p.leg.words, second)
				}
				first = false
			}
		}
		if share != 1 {
			t.Errorf("at the end the share is %.3f", share)
		}
		if legs[0].words != "starting" || legs[3].words != "aligning" {
			t.Errorf("the words of stages are %v", legs)
		}
	})
}

// TestTimeLeftBehindReading: what comes after the stage at work takes its measure from the stages that work on what
// documents share, not from reading, which is fast here.
func TestTimeLeftBehindReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := course{legs: legsOf([]string{readStage, "candidate.unitMatcher", alignStage, "letters.meet",
			"letters.chainPairs", lettersStage, "locate.join"})}
		seconds := []int{4, 2, 20, 10, 10, 10, 1}
		start, all := time.Now(), 0
		for _, s := range seconds {
			all += s
		}
		for stage, s := range seconds {
			at := local.At{Stage: stage, Began: time.Now()}
			for second := range s {
				time.Sleep(time.Second)
				p := c.position(time.Since(start), at, float64(second+1)/float64(s))
				left := float64(all) - time.Since(start).Seconds()
				if stage >= 2 && second > s/2 && (p.left.Seconds() < left/1.5-1 || p.left.Seconds() > 1.5*left+1) {
					t.Errorf("%s, second %d: %v left, want about %v s", p.leg.words, second, p.left, left)
				}
			}
		}
		if c.legs[5].words != "comparing letters" {
			t.Errorf("the words of stages are %v", c.legs)
		}
	})
}

// TestComparing: pairs of a stage are those that were not sent for an earlier one.
func TestComparing(t *testing.T) {
	var c comparing
	for _, x := range []struct {
		stage                        string
		compared, sent               int64
		wantedCompared, wantedOfSent int64
	}{
		{alignStage, 0, 10, 0, 10}, {alignStage, 9, 10, 9, 10},
		{lettersStage, 10, 14, 0, 4}, {lettersStage, 13, 14, 3, 4},
	} {
		if compared, sent := c.of(x.stage, x.compared, x.sent); compared != x.wantedCompared || sent != x.wantedOfSent {
			t.Errorf("%+v: %d of %d", x, compared, sent)
		}
	}
}

func TestProgressOfStagesThatRead(t *testing.T) {
	legs := legsOf([]string{readStage, "tally.maker", readStage})
	if legs[0].words != "reading, 1 of 2" || legs[2].words != "reading, 2 of 2" || legs[1].words != "counting words" {
		t.Errorf("legs %+v", legs)
	}
}

func TestProgressLine(t *testing.T) {
	v := state{stage: "aligning", share: .438, amount: "1,203 of 2,870 pairs", rate: "105/s", elapsed: 21 * time.Second,
		left: 200 * time.Second}
	for width, want := range map[int]string{
		80: "43 %  aligning  1,203 of 2,870 pairs  105/s  21 s, 3 min left",
		45: "43 %  aligning  105/s  21 s, 3 min left",
		35: "43 %  aligning  21 s, 3 min left",
		15: "43 %  aligning",
		8:  "43 %  al",
	} {
		if got := v.line(width); got != want {
			t.Errorf("in %d columns: %q, want %q", width, got, want)
		}
	}
	v = state{stage: "running on flink", share: -1, elapsed: 3 * time.Hour, left: -1}
	if got := v.line(80); got != "running on flink  3.0 h" {
		t.Errorf("of a runner: %q", got)
	}
}

// TestProgressOnATerminal: the line stays when everything has been read.
func TestProgressOnATerminal(t *testing.T) {
	screen, terminal, err := pty.Open()
	if err != nil {
		t.Skipf("there is no pseudo terminal: %v", err)
	}
	defer screen.Close()
	if err := pty.Setsize(terminal, &pty.Winsize{Rows: 24, Cols: 60}); err != nil {
		t.Fatal(err)
	}
	m := newMeter(&docio.Plan{Bytes: 1000}, 1)
	docio.Progress.Bytes.Add(1000)
	stop := showProgress(visible.Writer(terminal), m, false)
	lines := make(chan string)
	go func() {
		r := bufio.NewReader(screen)
		for {
			line, err := r.ReadString('K') // the end of clearUp
			if err != nil {
				close(lines)
				return
			}
			lines <- line
		}
	}()
	for range 3 {
		line := <-lines
		if !strings.Contains(line, "MB/s") || len(line) > 60+len(toBegin+clearUp) {
			t.Errorf("shown: %q", line)
		}
	}
	go stop()
	for line := range lines {
		if line == toBegin+clearUp {
			break // the line is gone at the end
		}
	}
	terminal.Close()
}

func TestProgressIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		stop := showProgress(&b, newMeter(&docio.Plan{Bytes: 1}, 1), true)
		time.Sleep(time.Hour)
		stop()
		stop = showProgress(&b, newMeter(&docio.Plan{}, 1), false) // shorter than one interval
		stop()
		if b.Len() > 0 {
			t.Errorf("shown: %q", b.String())
		}
	})
}

func TestVerdict(t *testing.T) {
	dir := t.TempDir() + "/a[1]" // no pattern
	filetest.Folder(t, dir)
	lines := `{"file":"a.txt","record":1,"reason":"binary"}` + "\n" +
		strings.Repeat(`{"file":"b.jsonl","record":8,"id":"中","reason":"duplicate id"}`+"\n", 6)
	filetest.Write(t, dir+"/rejected-00000-of-00001.jsonl", lines)
	shown := "  6 such as b.jsonl, line 8 (中): duplicate id\n  a.txt: binary"
	for _, tc := range []struct {
		name                string
		documents, rejected int64
		strict              bool
		want                string
	}{
		{"nothing at all", 0, 0, true, ""},
		{"all well", 3, 0, true, ""},
		{"told, not fatal", 3, 7, false, ""},
		{"strict", 3, 7, true, "7 records were rejected and --strict is set; no result was written\n" + shown},
		{"strict, one", 3, 1, true, "1 record was rejected and --strict is set; no result was written\n" + shown},
		{"every one", 0, 7, false, "every record was rejected; no result was written\n" + shown},
	} {
		err := verdict(Params{Strict: tc.strict}, &result.Summary{
			Counts: map[string]int64{"documents": tc.documents}, Lines: map[string]int64{Rejected: tc.rejected},
		}, dir)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
	r := Result{Dir: dir, Summary: &result.Summary{Lines: map[string]int64{Rejected: 7}}}
	if diff := cmp.Diff(shown+"\n  all of them: rejected-*.jsonl", r.Remarks()); diff != "" {
		t.Errorf("of a result (-want +got):\n%s", diff)
	}
}

// TestProgressLog: a log gets the state in words and in numbers, without those that are not known.
func TestProgressLog(t *testing.T) {
	var b strings.Builder
	l := line.NewLog(&b, time.Minute)
	state{stage: "reading", share: -1, left: -1, documents: 1234, read: 5e6, elapsed: 1500 * time.Millisecond,
		amount: "1,234 documents"}.log(l)
	state{stage: "aligning", share: .5, left: 90 * time.Second, documents: 9, read: 10, compared: 3, pairs: 4,
		elapsed: time.Minute}.log(l)
	got := regexp.MustCompile(`"time":"[^"]*",`).ReplaceAllString(b.String(), "")
	const want = `{"level":"info","message":"reading  1,234 documents  2 s","progress":{"stage":"reading","documents":1234,"read_bytes":5000000,"elapsed_seconds":1.5}}
{"level":"info","message":"50 %  aligning  60 s, 90 s left","progress":{"stage":"aligning","documents":9,"read_bytes":10,"compared":3,"pairs":4,"elapsed_seconds":60,"share":0.5,"left_seconds":90}}
`
	if got != want {
		t.Errorf("logged\n%s\nwant\n%s", got, want)
	}
}
