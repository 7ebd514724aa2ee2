package record

import "testing"

func TestWhere(t *testing.T) {
	for _, tc := range []struct {
		file   string
		record int64
		want   string
	}{
		{"in/bad.jsonl", 0, "in/bad.jsonl, line 1"},
		{"in/bad.JSONL.gz", 41, "in/bad.JSONL.gz, line 42"},
		{"a.ndjson.zst", 1, "a.ndjson.zst, line 2"},
		{"a.parquet", 0, "a.parquet"},
		{"a.parquet", 1, "a.parquet, row 2"},
		{"a.arrow.gz", 1, "a.arrow.gz, row 2"}, {"a.feather", 1, "a.feather, row 2"},
		{"gs://b/a.warc.gz", 6, "gs://b/a.warc.gz, record 7"},
		{"a.arc", 0, "a.arc"},
		{"中.txt", 0, "中.txt"},
		{"in.jsonl/a.html", 0, "in.jsonl/a.html"},
		{"", 0, "the document"}, // a program has made it
		{"", 2, "record 3"},
		{"data", 2, "data, record 3"}, // --format says what it is
	} {
		if got := Where(tc.file, tc.record); got != tc.want {
			t.Errorf("Where(%q, %d) = %q, want %q", tc.file, tc.record, got, tc.want)
		}
	}
}
