// Package jobtest runs the graph of a pipeline for its tests, with a shuffle that the
// test chooses and the command has no flag for.
package jobtest

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/shardio"
)

// Run builds a pipeline over docs, runs it on the embedded runner, and returns the
// folder with its result, which has no run.json.
func Run(
	t *testing.T, docs docio.Params, sh shuffle.Params, parameters any, build func(beam.Scope, job.Graph),
) (dir string) {
	t.Helper()
	plan, err := docio.NewPlan(t.Context(), docs)
	if err != nil {
		t.Fatal(err)
	}
	out, err := shardio.Begin(t.Context(), filepath.Join(t.TempDir(), "out"), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Abort() })
	written, err := json.Marshal(parameters)
	if err != nil {
		t.Fatal(err)
	}
	sh.TextBytes = plan.TextBytes
	if sh.Memory > 0 { // which bounds what a shard takes outside of the spool
		folder, err := spool.Make(t.TempDir(), true)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { folder.Close() })
		sh.Spool = folder.Path()
	}
	pipeline, s := beam.NewPipelineWithRoot()
	build(s, job.Graph{
		Plan: plan, Shuffle: sh,
		Write: func(s beam.Scope, streams []shardio.Stream, counts ...beam.PCollection) {
			shardio.Write(s, shardio.Params{Dir: out.Dir(), Shards: sh.Shards, Parameters: written}, streams, counts...)
		},
	})
	ctx := local.WithBlocks(t.Context(), local.Blocks{Hold: spool.Hold, Release: spool.Release, Ahead: spool.Ahead})
	if _, err := beam.Run(ctx, local.Name, pipeline); err != nil {
		t.Fatalf("%s: %v", written, err)
	}
	return out.Dir()
}
