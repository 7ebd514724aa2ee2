package indexed

// Reset empties a document that is not needed any more. The index of the next one is made in its
// memory.
func (d *Document) Reset() {
	d.Words, d.Tokens, d.Units, d.From, d.To = nil, nil, nil, nil, nil
	d.Hidden, d.Altered, d.Named, d.Hot = nil, nil, nil, nil
	d.unitStart, d.aside, d.Ignored, d.ignored = d.unitStart[:0], nil, nil, nil
}
