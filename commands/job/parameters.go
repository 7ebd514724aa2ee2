package job

import (
	"encoding/json"
	"fmt"

	"example.org/diagonal/io/docio"
)

// pre is what decides the documents that commands read.
type pre struct {
	Pre []docio.Pre `json:"pre"`
}

// parametersOf returns the parameters of a job for summary.json, which are an object with at least one
// field. The commands that read files of other kinds come after the others, if there are any.
func parametersOf(j Job, docs docio.Params) ([]byte, error) {
	parameters, err := json.Marshal(j.Parameters)
	if err == nil && len(docs.Pre) > 0 {
		var own []byte
		own, err = json.Marshal(pre{docs.Pre})
		parameters = append(append(parameters[:len(parameters)-1], ','), own[1:]...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: parameters: %w", j.Name, err)
	}
	return parameters, nil
}
