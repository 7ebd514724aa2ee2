package record

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFields(t *testing.T) {
	var f Fields
	for _, field := range [][2]string{{"series", `"a \"b\""`}, {"a.b", "18.0"}, {"none", "null"}, {"list", `[1,"<"]`}} {
		if err := f.Add(field[0], []byte(field[1])); err != nil {
			t.Fatal(err)
		}
	}
	const want = `{"series":"a \"b\"","a.b":18.0,"none":null,"list":[1,"<"]}`
	if f != want || f.Validate() != nil {
		t.Errorf("%s, %v, want %s", f, f.Validate(), want)
	}
	texts, err := f.Texts()
	if diff := cmp.Diff(map[string]string{"series": `a "b"`, "a.b": "18.0", "none": "", "list": `[1,"<"]`},
		texts); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	line, err := JSON(Passage{A: "a", AFields: f})
	if err != nil || !strings.HasSuffix(string(line), `"similarity":0,"a_fields":`+want+"}") {
		t.Errorf("%s, %v", line, err)
	}
	var p Passage
	if err := FromJSON(line, &p); err != nil || p.AFields != f || p.BFields != "" {
		t.Errorf("%+v, %v", p, err)
	}
	if err := f.Add("text", make([]byte, MaxFields)); err == nil || f != want {
		t.Errorf("a field that is too large: %v", err)
	}
	for bad, valid := range map[Fields]bool{"": true, "{}": true, "[1]": false, "{": false, "x": false} {
		if err := bad.Validate(); (err == nil) != valid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
