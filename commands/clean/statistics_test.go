package clean_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

type amount struct{ Documents, Words, Bytes int64 }

func (a amount) plus(b amount) amount {
	return amount{a.Documents + b.Documents, a.Words + b.Words, a.Bytes + b.Bytes}
}

type bySource struct {
	Source        string
	Before, After amount
}

type removedBy struct {
	Reason             string
	Number, Characters int64
}

type statistics struct {
	By               string
	Before, After    amount
	Sources          []bySource
	Removed, Dropped []removedBy
	Groups           []struct{ Documents, Groups int64 }
}

// counted counts the records of a file of lines with words of ASCII, together and by host.
func counted(t *testing.T, name string) (all amount, hosts map[string]amount) {
	t.Helper()
	hosts = map[string]amount{}
	for _, l := range strings.Split(strings.TrimSpace(string(read(t, name))), "\n") {
		var v struct{ URL, Text string }
		if err := json.Unmarshal([]byte(l), &v); err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(v.URL)
		if err != nil {
			t.Fatal(err)
		}
		host := strings.TrimPrefix(u.Host, "www.")
		a := amount{1, int64(len(strings.Fields(v.Text))), int64(len(v.Text))}
		all, hosts[host] = all.plus(a), hosts[host].plus(a)
	}
	return all, hosts
}

// Statistics are those of the files, and of the account; all other files are the same with them.
func TestStatistics(t *testing.T) {
	input := write(t, t.TempDir()+"/in.jsonl", []byte(siteCollection(0)))
	dir := t.TempDir()
	for name, args := range map[string][]string{"search": nil, "exact": {"--exact=20"},
		"sites": {"--site_templates=url"}} {
		args = append([]string{"clean", "--input=" + input}, args...)
		mustRun(t, append(args, "--output="+dir+"/"+name, "--statistics=url")...)
		mustRun(t, append(args, "--output="+dir+"/"+name+"-plain")...)
		var got statistics
		if err := json.Unmarshal(read(t, dir+"/"+name+"/statistics.json"), &got); err != nil {
			t.Fatal(err)
		}
		before, hosts := counted(t, input)
		after, left := counted(t, dir+"/"+name+"/documents/in.jsonl")
		want := statistics{By: "url", Before: before, After: after, Removed: got.Removed, Dropped: got.Dropped,
			Groups: []struct{ Documents, Groups int64 }{{5, 1}}}
		for _, host := range []string{"s0.example", "", "s1.example", "s2.example"} {
			want.Sources = append(want.Sources, bySource{host, hosts[host], left[host]})
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := gocmp.Diff([]removedBy{{"document", 4, 4 * 97}}, got.Dropped); diff != "" {
			t.Errorf("%s: dropped (-want +got):\n%s", name, diff)
		}
		if name == "sites" && (len(got.Removed) != 1 || got.Removed[0].Reason != "template" ||
			got.Removed[0].Number != 24) {
			t.Errorf("removed are %v", got.Removed)
		}
		for _, file := range []string{"manifest-00000-of-00001.jsonl", "documents/in.jsonl", "summary.json"} {
			if string(read(t, dir+"/"+name+"/"+file)) != string(read(t, dir+"/"+name+"-plain/"+file)) {
				t.Errorf("%s: %s is another one", name, file)
			}
		}
		if entries, err := os.ReadDir(dir + "/" + name); err != nil || len(entries) > 11 {
			t.Errorf("%s: the result has %v, %v", name, entries, err)
		}
	}
	var all statistics
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/all", "--statistics=all", "--exact=20")
	if err := json.Unmarshal(read(t, dir+"/all/statistics.json"), &all); err != nil || all.By != "" ||
		all.Sources != nil || all.Before.Documents != 37 || all.After.Documents != 33 {
		t.Errorf("%+v, %v", all, err)
	}
	refused(t, 2, []string{"no document has a source"}, "clean", "--input="+input, "--output="+dir+"/x",
		"--statistics=nothing")
	refused(t, 2, []string{"--statistics", "--policy"}, "clean", "--input="+input, "--output="+dir+"/x",
		"--statistics=all", "--policy=annotate")
}

// Sources that only documents which went had are no error at the end of a run.
func TestStatisticsWithoutSourceAfter(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("The ship went down at night off the coast of Cuba, and nobody knows why. ", 6)
	input := filepath.Join(dir, "in.jsonl")
	lines := fmt.Sprintf("{\"id\":\"a\",\"text\":%q}\n{\"id\":\"b\",\"text\":%q,\"source\":\"web\"}\n", text, text)
	if err := os.WriteFile(input, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/out", "--statistics=source")
	var got statistics
	if err := json.Unmarshal(read(t, dir+"/out/statistics.json"), &got); err != nil || got.Before.Documents != 2 ||
		got.After.Documents != 1 {
		t.Errorf("%v: %+v", err, got)
	}
}
