package job

import (
	"testing"

	"github.com/spf13/pflag"

	"example.org/diagonal/io/store"
	"example.org/diagonal/io/store/storetest"
)

// A store at fault ends a run before it begins, and is not asked again for the same; a path that is none is said later.
func TestRemember(t *testing.T) {
	storetest.Start(t, "b")
	for path, broken := range map[string]bool{"gs://none/index": true, "gs://b/none": false, "none": false} {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		fs.String("index", "", "")
		if err := fs.Set("index", path); err != nil {
			t.Fatal(err)
		}
		p := &Params{}
		if err := p.Remember(t.Context(), fs); store.Broken(err) != broken || err != nil != broken {
			t.Errorf("%s: error %v", path, err)
		}
	}
}
