package club

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/views/club/seasons"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

func TestSplitLead(t *testing.T) {
	for text, want := range map[string][2]string{
		"":                                   {"", ""},
		"Tuesdays at seven.":                 {"Tuesdays at seven.", ""},
		"Tuesdays at seven.\n\n- **Hexone**": {"Tuesdays at seven.", "- **Hexone**"},
		"# Welcome\n\nTuesdays":              {"", "# Welcome\n\nTuesdays"},
		"We **play**.\n\nTuesdays":           {"", "We **play**.\n\nTuesdays"},
		"Two\nlines\n\nTuesdays":             {"", "Two\nlines\n\nTuesdays"},
		"- Hexone":                           {"", "- Hexone"},
		"1. Hexone":                          {"", "1. Hexone"},
	} {
		if line, rest := splitLead(text); line != want[0] || rest != want[1] {
			t.Errorf("%q is %q and %q, want %q", text, line, rest, want)
		}
	}
}

func TestTournamentCard(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	f := page.Frame{T: viewstest.Catalog(t, "en"), Now: now}
	in := TournamentInput{
		Item: seasons.Item{Name: "Cup"}, Round: 3, Length: 5, Boards: 7, Open: 3, Due: now.AddDate(0, 0, 2),
		Pairing: "paired", Avatar: "carl", Opponent: "Carl", PairingRound: 3, PairingDue: now.AddDate(0, 0, 2),
	}
	card, next := newTournamentCard(f, in)
	if want := []string{"done", "done", "now", "", ""}; !slices.Equal(card.Steps, want) {
		t.Errorf("the rounds are %q, want %q", card.Steps, want)
	}
	if got := card.Boards.String(); got != "4 of 7 pairings finished · round ends in 2 days" {
		t.Errorf("the boards are %q", got)
	}
	if next == nil || next.Text != "You play Carl" || !strings.HasPrefix(next.Note.String(), "Round 3 of “Cup” · play by ") || next.Href != "/pairings/paired" || next.Avatar != "carl" {
		t.Errorf("the next game is %+v", next)
	}
	in.Open, in.Pairing = 0, ""
	if card, next = newTournamentCard(f, in); card.Steps[2] != "done" || len(card.Boards) != 0 || next != nil {
		t.Errorf("a finished round: %+v, %+v", card, next)
	}
}

// The log names the first people of an act, and counts the others.
func TestLoggedNames(t *testing.T) {
	e := LogEntry{Act: "ladder-members", By: "Olive", People: map[string]string{}, Detail: map[string]string{"Name": "Ladder"}}
	var ids []string
	for i := range MostLoggedNames + 2 {
		id := strconv.Itoa(i)
		ids = append(ids, id)
		e.People[id] = "P" + id
		e.Detail["NamesPeople"], e.Detail["Count"] = strings.Join(ids, " "), strconv.Itoa(i+1)
	}
	for language, want := range map[string]string{"en": " and 2 others", "fr": " et 2 autres", "es": " y 2 más", "ko": " 외 2명"} {
		line := NewLogLine(page.Calendar{T: viewstest.Catalog(t, language)}, e)
		if !strings.HasPrefix(line.Names, "P0, P1, ") || !strings.HasSuffix(line.Names, ", P49"+want) {
			t.Errorf("%s: the names are %q", language, line.Names)
		}
	}
	e.Detail["NamesPeople"] = "1 0"
	if line := NewLogLine(page.Calendar{T: viewstest.Catalog(t, "en")}, e); line.Names != "P1, P0" {
		t.Errorf("the names are %q", line.Names)
	}
}

// Each text that addresses people is about an act of the log, and has its place among addressedActs.
func TestAddressedActs(t *testing.T) {
	for _, act := range LoggedActs() {
		key := "decision." + act
		if has := viewstest.Catalog(t, "en").T(key) != key; has != slices.Contains(addressedActs(), act) {
			t.Errorf("%s has a text: %t", act, has)
		}
	}
	for _, act := range addressedActs() {
		if !slices.Contains(LoggedActs(), act) {
			t.Errorf("%s is no act", act)
		}
	}
}
