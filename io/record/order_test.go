package record

import (
	"bytes"
	"testing"
)

// inOrder reports lines whose sort keys do not ascend.
func inOrder[T interface{ SortKey() []byte }](t *testing.T, lines []T) {
	t.Helper()
	for i := 1; i < len(lines); i++ {
		if bytes.Compare(lines[i-1].SortKey(), lines[i].SortKey()) >= 0 {
			t.Errorf("%+v does not come before %+v", lines[i-1], lines[i])
		}
	}
}
