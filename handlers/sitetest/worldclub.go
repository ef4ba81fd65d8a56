package sitetest

import (
	"net/netip"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// Secrets, ids and addresses of the club: the guest has the link linkSecret.
const (
	bannedRange  = "198.51.100.0/24"
	linkSecret   = "linksecretlinksecretlinkse"
	resetSecret  = "resetsecretresetsecretrese" // of a link to reset Lena's password
	invitationID = "invitation01"
	seasonID     = "season000001"
)

// runClub adds an organiser, an admin, an invitation, a season, and an imported member before
// joining.
func (w *World) runClub(t *testing.T) {
	t.Helper()
	for _, role := range []db.Role{db.Admin, db.Organiser} {
		w.Promote(t, w.Ids[string(role)], role)
	}
	imported := []db.NewMember{{Name: "Iris", Hash: HashOf("iris")}}
	later := w.Now().Add(24 * time.Hour)
	if err := w.DB.ImportMembers(t.Context(), imported, w.Ids["organiser"], later, w.Now()); err != nil {
		t.Fatal(err)
	}
	lena, err := w.DB.PersonByName(t.Context(), "Lena")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.DB.MakeReset(t.Context(), db.Reset{Hash: HashOf(resetSecret), Person: lena, Expires: later}, db.Operator, w.Now()); err != nil {
		t.Fatal(err)
	}
	ban := db.Ban{Prefix: netip.MustParsePrefix(bannedRange), Reason: "spam", Until: later}
	if err := w.DB.AddBan(t.Context(), ban, w.Ids["admin"], w.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Say(t.Context(), w.Games["running"].ID, w.Ids["host"], "Hello", w.Now()); err != nil {
		t.Fatal(err)
	}
	invitation := db.NewInvitation{Hash: HashOf(linkSecret), Uses: 9, Expires: later}
	if err := w.DB.Invite(t.Context(), invitation, w.Ids["organiser"], w.Now()); err != nil {
		t.Fatal(err)
	}
	season, err := w.DB.NewSeason(t.Context(), "Herbst", "", w.Ids["organiser"], w.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"UPDATE invitations SET id = '" + invitationID + "' WHERE person IS NULL",
		"UPDATE seasons SET id = '" + seasonID + "' WHERE id = '" + season.ID + "'",
	} {
		if _, err := w.File.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.DB.RenameSeason(t.Context(), seasonID, "Autumn", w.Ids["organiser"], w.Now()); err != nil {
		t.Fatal(err)
	}
	if w.Act, err = w.DB.JustDone(t.Context(), w.Ids["organiser"], w.Now()); err != nil {
		t.Fatal(err)
	}
}

// addLadder adds a ladder to the world. Its players, from the top, are Lena, the opponent, the host,
// the account and the invited. The host has challenged the opponent.
func (w *World) addLadder(t *testing.T) {
	t.Helper()
	w.Ladder = w.newLadder(t, "Ladder", w.IdOf(t, "Lena"), w.Ids["opponent"], w.Ids["host"], w.Ids["account"], w.Ids["invited"])
	w.Challenge = w.challenge(t, w.Ladder)
}

// addDecidedChallenge adds another ladder, on which the host has challenged the opponent, and lost by decision of the organiser.
func (w *World) addDecidedChallenge(t *testing.T) {
	t.Helper()
	w.Decided = w.challenge(t, w.newLadder(t, "Other ladder", w.Ids["opponent"], w.Ids["host"]))
	lost := ladder.Outcome{Winner: w.Ids["opponent"]}
	if _, err := w.DB.DecideChallenge(t.Context(), w.Decided, w.Ids["organiser"], lost, "It was so.", w.Now()); err != nil {
		t.Fatal(err)
	}
	r, err := w.DB.PreviewResult(t.Context(), w.Decided, db.Correction{Decision: db.Decision{Why: "It was so."}}, w.Now())
	if err != nil {
		t.Fatal(err)
	}
	w.correction = r.Mark
}

// newLadder adds a ladder with players, from the top.
func (w *World) newLadder(t *testing.T, name string, players ...string) string {
	t.Helper()
	terms := db.LadderTerms{Name: name, Settings: ladder.Default("hexone"), Venue: db.OverBoard}
	l, err := w.DB.CreateLadder(t.Context(), seasonID, "", terms, w.Ids["organiser"], w.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range players {
		if _, err := w.DB.JoinLadder(t.Context(), l.ID, id, w.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return l.ID
}

// challenge lets the host challenge the opponent on a ladder.
func (w *World) challenge(t *testing.T, id string) string {
	t.Helper()
	c, _, err := w.DB.MakeChallenge(t.Context(), id, w.Ids["host"], w.Ids["opponent"], "hexone", false, w.Now())
	if err != nil {
		t.Fatal(err)
	}
	return c.ID
}

// addSavedRound adds a tournament in which the organiser plays, and has entered the results of the first round.
func (w *World) addSavedRound(t *testing.T) {
	t.Helper()
	id := w.someTournament(t, "running", seasonID, w.Ids["organiser"], w.Ids["organiser"], w.IdOf(t, "Lena"))
	boards, err := w.DB.RoundPairings(t.Context(), id, 1)
	if err != nil {
		t.Fatal(err)
	}
	won := db.Decision{Games: []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{20, 0}}}, Revision: boards[0].Revision}
	entries := db.RoundEntries{Entries: []db.RoundEntry{{Pairing: boards[0].ID, Decision: won}}}
	if _, err := w.DB.EnterRound(t.Context(), id, 1, entries, w.Ids["organiser"], w.Now()); err != nil {
		t.Fatal(err)
	}
	w.Tournaments["saved"], w.Own = id, boards[0].ID
}

// writeToHost gives the host a confirmed e-mail address, and another one to confirm.
func (w *World) writeToHost(t *testing.T) {
	t.Helper()
	if err := w.DB.AskAddress(t.Context(), w.Ids["host"], "host@mail.example", "en", true, w.Now()); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"UPDATE mail SET address = 'host@mail.example', pending = 'other@mail.example', stop = '" + hostStop + "'",
		"INSERT INTO mail_links (hash, person, address, expires) SELECT '" + HashOf(hostSecret) + "', person, pending, 4000000000000 FROM mail",
	} {
		if _, err := w.File.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
}
