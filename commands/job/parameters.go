package job

import (
	"encoding/json"
	"fmt"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
)

// reading is what decides how files are read, if the user gave it.
type reading struct {
	Pre     []docio.Pre `json:"pre,omitempty"`
	Charset string      `json:"charset,omitempty"`
	Fold    []string    `json:"fold,omitempty"`
	Skip    []string    `json:"skip,omitempty"`
	// Spelling is a hash of the table of --spelling.
	Spelling string `json:"spelling,omitempty"`
}

// parametersOf returns the parameters of a job for summary.json, which are an object with at least one
// field. What decides how files are read comes after the others, if it was given.
func parametersOf(j Job, docs docio.Params) ([]byte, error) {
	parameters, err := json.Marshal(j.Parameters)
	if err != nil {
		return nil, fmt.Errorf("%s: parameters: %w", j.Name, err)
	}
	own, err := json.Marshal(reading{docs.Pre, docs.NamedCharset(), docs.Fold, docs.Skip, HashOf(docs.Spelling)})
	if err != nil {
		return nil, fmt.Errorf("%s: parameters: %w", j.Name, err)
	}
	if string(own) != "{}" {
		parameters = append(append(parameters[:len(parameters)-1], ','), own[1:]...)
	}
	return parameters, nil
}

// HashOf returns what stands for a table of spellings in the parameters of a job; "" is none.
func HashOf(spelling string) string {
	if spelling == "" {
		return ""
	}
	return fmt.Sprintf("%016x", record.Content([]byte(spelling)))
}
