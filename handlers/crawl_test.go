package handlers_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/rules/rulestest"
)

// What reading may store, column by column. Each has a test of its own below.
//
//   - sessions.data, where a notice is left for the next page, which takes it
//   - sessions.expires, once a session has lived half its life
//   - people.seen, the day on which a member was here, which the worker notes later
//
// Presence and the counts of limits are in memory only.

// TestCrawlingChangesNothing follows every link from every address of the site, in every role, by GET and HEAD.
// Nothing is stored: no guest is made, no clock is judged, no notice is taken.
func TestCrawlingChangesNothing(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t)
	for _, role := range rulestest.Few(t, []string{"nobody", "guest", "host", "admin"}, 1) {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			w := w.CopyOf(t)
			pages := w.Crawl(t, role)
			if pages < 250 {
				t.Errorf("only %d pages were found", pages)
			}
		})
	}
}

// TestWhatReadingStores tests the exceptions in the list above.
func TestWhatReadingStores(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	// The clocks of games, and all deadlines of the club, have expired by then. The worker, which would act on
	// that, does not run.
	later := sitetest.OpenWorld(t, w.Site.File, w.Now().Add(46*24*time.Hour))
	later.Games, later.Ids, later.Cookies, later.Tournaments = w.Games, w.Ids, w.Cookies, w.Tournaments
	later.Pairing, later.Own, later.Ladder, later.Challenge, later.Decided = w.Pairing, w.Own, w.Ladder, w.Challenge, w.Decided
	before := columns(t, w)
	for _, route := range w.Routes(t) {
		if strings.HasPrefix(route, "GET ") && !strings.HasSuffix(route, "/events") {
			for _, state := range sitetest.States {
				_, address, _ := later.Request(route, state.Name, "host")
				if answer := later.Ask(http.MethodGet, address, "host", ""); answer.Code >= http.StatusInternalServerError {
					t.Errorf("%s answers %d", address, answer.Code)
				}
				if !sitetest.OfGames(route) {
					break
				}
			}
		}
	}
	if got := changedColumns(before, columns(t, w)); !slices.Equal(got, []string{"sessions.expires"}) {
		t.Errorf("reading when a session is to be renewed changes %v", got)
	}
	if err := later.NoteDays(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := changedColumns(before, columns(t, w)); !slices.Equal(got, []string{"people.seen", "sessions.expires"}) {
		t.Errorf("with what the worker notes, reading changes %v", got)
	}

	before = columns(t, w)
	if answer := later.Ask(http.MethodPost, "/settings/sessions", "host", ""); answer.Code != http.StatusSeeOther {
		t.Fatalf("it answers %d", answer.Code)
	}
	later.Ask(http.MethodGet, "/settings", "opponent", "")
	if !strings.Contains(columns(t, w)["sessions.data"], "settings.revoked") {
		t.Error("the notice is gone with somebody else's visit")
	}
	later.Ask(http.MethodGet, "/settings", "host", "")
	if got := changedColumns(before, columns(t, w)); slices.Contains(got, "sessions.data") || strings.Contains(columns(t, w)["sessions.data"], "settings.revoked") {
		t.Errorf("the notice is not taken: %v", got)
	}
}

// columns returns the whole content of the database as text, by table and column.
func columns(t *testing.T, w *sitetest.World) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, table := range w.Tables {
		rows, err := w.File.Query("SELECT * FROM main." + table)
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		list := [][]string{}
		for rows.Next() {
			values, targets := make([]sql.NullString, len(names)), make([]any, len(names))
			for i := range values {
				targets[i] = &values[i]
			}
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			texts := make([]string, len(names))
			for i, value := range values {
				texts[i] = fmt.Sprint(value)
			}
			list = append(list, texts)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(list, slices.Compare)
		for _, texts := range list {
			for i, name := range names {
				all[table+"."+name] += texts[i] + "\n"
			}
		}
	}
	return all
}

// changedColumns names the columns with changed content.
func changedColumns(before, after map[string]string) (names []string) {
	for name, text := range after {
		if text != before[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
