package handlers_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/rulestest"
)

// evil is a text that becomes markup if it is not escaped, in 28 characters.
const evil = `"><img src=x onerror=evil()>`

// evilMarkdown is the same for Markdown.
const evilMarkdown = evil + "\n\n[a](javascript:evil()) [b](//evil.example) [c](data:text/html,evil) ![d](http://evil.example/e.png) " +
	"<javascript:evil()> <b onclick=evil()>e</b> <http://evil.example/> [f][g] `<img src=x onerror=evil()>`\n\n" +
	"<script>evil()</script>\n\n<iframe src=//evil.example></iframe>\n\n[g]: vbscript:evil()\n\n# h {onclick=evil()}\n\n"

// written are the columns with people's texts that some page shows, with what an attacker would write there.
var written = map[string]string{
	"people.name": evil, "club.name": evil, "club.welcome": evilMarkdown, "seasons.name": evil, "invitations.note": evil,
	"ladders.name": evil, "ladders.about": evilMarkdown, "tournaments.name": evil, "tournaments.about": evilMarkdown,
	"pairings.contest": evil, "pairings.reason": evil, "messages.text": evil, "mail.address": evil, "mail.pending": evil,
}

// TestTextsStayTexts writes markup, formulas and the like into the database, without any validation, and reads
// every page and file in every role. People's texts are text everywhere, and never markup.
func TestTextsStayTexts(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	if _, err := w.DB.Say(t.Context(), w.Games["running"].ID, w.Ids["host"], "Hello", w.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.ContestResult(t.Context(), w.Pairing, w.Ids["opponent"], "It was not so.", 2, w.Now()); err != nil {
		t.Fatal(err)
	}
	row := w.SQL("rowid", "ctid::text")
	for column, text := range written {
		table, name, _ := strings.Cut(column, ".")
		// Each row has the text, an identifier, and its column.
		query := fmt.Sprintf("UPDATE %s SET %[2]s = $1 || ' ' || %[3]s || ' ' || $2", table, name, row)
		switch column {
		case "people.name":
			query += " WHERE name IS NOT NULL"
		case "pairings.reason":
			query += " WHERE decided_by IS NOT NULL"
		case "pairings.contest":
			query += " WHERE contested_by IS NOT NULL"
		}
		if _, err := w.File.Exec(query, text, column); err != nil {
			t.Fatal(column, err)
		}
	}
	decided := ""
	if err := w.File.QueryRow("SELECT id FROM main.pairings WHERE reason <> ''").Scan(&decided); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, role := range rulestest.Few(t, []string{"admin", "host", "nobody"}, 1) {
		for _, answer := range w.ReadAll(t, role, "/pairings/"+decided) {
			for column := range written {
				if strings.Contains(answer, column) {
					seen[column] = true
				}
			}
		}
	}
	for _, column := range slices.Sorted(maps.Keys(written)) {
		if !seen[column] && !testing.Short() {
			t.Errorf("%s is on no page", column)
		}
	}
}

// TestFormulasStayTexts puts names that look like formulas into every file of a table.
func TestFormulasStayTexts(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	for _, text := range []string{`=HYPERLINK("http://evil.example","x")`, "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1"} {
		for _, column := range []string{"people.name", "tournaments.name"} {
			table, name, _ := strings.Cut(column, ".")
			if _, err := w.File.Exec(fmt.Sprintf("UPDATE %s SET %s = $1 || %s WHERE name IS NOT NULL", table, name, w.SQL("rowid", "ctid::text")), text); err != nil {
				t.Fatal(err)
			}
		}
		files := 0
		for _, route := range w.Routes(t) {
			if !strings.HasSuffix(route, ".csv") || !strings.HasPrefix(route, "GET ") {
				continue
			}
			_, address, _ := w.Request(route, "", "organiser")
			answer := w.Ask(http.MethodGet, address, "organiser", "")
			if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), "1") {
				t.Errorf("%s answers %d", address, answer.Code)
			}
			for _, fault := range sitetest.InjectedContent(address, answer.Header(), answer.Body.String()) {
				t.Errorf("%s: %s", address, fault)
			}
			files++
		}
		if files == 0 {
			t.Error("there are no files")
		}
		answer := w.Ask(http.MethodPost, "/club/import/links.csv", "organiser", sitetest.FormOf("csv", "name,email,link\n\""+strings.ReplaceAll(text, `"`, `""`)+"\",,\n"))
		for _, fault := range sitetest.InjectedContent("/club/import/links.csv", answer.Header(), answer.Body.String()) {
			t.Errorf("links.csv: %s", fault)
		}
	}
}

// TestFieldsTakeNoMarkup writes markup into every field of every form. Whether it is accepted or the form is
// shown again, it is text there, on the next page, and in the audit log.
func TestFieldsTakeNoMarkup(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	taken := map[string]bool{}
	for _, route := range rulestest.Few(t, w.Routes(t), 60) {
		if strings.HasPrefix(route, "GET ") {
			continue
		}
		for _, role := range []string{"host", "nobody", "admin"} {
			_, address, pairs := w.Request(route, "running", role)
			fields := strings.Fields(sitetest.RouteRequests[route].Choices)
			for i := 0; i < len(pairs); i += 2 {
				fields = append(fields, pairs[i])
			}
			for _, field := range fields {
				for _, text := range []string{evil, "=1\r\nEvil: \u202e1\u2066"} {
					form := url.Values{}
					for i := 1; i < len(pairs); i += 2 {
						form.Add(pairs[i-1], pairs[i])
					}
					form.Set(field, text)
					before := w.Version(t)
					request := sitetest.FormRequest(address, form)
					answer := w.Send(request, role)
					what := fmt.Sprintf("%s as %s with %s", route, role, field)
					if answer.Code >= http.StatusInternalServerError || answer.Header()["Evil"] != nil {
						t.Errorf("%s answers %d", what, answer.Code)
					}
					faults := sitetest.JudgeBody(request, answer.Code, answer.Header(), answer.Body.Bytes())
					if w.Version(t) != before {
						for _, row := range w.Rows(t) {
							if hidden := strings.IndexFunc(row, unseen); hidden >= 0 {
								faults = append(faults, fmt.Sprintf("stored is %.300q", row))
							} else if text == evil && strings.Contains(row, evil) {
								taken[field] = true
							}
						}
						for _, next := range []string{answer.Header().Get("Location"), "/club/log", "/club"} {
							if to, _, _ := strings.Cut(next, "#"); to != "" {
								page := w.Ask(http.MethodGet, to, role, "")
								faults = append(faults, sitetest.ForeignMarkup(page.Body.Bytes())...)
							}
						}
						w.Restore(t)
					}
					for _, fault := range faults {
						t.Errorf("%s: %s", what, fault)
					}
				}
			}
		}
	}
	// Names cannot contain markup; free texts can.
	for _, field := range []string{"name", "welcome", "about", "note", "reason", "why", "text"} {
		if !taken[field] && !testing.Short() {
			t.Errorf("no %s was taken: too little was tried", field)
		}
	}
}

// unseen matches characters that no stored text may have: those that end lines or strings, or change the
// direction of text.
func unseen(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}
