package line

import (
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Right aligns a column of texts on the right, with its footer.
func Right(column string) table.ColumnConfig {
	return table.ColumnConfig{Name: column, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight}
}
