package page

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// E-mails have the colours of the site, in the standard palette.
func TestLetterColours(t *testing.T) {
	theme, err := os.ReadFile("../../static/theme.css")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, style := range letterStyles {
		for _, found := range letterColour.FindAllStringSubmatch(style, -1) {
			used[found[1]] = true
		}
	}
	if len(letterLight) != len(used) || len(letterDark) != len(used) {
		t.Errorf("e-mails use %d colours, of which %d are given for light and %d for dark screens", len(used), len(letterLight), len(letterDark))
	}
	for token := range used {
		found := regexp.MustCompile(`--` + token + `: var\(--light, (#\w+)\) var\(--dark, (#\w+)\)`).FindStringSubmatch(string(theme))
		if got := []string{letterLight[token], letterDark[token]}; found == nil || !slices.Equal(got, found[1:]) {
			t.Errorf("--%s is %q in e-mails, %q in theme.css", token, got, found)
		}
	}
}

// Each colour of an e-mail is also in the style sheet for dark screens.
func TestLetterSheet(t *testing.T) {
	sheet := letterSheet()
	for name, style := range letterStyles {
		_, rule, ok := strings.Cut(sheet, "."+name+"{")
		rule, _, _ = strings.Cut(rule, "}")
		if colours := strings.Count(style, "var("); ok != (colours > 0) || ok && strings.Count(rule, "!important") != colours {
			t.Errorf("%s has %d colours, in the sheet: %q", name, colours, rule)
		}
	}
	if strings.Contains(sheet, "var(") {
		t.Errorf("the sheet has a token without value: %s", sheet)
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"Ben\r\n\r\nWin!": "Ben Win!", " a\u2028b\x00c\td ": "a b c d", "12\u00a0% :\u202f!": "12\u00a0% :\u202f!", "": "",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
