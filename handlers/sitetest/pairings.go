package sitetest

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/pairing"

	"github.com/chromedp/chromedp/kb"
)

// Paired creates a tournament of two people with accounts, and returns their pairing. By default it
// is for one game of Hexone. The deadline is rounded down to days.
func (s *Site) Paired(t testing.TB, n db.NewPairing, first, second string) db.Pairing {
	t.Helper()
	ctx, now := t.Context(), s.Now()
	settings := db.TournamentSettings{
		Kind: db.Swiss, Rounds: 1, Key: cmp.Or(n.Key, "hexone"), Unit: cmp.Or(n.Unit, pairing.OneGame), Control: n.Control.String(),
		Rated: n.Rated, Site: n.Site, Seeding: db.SeedByHand,
	}
	if n.Decisive {
		settings.Kind, settings.Rounds = db.Knockout, 0
	}
	if !n.Due.IsZero() {
		settings.Days = int(n.Due.Sub(now) / (24 * time.Hour))
	}
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	organiser, err := s.DB.PersonByName(ctx, "Pairer")
	if err != nil {
		organiser, err = s.DB.SignUp(ctx, "", "Pairer", "no password fits", now)
		try(err)
		s.Promote(t, organiser.ID, db.Organiser)
	}
	seasons, err := s.DB.OpenSeasons(ctx)
	try(err)
	if len(seasons) == 0 {
		season, err := s.DB.NewSeason(ctx, "Autumn", "", organiser.ID, now)
		try(err)
		seasons = append(seasons, season)
	}
	cup, err := s.DB.CreateTournament(ctx, db.NewTournament{Season: seasons[0].ID, Name: "Cup", TournamentSettings: settings}, organiser.ID, now)
	try(err)
	for _, name := range []string{first, second} {
		try(s.DB.AddEntrant(ctx, cup.ID, s.IdOf(t, name), organiser.ID, now))
	}
	try(s.DB.BeginTournament(ctx, cup.ID, organiser.ID, now))
	made, err := s.DB.PublishRound(ctx, cup.ID, db.ProposalChange{}, s.mark(t, cup.ID), organiser.ID, now)
	try(err)
	if made[0].Players[0].Name != first {
		s.turn(t, made[0])
	}
	p, err := s.DB.Pairing(ctx, made[0].ID)
	try(err)
	return p
}

// DueIn moves the pairing at a path, so that a week ends with its deadline.
func (s *Site) DueIn(t testing.TB, path string, left time.Duration) {
	t.Helper()
	id, due := strings.TrimPrefix(path, "/pairings/"), s.Now().Add(left)
	if _, err := s.Raw(t).Exec("UPDATE pairings SET due = $2, made = $3 WHERE id = $1", id, due.UnixMilli(), due.AddDate(0, 0, -7).UnixMilli()); err != nil {
		t.Fatal(err)
	}
}

// turn swaps the players of a new pairing, so that the other one starts.
func (s *Site) turn(t testing.TB, p db.Pairing) {
	t.Helper()
	for _, query := range []string{
		"UPDATE pairings SET first = $3, second = $2 WHERE id = $1",
		"UPDATE tournament_pairings SET first = $3, second = $2 WHERE pairing = $1",
		"UPDATE games SET host = CASE host WHEN $2 THEN $3 ELSE host END WHERE pairing = $1",
		`UPDATE seats SET person = CASE person WHEN $2 THEN $3 WHEN $3 THEN $2 END, reserved = CASE reserved WHEN $2 THEN $3 WHEN $3 THEN $2 END
			WHERE game IN (SELECT id FROM games WHERE pairing = $1)`,
	} {
		if _, err := s.Raw(t).Exec(query, p.ID, p.Players[0].ID, p.Players[1].ID); err != nil {
			t.Fatal(err)
		}
	}
}

// A WonGame is the result of a game of Hexone over the board: the winner and the winner's points.
type WonGame struct{ Winner, Points string }

// opensPairing opens a pairing from its player's home page.
func (p *Person) opensPairing(pairing db.Pairing, who *Client) {
	p.T.Helper()
	p.ComesAs(who)
	p.Open("/")
	p.Click("#pairing-" + pairing.ID)
	p.Shows(".pairing")
}

// Enters enters the results of a pairing as a player.
func (p *Person) Enters(pairing db.Pairing, who *Client, games ...WonGame) {
	p.T.Helper()
	p.opensPairing(pairing, who)
	p.fillsResults("#enter", pairing, games)
	p.Click("#enter button")
	p.Shows("#notice p")
}

// Confirms confirms the entered results as the other player.
func (p *Person) Confirms(pairing db.Pairing, who *Client) {
	p.T.Helper()
	p.opensPairing(pairing, who)
	p.Click("#confirm")
	p.Shows("#status.over")
}

// Contests contests the entered results as the other player.
func (p *Person) Contests(pairing db.Pairing, who *Client, words string) {
	p.T.Helper()
	p.opensPairing(pairing, who)
	p.Click("#entered summary")
	p.Fills("#entered textarea", words)
	p.Click("#contest")
	p.Shows("#notice p")
}

// Decides decides a pairing as an organiser.
func (p *Person) Decides(pairing db.Pairing, who *Client, why string, games ...WonGame) {
	p.T.Helper()
	p.opensPairing(pairing, who)
	p.fillsResults("#decide", pairing, games)
	p.Fills("#decide textarea", why)
	p.Click("#decide button")
	p.Shows("#status.over")
}

// fillsResults fills in the results of games in a form, replacing previous input.
func (p *Person) fillsResults(form string, pairing db.Pairing, games []WonGame) {
	p.T.Helper()
	for i, g := range games {
		outcome := "draw"
		if g.Winner != "" {
			outcome = map[bool]string{true: "first", false: "second"}[pairing.Players[0].Name == g.Winner]
		}
		p.Fills(fmt.Sprintf("%s [name=points-%d-winner]", form, i+1), kb.End+kb.Backspace+kb.Backspace+g.Points)
		chosen := fmt.Sprintf("%s [name=outcome-%d][value=%s]", form, i+1, outcome)
		p.Click(chosen)
		if got := p.Evaluate(fmt.Sprintf("document.querySelector(%q).closest('label').innerText.trim()", chosen)); g.Winner != "" && got != g.Winner+" won" {
			p.T.Fatalf("game %d is entered as %q, want that %s won", i+1, got, g.Winner)
		}
	}
}
