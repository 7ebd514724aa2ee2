package forecast

import (
	"bytes"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/google/pprof/profile"
)

// Stages are the stages in the order of the data, and what belongs to none.
var Stages = []string{"read", "split", "sign", "shuffle", "pair", "align", "locate", "write", "Beam, runtime",
	"garbage collection"}

// stageOf is the stage that the functions of a package work for. What is not here, like
// coders, works for its caller.
var stageOf = map[string]string{
	"io/docio": "read", "io/jsonlio": "read", "io/plainio": "read", "io/compress": "read", "io/store": "read",
	"transforms/analysis": "split", "transforms/signature": "sign", "engine/shuffle": "shuffle",
	"transforms/candidate": "pair", "transforms/alignment": "align", "transforms/locate": "locate",
	"io/shardio": "write",
}

// module is the path of this module.
var module = strings.TrimSuffix(reflect.TypeFor[Point]().PkgPath(), "/commands/job/forecast")

var ourPackage = regexp.MustCompile("^" + regexp.QuoteMeta(module) + "/([a-z]+/[a-z]+)")

// AllCPU is the name of the sum of all stages.
const AllCPU = "all CPU, s"

// ByStage sums the CPU seconds of a profile of a job by stage: a sample belongs to the stage of the
// innermost function that has one. A coder works for the stage that calls it.
func ByStage(cpu *bytes.Buffer) (map[string]float64, error) {
	p, err := profile.Parse(cpu)
	if err != nil {
		return nil, err
	}
	takes := map[string]float64{}
	for _, s := range p.Sample {
		seconds := time.Duration(s.Value[1]).Seconds()
		takes[stageOfSample(s)] += seconds
		takes[AllCPU] += seconds
	}
	return takes, nil
}

func stageOfSample(s *profile.Sample) string {
	stage := "Beam, runtime"
	for _, l := range s.Location { // the innermost first
		for _, line := range l.Line {
			name := line.Function.Name
			if m := ourPackage.FindStringSubmatch(name); m != nil && stageOf[m[1]] != "" {
				return stageOf[m[1]]
			}
			if name == "runtime.gcBgMarkWorker" || name == "runtime.bgsweep" || name == "runtime.bgscavenge" {
				stage = "garbage collection"
			}
		}
	}
	return stage
}
