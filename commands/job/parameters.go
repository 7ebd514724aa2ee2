package job

import (
	"encoding/json"
	"fmt"

	"example.org/diagonal/io/docio"
)

// reading is what decides how files are read, if the user gave it.
type reading struct {
	Pre     []docio.Pre `json:"pre,omitempty"`
	Charset string      `json:"charset,omitempty"`
	Fold    []string    `json:"fold,omitempty"`
	Skip    []string    `json:"skip,omitempty"`
}

// parametersOf returns the parameters of a job for summary.json, which are an object with at least one
// field. The commands that read files of other kinds, the character set, the letters that are the same and what is
// skipped come after the others, if they were given.
func parametersOf(j Job, docs docio.Params) ([]byte, error) {
	parameters, err := json.Marshal(j.Parameters)
	given := reading{docs.Pre, docs.NamedCharset(), docs.Fold, docs.Skip}
	if err == nil && (len(given.Pre) > 0 || given.Charset != "" || len(given.Fold) > 0 || len(given.Skip) > 0) {
		var own []byte
		own, err = json.Marshal(given)
		parameters = append(append(parameters[:len(parameters)-1], ','), own[1:]...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: parameters: %w", j.Name, err)
	}
	return parameters, nil
}
