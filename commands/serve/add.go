package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"unicode/utf8"

	"example.org/diagonal/io/record"
)

// Added is the answer to a document that was added.
type Added struct {
	ID string `json:"id"`
}

// mostID is the largest number of bytes of the id of a document that is added.
const mostID = 1000

// add adds a document to the index. It is written to a file of its own in Params.AllowAdd, where the index reads it. The file has the
// name of a hash, so no id is a path. One document is added at a time; queries go on with the index as it was, and later ones
// find the document.
func (d *desk) add(r *http.Request, w http.ResponseWriter, body []byte) error {
	if d.params.AllowAdd == "" {
		return &badRequest{http.StatusForbidden, "this service adds no documents: --allow_add=FOLDER allows it"}
	}
	var q Question
	switch err := json.Unmarshal(body, &q); {
	case err != nil || !utf8.Valid(body):
		return notJSON
	case q.ID == "" || len(q.ID) > mostID:
		return &badRequest{http.StatusBadRequest, fmt.Sprintf("the document needs an id, of at most %d bytes", mostID)}
	case q.Text == "":
		return &badRequest{http.StatusBadRequest, "the document has no text"}
	}
	d.adding.Lock()
	defer d.adding.Unlock()
	refs, err := d.index.Named(q.ID)
	if err != nil {
		return err
	}
	if len(refs) > 0 {
		return &badRequest{http.StatusConflict, "the index has a document with this id already"}
	}
	ctx := context.WithoutCancel(r.Context()) // a client that goes away stops nothing half way
	if err := d.extend(ctx, q); err != nil {
		return err
	}
	if refs, err = d.index.Named(q.ID); err != nil {
		return err
	}
	if len(refs) == 0 {
		return &badRequest{http.StatusBadRequest, "the document cannot be used"}
	}
	reply(w, http.StatusOK, Added{q.ID})
	return nil
}

// extend writes the file of a document, adds it to the index, and opens that again.
func (d *desk) extend(ctx context.Context, q Question) error {
	line, err := record.JSON(q)
	if err != nil {
		return err
	}
	file := filepath.Join(d.params.AllowAdd, fmt.Sprintf("%.16x.jsonl", sha256.Sum256([]byte(q.ID))))
	if err := os.WriteFile(file, append(line, '\n'), 0o666); err != nil {
		return err
	}
	if err := d.params.run(ctx, "index", "--index="+d.params.Index, "--input="+file, "--format=jsonl", "--add", "--quiet"); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return d.reopen(ctx)
}

// runProgram runs this program, in a process of its own: what it takes of memory and time is not that of queries.
func runProgram(ctx context.Context, args ...string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, program, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("diagonal %s: %w: %s", args[0], err, bytes.TrimSpace(out))
	}
	return nil
}
