package club

import (
	"encoding/csv"
	"strings"
)

const csvMedia = "text/csv; charset=utf-8"

// csvFile returns a table as a CSV file to download. The file begins with a byte order mark, because some
// spreadsheets read text without one as Windows-1252.
func csvFile(table [][]string) []byte { return []byte("\ufeff" + writeCSV(table)) }

// writeCSV returns a table as CSV, in which no cell is a formula to a spreadsheet.
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

// tableText returns a table as CSV, with its cells unchanged.
func tableText(table [][]string) string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(table) // a Builder cannot fail
	return b.String()
}

// formulaStarts are the characters with which a formula can begin.
const formulaStarts = "=+-@\t\r"

// escapeFormula returns a text that no spreadsheet takes for a formula (OWASP, CSV Injection).
func escapeFormula(text string) string {
	if text != "" && strings.ContainsRune(formulaStarts, rune(text[0])) {
		return "'" + text
	}
	return text
}

// unescapeFormula returns the text that escapeFormula escaped.
func unescapeFormula(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && rest != escapeFormula(rest) {
		return rest
	}
	return text
}
