package clean_test

import (
	"fmt"
	"strings"
	"testing"
)

// siteCollection has pages of three sites with templates of their own, pages of no site, and five copies of one page.
func siteCollection(begin int) string {
	var b strings.Builder
	add := func(id, url, text string) { fmt.Fprintf(&b, `{"id":%q,"url":%q,"text":%q}`+"\n", id, url, text) }
	for i := range 8 {
		n := (i + begin) % 8
		for s := range 3 {
			text := fmt.Sprintf("Home. About site %d. Contact us today. ", s)
			if n < 4 {
				text += "This is the section of sport and games. "
			}
			text += fmt.Sprintf("In house %d of street %d the owner of %d shops sold them to %d people from the village of number %d.", n+s*8, n*7, n*s+11, n+13, s+100)
			if n%2 == 0 {
				text += " Yes." // too short to go alone
			}
			add(fmt.Sprintf("d%d%d", s, n), fmt.Sprintf("http://www.s%d.example/p%d", s, n), text)
		}
		add(fmt.Sprintf("x%d", n), "",
			fmt.Sprintf("Home. About site 0. A page of no site that tells of %d things in %d short words.", n, n*3))
	}
	for i := range 5 {
		add(fmt.Sprintf("e%d", (i+begin)%5), "http://s0.example/e",
			"Identical article that was fetched five times from one site under many addresses, and stays once.")
	}
	return b.String()
}

// Templates of sites go, and are listed; the copies of one page make none. The order of the input does not matter.
func TestSiteTemplates(t *testing.T) {
	var manifests, lists []string
	for begin := range 2 {
		input := write(t, t.TempDir()+"/in.jsonl", []byte(siteCollection(begin)))
		for _, more := range [][]string{nil, {"--exact=20"}} {
			dir := t.TempDir() + "/out"
			out := mustRun(t, append([]string{"clean", "--input=" + input, "--output=" + dir, "--site_templates=url"},
				more...)...)
			texts := left(t, dir+"/documents/in.jsonl")
			if len(texts) != 33 {
				t.Errorf("%v: %d documents are left, want 33", more, len(texts))
			}
			for id, text := range texts {
				switch has := strings.Contains(text, "About site") || strings.Contains(text, "section of sport") ||
					strings.Contains(text, "Contact"); {
				case id[0] == 'd' && (has || !strings.HasPrefix(text, "In house")):
					t.Errorf("%v: %s: %s", more, id, text)
				case id[0] == 'd' && id[2]%2 == 0 && !strings.HasSuffix(text, " Yes."):
					t.Errorf("%v: %s: a short template beside no other is gone: %s", more, id, text)
				case id[0] == 'x' && !has, id[0] == 'e' && !strings.HasPrefix(text, "Identical"):
					t.Errorf("%v: %s: %s", more, id, text)
				}
			}
			list := string(read(t, dir+"/templates-00000-of-00001.jsonl"))
			if want := `{"site":"s0.example","text":"About site 0.","pages":8,"of":9}` + "\n"; !strings.HasPrefix(list,
				want) || strings.Count(list, "\n") != 15 {
				t.Errorf("%v: the templates are\n%s", more, list)
			}
			if !strings.Contains(out, "15 templates of sites, of 25 pages, removed") {
				t.Errorf("%v: the closing lines are\n%s", more, out)
			}
			manifests, lists = append(manifests, string(read(t, dir+"/manifest-00000-of-00001.jsonl"))),
				append(lists, list)
		}
	}
	for i := range manifests {
		if manifests[i] != manifests[0] || lists[i] != lists[0] {
			t.Errorf("run %d removes something else", i)
		}
	}
}

// Old documents help to know the templates.
func TestSiteTemplatesAgainst(t *testing.T) {
	all := strings.SplitAfter(siteCollection(0), "\n")
	dir := t.TempDir()
	old, fresh := write(t, dir+"/old.jsonl", []byte(strings.Join(all[8:], ""))),
		write(t, dir+"/new.jsonl", []byte(strings.Join(all[:8], "")))
	mustRun(t, "clean", "--input="+fresh, "--output="+dir+"/alone", "--site_templates=url")
	mustRun(t, "clean", "--input="+fresh, "--against="+old, "--output="+dir+"/out", "--site_templates=url")
	for id, text := range left(t, dir+"/out/documents/new.jsonl") {
		if strings.Contains(text, "Contact us") || id[0] == 'd' && !strings.HasPrefix(text, "In house") {
			t.Errorf("%s: %s", id, text)
		}
	}
	if list := read(t, dir+"/alone/templates-00000-of-00001.jsonl"); len(list) > 0 {
		t.Errorf("two pages of a site have the templates\n%s", list)
	}
	if list := string(read(t, dir+"/out/templates-00000-of-00001.jsonl")); !strings.HasPrefix(list,
		`{"site":"s0.example","text":"About site 0.","pages":2,"of":2}`) {
		t.Errorf("the templates are\n%s", list)
	}
}

func TestSiteTemplatesRefused(t *testing.T) {
	input := write(t, t.TempDir()+"/in.jsonl", []byte(siteCollection(0)))
	unnamed := write(t, t.TempDir()+"/in.jsonl", []byte(strings.ReplaceAll(siteCollection(0), `"id"`, `"name"`)))
	for _, tc := range []struct {
		words, args []string
	}{
		{[]string{"no document has a site", "the ids are no URLs"}, []string{"--site_templates=host"}},
		{[]string{"no document has a site", "name of the field"}, []string{"--site_templates=adress"}},
		{[]string{"--site_templates", "--policy"}, []string{"--site_templates=url", "--policy=annotate"}},
		{[]string{"does not go with --site_templates"}, []string{"--site_templates=url", "--apply=" + input}},
		{[]string{"without an id"}, []string{"--site_templates=url", "--input=" + unnamed}},
	} {
		args := tc.args
		if !strings.HasPrefix(args[len(args)-1], "--input") {
			args = append(args, "--input="+input)
		}
		refused(t, 2, tc.words, append([]string{"clean", "--output=" + t.TempDir() + "/out"}, args...)...)
	}
}
