package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/clean"
	"example.org/diagonal/pipelines/decontaminate"
	"example.org/diagonal/pipelines/index"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/pipelines/partition"
	"example.org/diagonal/pipelines/resemblance"
	"example.org/diagonal/pipelines/reuse"
)

// Documents in windows are refused by each pipeline, in its own words.
func TestWindows(t *testing.T) {
	sh := shuffle.Size(1<<20, 1, 1<<30)
	for name, find := range map[string]func(beam.Scope, beam.PCollection){
		"partial": func(s beam.Scope, c beam.PCollection) {
			p := partial.Defaults()
			p.Shuffle = sh
			partial.Find(s, p, c)
		},
		"resemblance": func(s beam.Scope, c beam.PCollection) {
			p := resemblance.Defaults()
			p.Shuffle = sh
			resemblance.Find(s, p, c)
		},
		"partition": func(s beam.Scope, c beam.PCollection) {
			p := partition.Defaults()
			p.Shuffle = sh
			partition.Find(s, p, c)
		},
		"reuse": func(s beam.Scope, c beam.PCollection) { p := reuse.Defaults(); p.Shuffle = sh; reuse.Find(s, p, c) },
		"clean": func(s beam.Scope, c beam.PCollection) {
			p := clean.Defaults()
			p.Shuffle = sh
			clean.Find(s, p, clean.Input{Documents: c})
		},
		"decontaminate": func(s beam.Scope, c beam.PCollection) {
			decontaminate.Find(s, decontaminate.Defaults(), c, c)
		},
		"index": func(s beam.Scope, c beam.PCollection) {
			p := index.Defaults()
			p.Shuffle = sh
			index.Find(s, p, c)
		},
		"lookup": func(s beam.Scope, c beam.PCollection) {
			lookup.Find(s, lookup.Defaults(), "ix", &indexio.Manifest{}, c)
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, s := beam.NewPipelineWithRoot()
			documents := beam.WindowInto(s, window.NewFixedWindows(time.Hour), beam.Create(s, record.Document{ID: "a"}))
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasPrefix(got, name+".Find: ") ||
					!strings.Contains(got, "want the global window") || strings.Contains(got, "\n") {
					t.Errorf("it panics with %s", got)
				}
			}()
			find(s, documents)
		})
	}
}
