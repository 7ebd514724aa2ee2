package shuffle

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
)

// CheckGlobal panics with an error of one line if a collection that find, such as "partial.Find", was given is in
// other windows than the global one. A passage may be in any two documents, so there is no search inside a window.
func CheckGlobal(find string, collections ...beam.PCollection) {
	for _, c := range collections {
		if !c.IsValid() {
			continue // which is found where it is used
		}
		if fn := c.WindowingStrategy().Fn; fn.Kind != window.GlobalWindows {
			panic(fmt.Errorf("%s: the collection %s is in windows (%v), want the global window: all documents are compared with each other; put them there with beam.WindowInto(s, window.NewGlobalWindows(), collection)", find, c.Type(), fn))
		}
	}
}
