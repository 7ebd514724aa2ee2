package rewrite

import (
	"errors"
	"strings"
	"testing"

	"example.org/diagonal/io/docio"
)

// TestNamesThatLeave: no name of an object leads out of the folder that is written to.
func TestNamesThatLeave(t *testing.T) {
	for name, ok := range map[string]bool{"a.txt": true, "b/../c.txt": true, "..a": true, "../a.txt": false,
		"a/../../b.txt": false, "/etc/a.txt": false} {
		err := check([]docio.Range{{Path: "gs://bucket/" + name, Name: name, Format: "text"}}, false)
		var usage *docio.UsageError
		if ok != (err == nil) ||
			err != nil && (!errors.As(err, &usage) || !strings.Contains(err.Error(), "leads out of")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
