package segment

import (
	"slices"
	"strings"
	"testing"
)

// marked takes the | out of an example; it returns the text and the sentences.
func marked(example string) (text []byte, want []string) {
	for _, s := range strings.Split(example, "|") {
		want = append(want, strings.TrimSpace(s))
	}
	return []byte(strings.ReplaceAll(example, "|", "")), want
}

// TestRules runs the example of each rule through the whole table, and through
// the table without the rule: a rule that its example does not need fails.
func TestRules(t *testing.T) {
	for i, r := range table {
		t.Run(r.Name, func(t *testing.T) {
			text, want := marked(r.Example)
			if got := pieces(text, Append(nil, text)); !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
			without := newRuleSet(slices.Delete(slices.Clone(table), i, i+1))
			if got := pieces(text, without.append(nil, text)); slices.Equal(got, want) {
				t.Errorf("without the rule it comes out the same: %q", got)
			}
		})
	}
}

// TestRuleFields holds the table complete.
func TestRuleFields(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if r.Name == "" || r.What == "" || !strings.Contains(r.Example, "|") && r.Kind == Split || seen[r.Name] {
			t.Errorf("rule %q is incomplete or there twice", r.Name)
		}
		if r.when == nil && r.on == nil || r.when != nil && r.at == 0 {
			t.Errorf("rule %q is never asked", r.Name)
		}
		seen[r.Name] = true
	}
}
