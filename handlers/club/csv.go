package club

import (
	"encoding/csv"
	"strings"
)

// csvMedia is the media type of a csvFile.
const csvMedia = "text/csv; charset=utf-8"

// csvFile is a table as a file of CSV to download. It begins with a byte order mark:
// without it some spreadsheets take letters for those of Windows.
func csvFile(table [][]string) []byte { return []byte("\ufeff" + writeCSV(table)) }

// writeCSV is a table as CSV, in which no cell is a formula to a spreadsheet.
func writeCSV(table [][]string) string {
	escaped := make([][]string, len(table))
	for i, row := range table {
		escaped[i] = make([]string, len(row))
		for j, cell := range row {
			escaped[i][j] = escapeFormula(cell)
		}
	}
	return tableText(escaped)
}

// tableText is a table as CSV.
func tableText(table [][]string) string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(table) // a Builder takes everything
	return b.String()
}

// escapeFormula is a text that no spreadsheet takes for a formula (OWASP, CSV
// Injection).
func escapeFormula(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
