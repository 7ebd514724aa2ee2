package job

import (
	"encoding/json"
	"fmt"

	"example.org/diagonal/io/docio"
)

// pre is what decides the documents that Params.Pre reads.
type pre struct {
	Pre     string   `json:"pre"`
	PreGlob []string `json:"pre_glob,omitempty"`
}

// parametersOf returns the parameters of a job for summary.json, which are an object with at least one
// field. The command that reads files of other kinds comes after the others, if there is one.
func parametersOf(j Job, docs docio.Params) ([]byte, error) {
	parameters, err := json.Marshal(j.Parameters)
	if err == nil && docs.Pre != "" {
		var own []byte
		own, err = json.Marshal(pre{docs.Pre, docs.PreGlob})
		parameters = append(append(parameters[:len(parameters)-1], ','), own[1:]...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: parameters: %w", j.Name, err)
	}
	return parameters, nil
}
