package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// Text is the answer to a file that is sent to /api/text.
type Text struct {
	Text string `json:"text"`
}

// extension is what of the name of a file reaches the disk.
var extension = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// errSecond is that a file has more than one document.
var errSecond = errors.New("the file has more than one document: `diagonal lookup` reads all of them")

// text answers with the text of a file. Its name, of which only the extension counts, is in the address.
func (d *desk) text(r *http.Request, w http.ResponseWriter, body []byte) error {
	ctx, cancel := context.WithTimeout(r.Context(), d.params.MaxTime)
	defer cancel()
	select { // a file in work takes memory, and some take a program
	case d.reading <- struct{}{}:
		defer func() { <-d.reading }()
	case <-ctx.Done():
		return ctx.Err()
	}
	text, err := d.read(ctx, r.URL.Query().Get("name"), body)
	if err == nil {
		reply(w, http.StatusOK, Text{text})
	}
	return err
}

// read returns the text of the one document of a file. The file is on the disk while it is read, in a folder of its
// own.
func (d *desk) read(ctx context.Context, name string, body []byte) (string, error) {
	dir, err := os.MkdirTemp("", "diagonal-serve-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	p := docio.Defaults()
	path := filepath.Join(dir, "file")
	if e := strings.ToLower(filepath.Ext(name)); extension.MatchString(e) {
		path += e
	}
	p.Input, p.HTML, p.MaxRecord = []string{path}, docio.HTMLAll, d.params.MaxText
	if err := os.WriteFile(path, body, 0o600); err != nil {
		return "", err
	}
	plan, err := docio.NewPlan(ctx, p)
	var usage *docio.UsageError
	if errors.As(err, &usage) {
		return "", unreadable(strings.ReplaceAll(usage.Error(), path, "the file"))
	}
	if err != nil {
		return "", err
	}
	var found *record.Document
	var refused string
	err = plan.Each(ctx, func(doc record.Document) error {
		if found != nil {
			return errSecond
		}
		found = &doc
		return nil
	}, func(r record.Rejected) { refused = r.Reason })
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, errSecond):
		return "", unreadable(err.Error())
	case err != nil:
		return "", err
	case found == nil && refused == "":
		return "", unreadable("there is no document in it")
	case refused != "":
		return "", unreadable(strings.ReplaceAll(refused, "--max_record", "--max_text"))
	}
	shown, _ := analysis.Shown(found.Text, found.Markup)
	return strings.TrimPrefix(strings.ToValidUTF8(string(shown), "\ufffd"), "\ufeff"), nil // without a byte order mark
}

func unreadable(why string) error {
	return &badRequest{http.StatusBadRequest, fmt.Sprintf("the file cannot be read: %s", why)}
}
