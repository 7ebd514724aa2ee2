package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Added is the answer to a document that was added.
type Added struct {
	ID string `json:"id"`
}

// maxID is the largest number of bytes of the id of a document that is added.
const maxID = 1000

// The fields of the line of a document: those of Question.
const idField, textField = "id", "text"

// add adds a document to the index. It is written to a file of its own in Params.AllowAdd, where the index reads it.
// The file has the name of a hash, so no id is a path. One document is added at a time; queries go on with the index as
// it was, and later ones find the document.
func (d *desk) add(r *http.Request, w http.ResponseWriter, body []byte) error {
	if d.params.AllowAdd == "" {
		return &badRequest{http.StatusForbidden, "this service adds no documents: --allow_add=FOLDER allows it"}
	}
	var q Question
	switch err := json.Unmarshal(body, &q); {
	case err != nil || !utf8.Valid(body):
		return notJSON
	case q.ID == "" || len(q.ID) > maxID:
		return &badRequest{http.StatusBadRequest, fmt.Sprintf("the document needs an id, of at most %d bytes", maxID)}
	case q.Text == "":
		return &badRequest{http.StatusBadRequest, "the document has no text"}
	}
	line, err := record.JSON(q)
	if err != nil {
		return err
	}
	if _, err := jsonlio.NewDecoder(idField, textField).Decode(line); err != nil {
		return &badRequest{http.StatusBadRequest, fmt.Sprintf("the document cannot be used: %v", err)}
	}
	waiting, stop := context.WithTimeout(r.Context(), d.params.MaxTime)
	defer stop()
	done, err := d.change(waiting)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return errChanging
	case err != nil:
		return err
	}
	defer done()
	refs, err := d.index.Named(q.ID)
	if err != nil {
		return err
	}
	if len(refs) > 0 {
		return &badRequest{http.StatusConflict, "the index has a document with this id already"}
	}
	answering := http.NewResponseController(w)
	if err := answering.SetWriteDeadline(time.Time{}); err != nil { // a change takes as long as it takes
		return err
	}
	ctx := context.WithoutCancel(r.Context()) // a client that goes away stops nothing half way
	err = d.extend(ctx, q.ID, append(line, '\n'))
	if e := answering.SetWriteDeadline(time.Now().Add(d.params.slow)); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	reply(w, http.StatusOK, Added{q.ID})
	return nil
}

// extend writes the file of a document, adds it to the index, and opens that again. If the index does not change, no
// file is left.
func (d *desk) extend(ctx context.Context, id string, line []byte) error {
	file := filepath.Join(d.params.AllowAdd, fmt.Sprintf("%.16x.jsonl", sha256.Sum256([]byte(id))))
	err := store.WriteFile(ctx, file, func(w io.Writer) error {
		_, err := w.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	// Strict, the run changes nothing where it cannot use the document.
	err = d.params.run(ctx, "index", "--index="+d.params.Index, "--input="+file, "--format=jsonl",
		"--id_field="+idField,
		"--text_field="+textField, "--add", "--strict", "--quiet")
	if err != nil {
		err = errors.Join(err, os.Remove(file))
		for _, other := range []error{indexio.ErrLocked, indexio.ErrChanged} {
			if strings.Contains(err.Error(), other.Error()) { // it is said by another process
				return errChanging
			}
		}
		return err
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
