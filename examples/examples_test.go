// Package examples holds the examples to what they print.
package examples

import (
	"os/exec"
	"path/filepath"
	"testing"
)

func TestExamples(t *testing.T) {
	for name, want := range map[string]string{
		"default":   "ann: the mill [41:282] and bea: your letter [42:292]: reworded, similarity 0.83\n",
		"signature": "Boston, sentences 1 to 2 = London, sentences 0 to 1\n",
		"join":      "The Gazette, 1843-02-27 -> The Herald, 1843-03-04: 233 characters, verbatim\n",
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), name) // what go says of its downloads is not of the program
			got, err := exec.Command("go", "build", "-o", program, "./"+name).CombinedOutput()
			if err == nil {
				got, err = exec.Command(program).CombinedOutput()
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, got)
			}
			if string(got) != want {
				t.Errorf("it prints\n%s\nwant\n%s", got, want)
			}
		})
	}
}
