package evaluate

import (
	"strings"
	"testing"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
)

func TestCommandErrors(t *testing.T) {
	const good = `{"a":"a","a_start":0,"a_end":5,"b":"b","b_start":0,"b_end":5}` + "\n"
	other := strings.NewReplacer(`"a":"a"`, `"a":"x"`, `"b":"b"`, `"b":"y"`).Replace(good)
	past := strings.Replace(good, `"b_end":5`, `"b_end":44`, 1)
	brokenXML := strings.TrimSuffix(pan["gold/02-copied/s1-r1.xml"], "</document>")
	for _, tc := range []struct {
		name     string
		files    map[string]string
		args     string
		wantCode int
		wantErr  string
	}{
		{"no argument", planted, "", 2, "0 arguments, want two"},
		{"three arguments", planted, "gold gold gold", 2, "3 arguments"},
		{"missing result", planted, "nosuch gold", 2, "nosuch: no such file"},
		{"missing gold", planted, "gold/gold.jsonl nosuch", 2, "nosuch: no such file"},
		{"a folder without a result", with(planted, "sub/readme", ""), "sub gold", 2, "sub: no passages-*.jsonl"},
		{"a folder without gold", with(planted, "sub/readme", ""), "gold/gold.jsonl sub", 2,
			"sub: neither gold.jsonl nor XML"},
		{"missing corpus", with(planted, "g.jsonl", good), "g.jsonl g.jsonl --corpus=nosuch", 2,
			"nosuch: no such file"},

		{"gold names a missing document",
			with(planted, "gold/gold.jsonl", strings.Replace(good, `"b":"b"`, `"b":"zz"`, 1)),
			"gold/gold.jsonl gold", 1, `gold/gold.jsonl:1: document "zz" is not in gold/corpus.jsonl`},
		{"gold past the end", with(planted, "gold/gold.jsonl", past), "gold/gold.jsonl gold", 1,
			`gold/gold.jsonl:1: 0 to 44 is past the end of "b" (43 code points)`},
		{"gold empty on one side", with(planted, "gold/gold.jsonl", strings.Replace(good, `"b_end":5`, `"b_end":0`, 1)),
			"gold/gold.jsonl gold", 1, "the case is empty on one side"},
		{"boilerplate past the end", with(planted, "gold/boiler.jsonl", `{"id":"a","start":0,"end":50}`),
			"gold/gold.jsonl gold", 1,
			`boilerplate of "a" ends at 50`},
		{"boilerplate of a missing document", with(planted, "gold/boiler.jsonl", `{"id":"zz","start":0,"end":5}`),
			"gold/gold.jsonl gold", 1,
			`boilerplate of document "zz"`},
		{"result past the end", with(planted, "r.jsonl", good+past), "r.jsonl gold", 1,
			`r.jsonl:2: 0 to 44 is past the end of "b" (43 code points): is this the result of another input?`},
		{"result of another input", with(planted, "r.jsonl", other), "r.jsonl gold", 1,
			`document "x" is not in gold/corpus.jsonl; 1 of 1 records name such documents: is this the result of another input?`},
		{"result of another input, no corpus", map[string]string{"r.jsonl": other, "g.jsonl": good},
			"r.jsonl g.jsonl", 1,
			"g.jsonl contains none of them"},
		{"result of another input, PAN", with(pan, "r.jsonl", other), "r.jsonl gold", 1,
			`document "x.txt" is not in gold`},
		{"corpus of another input", with(planted, "g.jsonl", other), "g.jsonl g.jsonl --corpus=gold/corpus.jsonl", 1,
			`document "x" is not in`},

		{"result is not JSON", with(planted, "r.jsonl", good+"\n{\n"), "r.jsonl gold", 1, "r.jsonl:3: not a passage"},
		{"result without documents", with(planted, "r.jsonl", `{"x":1}`), "r.jsonl gold", 1,
			"r.jsonl:1: a passage needs the documents a and b"},
		{"result without an offset", with(planted, "r.jsonl", `{"a":"a","b":"b","a_start":1}`), "r.jsonl gold", 1,
			"needs a_start, a_end"},
		{"result that ends before it starts",
			with(planted, "r.jsonl", strings.Replace(good, `"a_start":0`, `"a_start":9`, 1)),
			"r.jsonl gold", 1, "9 to 5 and 0 to 5 are not ranges"},
		{"ranges and pairs in one file", with(planted, "r.jsonl", good+`{"a":"a","b":"b"}`), "r.jsonl gold", 1,
			"some lines have ranges"},
		{"corpus without text", with(planted, "gold/corpus.jsonl", `{"id":"a"}`), "gold/gold.jsonl gold", 1,
			`field "text" is missing`},
		{"pairs that were not written", with(planted, "similar/pairs-00000-of-00001.jsonl", `{"a":"a","b":"b"}`,
			"similar/summary.json", `{"ledger":{"pairs_of_equal_documents":3,"pairs_of_copies":1000}}`),
			"similar gold", 2,
			"similar: 1,003 pairs were counted but not written; run resemblance again with --equal_pairs"},
		{"groups without pairs", with(planted, "similar/groups-00000-of-00001.jsonl",
			`{"id":"a","group":"a","resemblance":1}`, "similar/_SUCCESS", ""),
			"similar gold", 2, "similar: there are groups and no pairs, which are evaluated; run resemblance again without --only_groups"},
		{"broken XML in gold", with(pan, "gold/02-copied/s1-r1.xml", brokenXML), "result gold", 1,
			"s1-r1.xml: broken XML"},
		{"broken XML in a submission", with(pan, "sub/x.xml", brokenXML), "sub gold", 1, "x.xml: broken XML"},
		{"PAN gold past the end", with(pan, "gold/src/r1.txt", "短"), "result gold", 1,
			`5 to 15 is past the end of "r1.txt" (1 code points)`},
		{"PAN gold without its text", with(pan, "gold/susp/s1.txt", "", "gold/02-copied/s1-r1.xml",
			strings.Replace(pan["gold/02-copied/s1-r1.xml"], `"s1.txt"`, `"s9.txt"`, 1)), "result gold", 1,
			`document "s9.txt" is not in gold`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, err := run(t, filetest.Put(t, t.TempDir(), tc.files), strings.Fields(tc.args)...)
			if err == nil || line.ExitCode(err) != tc.wantCode || !strings.Contains(err.Error(), tc.wantErr) {
				t.Errorf("error %v with exit code %d, want %q and %d", err, line.ExitCode(err), tc.wantErr, tc.wantCode)
			}
			if out != "" {
				t.Errorf("printed %q beside the error", out)
			}
		})
	}
}

// Nothing found, and nothing to find, are results like any other.
func TestCommandEmpty(t *testing.T) {
	files := with(planted, "empty.jsonl", "", "blank.jsonl", "\n\n", "folder/", "", "whole/_SUCCESS", "",
		"whole/summary.json", "{}",
		"result/passages-00000-of-00001.jsonl", "", "nogold/gold.jsonl", "", "nogold/corpus.jsonl",
		planted["gold/corpus.jsonl"])
	dir := filetest.Put(t, t.TempDir(), files)
	for _, args := range []string{
		"empty.jsonl gold", "blank.jsonl gold", "folder gold", "whole gold", "result gold",
		"empty.jsonl gold/gold.jsonl", "empty.jsonl empty.jsonl", "empty.jsonl nogold", "gold/gold.jsonl nogold",
		"gold/gold.jsonl empty.jsonl",
	} {
		t.Run(args, func(t *testing.T) {
			out, err := run(t, dir, append(strings.Fields(args), "--json")...)
			if err != nil || !strings.Contains(out, `"plagdet": 0`) || strings.Contains(out, `"plagdet": 0.`) {
				t.Errorf("printed %s, %v; want plagdet 0", out, err)
			}
			if out, err = run(t, dir, strings.Fields(args)...); err != nil || !strings.Contains(out, "plagdet") {
				t.Errorf("as a table: %s, %v", out, err)
			}
		})
	}
}

// The corpus may be a folder; a byte that is not UTF-8 is one code point in it.
func TestCommandCorpusFolder(t *testing.T) {
	const row = `{"a":"sub/a.txt","a_start":0,"a_end":4,"b":"b.txt","b_start":0,"b_end":4}`
	files := map[string]string{"texts/sub/a.txt": "a\xff\xfe。", "texts/b.txt": "中文。\n", "g.jsonl": row}
	if _, err := run(t, filetest.Put(t, t.TempDir(), files), "g.jsonl", "g.jsonl", "--corpus=texts"); err != nil {
		t.Error(err)
	}
	files["texts/sub/a.txt"] = "a\xff。"
	if _, err := run(t, filetest.Put(t, t.TempDir(), files), "g.jsonl", "g.jsonl", "--corpus=texts"); err == nil ||
		!strings.Contains(err.Error(), `past the end of "sub/a.txt" (3 code points)`) {
		t.Errorf("error = %v, want one that names 3 code points", err)
	}
}
