package job

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/result"
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

func TestProgressOfTwoReadings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMeter(&docio.Plan{Bytes: 10_000_000}, 2)
		time.Sleep(10 * time.Second)
		var got []string
		for range 3 {
			docio.Progress.Bytes.Add(8_000_000)
			docio.Progress.Documents.Add(80)
			_, line := m.line()
			got = append(got, line)
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
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	lines := `{"file":"a.txt","record":0,"reason":"binary"}` + "\n" + strings.Repeat(`{"file":"b.jsonl","record":7,"id":"中","reason":"duplicate id"}`+"\n", 6)
	if err := os.WriteFile(dir+"/rejected-00000-of-00001.jsonl", []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	first := "  a.txt: binary" + strings.Repeat("\n  b.jsonl, line 8 (中): duplicate id", 4)
	shown := first + "\n  and 2 more"
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
		{"strict, one", 3, 1, true, "1 record was rejected and --strict is set; no result was written\n" + first},
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
	if diff := cmp.Diff(shown+": rejected-*.jsonl", r.FirstRejected()); diff != "" {
		t.Errorf("of a result (-want +got):\n%s", diff)
	}
}
