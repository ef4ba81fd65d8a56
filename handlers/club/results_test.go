package club_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/views/club/tournaments"
)

// fieldsOf returns the names of the fields for the results of a board.
type boardFields struct{ id, outcome, points, absent, confirm string }

func fieldsOf(b db.Board) boardFields {
	return boardFields{
		b.Pairing, tournaments.RowField("outcome", b.Pairing, 1), tournaments.RowField("points", b.Pairing, 1),
		tournaments.RowField("absent", b.Pairing), tournaments.RowField("confirm", b.Pairing),
	}
}

// An organiser finds the page for results from the tournament's pages, enters all results of a round there, corrects
// one with a reason, and undoes that. Without scripts it is the same page.
func TestResultsOfARound(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 5, "rounds", "2")
	m.Begin(t)
	boards := m.Full(t).RoundBoards(1)
	a, b := fieldsOf(boards[0]), fieldsOf(boards[1])
	path := m.Path + "/rounds/1/results"
	for _, from := range []string{m.Path, m.Path + "/organise", m.Path + "/rounds/1"} {
		if href := m.Organiser.Get(from).Attribute("#enter-results.primary", "href"); href != path {
			t.Errorf("%s links to %q", from, href)
		}
	}
	m.Players[0].Get(m.Path+"/rounds/1").WantCount(t, "#enter-results", 0)
	m.Players[0].Get(path).WantStatus(t, http.StatusForbidden)
	m.Organiser.Get(m.Path+"/rounds/2/results").WantStatus(t, http.StatusNotFound)

	p := m.Organiser.Get(path).WantStatus(t, http.StatusOK).WantText(t, "#missing", "2 results missing").WantCount(t, ".result-row", 3).
		WantCount(t, "[name=why]", 0).WantCount(t, "#undo", 0).WantText(t, "li:last-child .result-row", "bye")
	p = m.Organiser.Sends(p, "#results", a.outcome, "first", a.points, "50", b.outcome, "second", b.points, "20").
		WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Nothing saved yet").WantText(t, "#problem-"+a.id, "7 to 49").WantCount(t, "#problem-"+b.id, 0).
		WantText(t, "#problem", "Board 1: The points don’t fit the result: 7 to 49").WantCount(t, "#problem a[href='#board-1']", 1).WantCount(t, "#board-1 [name="+a.points+"][autofocus]", 1).
		WantCount(t, "[name="+a.points+"][value='50']", 1).WantCount(t, "[name="+b.outcome+"][value=second][checked]", 1)
	m.Organiser.Get(path).WantText(t, "#missing", "2 results missing")
	m.Organiser.Sends(p, "#results", a.points, "40", "note", "Table 2 started late.").WantStatus(t, http.StatusOK).
		WantText(t, "#notice", "saved").WantText(t, "#missing", "All results are in").WantText(t, "#saved-last", "Last saved: 2 results").
		WantCount(t, "#pair", 1).WantCount(t, "[name=why]", 0)
	s.Client(t).Get(m.Path+"/rounds/1").WantText(t, "#boards", "1–0").WantText(t, "#boards", "0–1").WantText(t, "#round-note", "Table 2 started late.")
	m.Organiser.Get(m.Path+"/rounds/1").WantCount(t, "#enter-results:not(.primary)", 1)

	olga := s.Organiser(t, "Olga")
	q := olga.Sends(olga.Get(path).WantCount(t, "[name=why]", 1), "#results", a.absent, "forfeit-second", a.outcome, "", a.points, "", b.outcome, "draw", b.points, "").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#problem", "Nothing saved yet. Give a reason for boards 1, 2, then save again.").WantNoText(t, "#missing", "All results").WantText(t, "#problem-"+a.id, "Give a reason").WantCount(t, "[name=why]", 1).
		WantCount(t, ".result-row:has(#problem-"+a.id+") [name=why][autofocus][aria-describedby=problem-"+a.id+"]", 1).WantCount(t, "[name="+a.absent+"] [value=forfeit-second][selected]", 1)
	olga.Sends(q, "#results", "why", "He did not come.").WantStatus(t, http.StatusOK).WantText(t, "#saved-last", "Last saved: 2 results")
	m.Organiser.Get(m.Path+"/rounds/1").WantText(t, "#boards", "+:−").WantText(t, "#boards", "½–½")
	olga.Post(path+"/undo").WantStatus(t, http.StatusOK)

	p = m.Organiser.Sends(m.Organiser.Get(path), "#results", a.absent, "forfeit-second", a.outcome, "").WantStatus(t, http.StatusOK).WantText(t, "#saved-last", "Last saved: 1 result") // a slip
	m.Organiser.Get("/club/log").WantText(t, ".log li:first-child", "Otto corrected the result")
	m.Organiser.Get(m.Path+"/rounds/1").WantText(t, "#boards", "+:−")
	p = m.Organiser.Post(p.Attribute("form:has(#undo)", "action")).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Your last changes are undone").WantCount(t, "#undo", 0)
	p.WantCount(t, "[name="+a.outcome+"][value=first][checked]", 1)
	m.Organiser.Post(path+"/undo").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "Correct the results instead")
	m.Organiser.Get("/club/log").WantText(t, "main", "Otto undid the result").WantText(t, "main", "Otto changed the note on round 1")
	for _, tag := range []string{"fr", "es", "ko"} {
		m.Organiser.With("Accept-Language", tag).Get(path).WantStatus(t, http.StatusOK)
	}
}

// A board with a result and a no-show is refused, whichever of them was saved before, and nothing is lost. A saved no-show
// is shown where results are.
func TestResultWithANoShow(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4)
	m.Begin(t)
	boards := m.Full(t).RoundBoards(1)
	a, b := fieldsOf(boards[0]), fieldsOf(boards[1])
	path := m.Path + "/rounds/1/results"
	const both = "This board has a result and a no-show. Choose one."
	p := m.Organiser.Sends(m.Organiser.Get(path), "#results", a.outcome, "first", a.points, "20", a.absent, "forfeit-first", b.outcome, "draw").
		WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem li", "Board 1: "+both).WantText(t, "#problem-"+a.id, both).
		WantCount(t, "[name="+a.outcome+"][value=first][checked], [name="+a.points+"][value='20'], [name="+a.absent+"] [value=forfeit-first][selected]", 3).
		WantCount(t, "#board-1 details[open]", 1).WantCount(t, "[name="+b.outcome+"][value=draw][checked]", 1).WantNoText(t, "#missing", "All results")
	m.Organiser.Get(path).WantText(t, "#missing", "2 results missing")
	p = m.Organiser.Sends(p, "#results", a.outcome, "").WantStatus(t, http.StatusOK).WantText(t, "#missing", "All results are in").
		WantText(t, "#board-1 .picks label:has(:checked)", "−/+").WantText(t, "#board-2 .picks label:has(:checked)", "½–½")
	p = m.Organiser.Sends(p, "#results", a.outcome, "first", a.points, "20").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-"+a.id, both)
	p = m.Organiser.Sends(p, "#results", a.absent, "", b.absent, "forfeit-both").WantStatus(t, http.StatusUnprocessableEntity).
		WantCount(t, "#problem-"+a.id, 0).WantText(t, "#problem-"+b.id, both)
	m.Organiser.Sends(p, "#results", b.absent, "").WantStatus(t, http.StatusOK)
	if got := m.Full(t).RoundBoards(1); got[0].Winner != 1 || got[0].Points != [2]int{40, 0} || got[1].Worth != [2]int{1, 1} {
		t.Errorf("the boards are %+v", got)
	}
}

// A no-show is of the games that were not played: the others have results. Where all have one, it is refused.
func TestNoShowAfterAGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, tt := range []struct{ unit, kind, outcome, sign string }{{"two", "swiss", "first", "1–0"}, {"game", "knockout", "draw", "½–½"}} {
		m := s.NewCup(t, 2, "game", "hexone", "unit", tt.unit, "kind", tt.kind, "name", tt.kind)
		m.Begin(t)
		a := fieldsOf(m.Full(t).RoundBoards(1)[0])
		second, points := tournaments.RowField("outcome", a.id, 2), map[string]string{"first": "20"}[tt.outcome]
		path := m.Path + "/rounds/1/results"
		p := m.Organiser.Sends(m.Organiser.Get(path), "#results", a.outcome, tt.outcome, a.points, points, second, "first", tournaments.RowField("points", a.id, 2), "20", a.absent, "forfeit-second").
			WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-"+a.id, "a result and a no-show")
		m.Organiser.Sends(p, "#results", second, "").WantStatus(t, http.StatusOK).
			WantText(t, ".picks label:has([name="+a.outcome+"]:checked)", tt.sign).WantText(t, ".picks label:has([name="+second+"]:checked)", "+/−")
	}
}

// Players read that a result was taken back only as long as none was entered again.
func TestResultEnteredAgain(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2, "game", "six")
	m.Begin(t)
	board := fieldsOf(m.Full(t).RoundBoards(1)[0])
	path := m.Path + "/rounds/1/results"
	enter := func() {
		m.Organiser.Sends(m.Organiser.Get(path), "#results", board.outcome, "first").WantStatus(t, http.StatusOK)
	}
	enter()
	m.Organiser.Post(path+"/undo").WantStatus(t, http.StatusOK)
	const taken = "undid your result"
	m.Players[0].Get("/").WantText(t, "main", taken)
	enter()
	m.Players[0].Get("/").WantNoText(t, "main", taken)
}

// A win without its points is missing, and its refusal says which points are meant.
func TestResultsWithoutPoints(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 6)
	m.Begin(t)
	boards := m.Full(t).RoundBoards(1)
	a, b, c := fieldsOf(boards[0]), fieldsOf(boards[1]), fieldsOf(boards[2])
	loser, err := s.DB.Players(t.Context(), []string{boards[1].Second})
	if err != nil {
		t.Fatal(err)
	}
	path := m.Path + "/rounds/1/results"
	p := m.Organiser.Sends(m.Organiser.Get(path), "#results", a.outcome, "first", a.points, "20", b.outcome, "second", b.points, " ").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#missing", "2 results missing").WantText(t, "#problem li", "Board 2: Enter the points of "+loser[boards[1].Second].Name+", the winner: 7 to 49.").
		WantCount(t, "#results [autofocus]", 1).WantCount(t, "#board-2 [name="+b.points+"][autofocus]", 1)
	m.Organiser.Sends(p, "#results", c.outcome, "draw").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#missing", "Boards without points: 2.")
	m.Organiser.Sends(p, "#results", c.outcome, "draw", b.points, "7").WantStatus(t, http.StatusOK).WantText(t, "#missing", "All results are in")
}

// The opponent of a player may have no account, such as a walk-in. Then all pages say that an organiser confirms what the
// player entered. It is in the list of what awaits organisers, who accept it with a tick.
func TestResultAgainstAWalkIn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 3, "game", "six")
	m.Organiser.Post(m.Path+"/entrants", "names", "Willi", "unknown", "Willi", "as.0", "walk-in").WantStatus(t, http.StatusOK)
	m.Begin(t)
	var known, walkIn db.Board
	willi := s.IdOf(t, "Willi")
	for _, b := range m.Full(t).RoundBoards(1) {
		if b.Has(willi) {
			walkIn = b
		} else {
			known = b
		}
	}
	opponent := walkIn.First
	if opponent == willi {
		opponent = walkIn.Second
	}
	var alma, other *sitetest.Client
	for i, c := range m.Players {
		switch id := s.IdOf(t, sitetest.CupNames[i]); {
		case id == opponent:
			alma = c
		case id == known.First:
			other = c
		}
	}
	path, results := "/pairings/"+walkIn.Pairing, m.Path+"/rounds/1/results"
	alma.Get(path).WantText(t, "#enter", "an organiser does.").WantNoText(t, "#enter", "your opponent")
	alma.Post(path+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Result entered.").
		WantText(t, "#status", "Waiting for an organiser").WantNoText(t, "main", "Waiting for Willi").WantCount(t, "#accept", 0)
	alma.Get("/").WantText(t, "li:has(#pairing-"+walkIn.Pairing+")", "waiting for an organiser")
	other.Post("/pairings/"+known.Pairing+"/enter", "outcome-1", "second").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Result entered.")

	m.Organiser.Get("/").WantText(t, "title", "(1)").WantText(t, "#bell", "1").WantText(t, ".mine:has(#pairing-"+walkIn.Pairing+")", "result to accept")
	if href := m.Organiser.Get("/club").WantText(t, "#to-decide", "1 result to accept").Attribute("#to-decide a", "href"); href != path {
		t.Errorf("the club's page links to %q", href)
	}
	alma.Get("/club").WantCount(t, "#to-decide", 0)
	m.Organiser.Get(path).WantCount(t, "#accept", 1)
	accept, acceptKnown := tournaments.RowField("accept", walkIn.Pairing), tournaments.RowField("accept", known.Pairing)
	p := m.Organiser.Get(results).WantText(t, "#missing", "2 results missing").WantCount(t, "[name="+accept+"]:not([checked])", 1).WantCount(t, "#accept-all", 0).
		WantCount(t, "[name="+acceptKnown+"]:not([checked])", 1).WantText(t, "#results", "entered 1–0. The opponent can’t confirm it.")
	// Saving the round accepts only what is ticked. What is entered anew meanwhile is not accepted unseen.
	m.Organiser.Sends(p, "#results", "note", "Rain.").WantStatus(t, http.StatusOK).WantText(t, "#missing", "2 results missing")
	alma.Post(path+"/enter", "outcome-1", "second").WantStatus(t, http.StatusOK)
	p = m.Organiser.Sends(p, "#results", accept, "on").WantStatus(t, http.StatusConflict).WantText(t, "#problem-"+walkIn.Pairing, "has now entered 0–1").
		WantCount(t, "[name="+accept+"]:not([checked])", 1)
	m.Organiser.Sends(p, "#results", accept, "on").WantStatus(t, http.StatusOK).WantText(t, "#notice", "saved").WantText(t, "#missing", "1 result missing")
	// Another result that is chosen counts, not the accepted one. An organiser can accept what the opponent has not confirmed yet.
	m.Organiser.Sends(m.Organiser.Get(results), "#results", acceptKnown, "on").WantStatus(t, http.StatusOK).WantText(t, "#missing", "All results are in")
	for _, b := range m.Full(t).RoundBoards(1) {
		if b.Status != db.PairingOver || b.Winner != 2 {
			t.Errorf("board %+v", b)
		}
	}
	m.Organiser.Get("/").WantNoText(t, "title", "(1)")
	m.Organiser.Get("/club").WantCount(t, "#to-decide", 0)
}

// One button accepts all results that only organisers can confirm, as the page showed them, and saves what else is chosen.
func TestAcceptAllResults(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 5, "game", "six", "seeding", "hand")
	m.Organiser.Post(m.Path+"/entrants", "names", "Willi\nWanda\nWolf", "unknown", "Willi", "as.0", "walk-in", "unknown", "Wanda", "as.1", "walk-in", "unknown", "Wolf", "as.2", "walk-in").
		WantStatus(t, http.StatusOK)
	m.Begin(t)
	var known db.Board
	against, clients := []db.Board{}, map[string]*sitetest.Client{}
	for i, player := range m.Players {
		clients[s.IdOf(t, sitetest.CupNames[i])] = player
	}
	for _, b := range m.Full(t).RoundBoards(1) {
		switch first, second := clients[b.First], clients[b.Second]; {
		case first != nil && second != nil:
			known = b
		case first != nil || second != nil:
			against = append(against, b)
			player := first
			if player == nil {
				player = second
			}
			player.Post("/pairings/"+b.Pairing+"/enter", "outcome-1", "draw").WantStatus(t, http.StatusOK)
		}
	}
	if len(against) != 3 || known.Pairing == "" {
		t.Fatalf("the boards are %+v and %+v", against, known)
	}
	path := m.Path + "/rounds/1/results"
	p := m.Organiser.Get(path).WantText(t, "#accept-all", "Accept all 3 entered results").WantCount(t, "#results button:first-of-type:not([name])", 2).WantCount(t, "[type=checkbox][checked]", 0).WantText(t, "#missing", "4 results missing")
	all := p.Attribute("#accept-all", "value")
	for id, player := range clients { // one result is another one meanwhile
		if against[0].Has(id) {
			player.Post("/pairings/"+against[0].Pairing+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
		}
	}
	p = m.Organiser.Sends(p, "#results", fieldsOf(known).outcome, "second", tournaments.AcceptField, all).WantStatus(t, http.StatusConflict).
		WantText(t, "#problem-"+against[0].Pairing, "has now entered 1–0").WantCount(t, ".result-row .notice", 1).WantText(t, "#saved", "3 other results saved").
		WantCount(t, "#accept-all", 0)
	m.Organiser.Sends(p, "#results", tournaments.RowField("accept", against[0].Pairing), "on").WantStatus(t, http.StatusOK).WantText(t, "#missing", "All results are in")
	for _, b := range m.Full(t).RoundBoards(1) {
		want := 0
		switch b.Pairing {
		case known.Pairing:
			want = 2
		case against[0].Pairing:
			want = 1
		}
		if b.Status != db.PairingOver || b.Winner != want {
			t.Errorf("board %+v", b)
		}
	}
}

// An organiser accepts a result on the page of the pairing, unless it has changed.
func TestAcceptResult(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2, "game", "six")
	m.Begin(t)
	b := m.Full(t).RoundBoards(1)[0]
	path := "/pairings/" + b.Pairing
	m.Players[0].Post(path+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
	p := m.Organiser.Get(path).WantText(t, "#entered", "Accept result")
	for _, who := range []*sitetest.Client{m.Players[0], m.Players[1], s.Client(t)} {
		who.Get(path).WantCount(t, "#accept", 0)
	}
	m.Players[0].Post(path+"/enter", "outcome-1", "draw").WantStatus(t, http.StatusOK)
	m.Organiser.Sends(p, "form:has(#accept)").WantStatus(t, http.StatusConflict).WantText(t, "#notice", "Something has changed")
	p = m.Organiser.Get(path)
	m.Organiser.Sends(p, "form:has(#accept)").WantStatus(t, http.StatusOK).WantText(t, "#notice", "The result counts.").WantText(t, "#status", "Drawn")
	m.Organiser.Sends(p, "form:has(#accept)").WantStatus(t, http.StatusConflict)
}

// Two organisers enter the same round. The second sees what the first has entered, keeps the own choice, and can save
// it again as a correction.
func TestResultsByTwoOrganisers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 6, "game", "six")
	olga := s.Organiser(t, "Olga")
	m.Begin(t)
	boards := m.Full(t).RoundBoards(1)
	a, b, c := fieldsOf(boards[0]), fieldsOf(boards[1]), fieldsOf(boards[2])
	path := m.Path + "/rounds/1/results"
	seen := m.Organiser.Get(path)
	olga.Sends(olga.Get(path), "#results", a.outcome, "first", b.outcome, "first", "note", "Rain.").WantStatus(t, http.StatusOK)
	p := m.Organiser.Sends(seen, "#results", a.outcome, "second", b.outcome, "first", c.outcome, "draw", "note", "Snow.").WantStatus(t, http.StatusConflict).
		WantText(t, "#problem-"+a.id, "Olga entered 1–0 for ").WantText(t, "#problem-"+a.id, "You chose 0–1. To enter your result instead, give a reason and save again.").WantCount(t, ".result-row .notice", 1).
		WantText(t, "#saved", "1 other result saved").WantText(t, "#results", "Another organiser wrote “Rain.”").WantText(t, "[name=note]", "Snow.")
	p.WantCount(t, "[name="+a.outcome+"][value=second][checked]", 1).WantCount(t, "[name="+c.outcome+"][value=draw][checked]", 1)
	p = m.Organiser.Sends(p, "#results").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-"+a.id, "Give a reason").WantText(t, "[name=note]", "Snow.").
		WantText(t, "#problem", "Nothing saved yet. Give a reason for board 1, then save again.")
	m.Organiser.Sends(p, "#results", "why", "I saw it.").WantStatus(t, http.StatusOK).WantText(t, "#notice", "saved").WantText(t, "[name=note]", "Snow.")
	got := m.Full(t).RoundBoards(1)
	if got[0].Winner != 2 || got[1].Winner != 1 || got[2].Worth != [2]int{1, 1} {
		t.Errorf("the boards are %+v", got)
	}
	olga.Get("/club/log").WantText(t, "main", "I saw it.")
}

// An organiser ticks result to accept or confirm it, and another one has entered a different result meanwhile: the first
// sees it, and nothing is saved unseen. The row shows the result that counts.
func TestTickedResultHasChanged(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "game", "six")
	s.Promote(t, s.IdOf(t, "Alma"), db.Organiser)
	m.Begin(t)
	path, boards := m.Path+"/rounds/1/results", m.Full(t).RoundBoards(1)
	own, other := boards[0], boards[1]
	if !own.Has(s.IdOf(t, "Alma")) {
		own, other = other, own
	}
	a, b := fieldsOf(own), fieldsOf(other)
	m.Players[0].Sends(m.Players[0].Get(path), "#results", a.outcome, "first").WantStatus(t, http.StatusOK)
	for i, player := range m.Players {
		if s.IdOf(t, sitetest.CupNames[i]) == other.First {
			player.Post("/pairings/"+other.Pairing+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
		}
	}
	seen, olga := m.Organiser.Get(path), s.Organiser(t, "Olga")
	accept := tournaments.RowField("accept", b.id)
	olga.Sends(olga.Get(path), "#results", a.outcome, "second", b.outcome, "second", "why", "The sheet says so.").WantStatus(t, http.StatusOK)
	p := m.Organiser.Sends(seen, "#results", a.confirm, "on", accept, "on").WantStatus(t, http.StatusConflict)
	for _, f := range []boardFields{a, b} {
		p.WantText(t, "#problem-"+f.id, "Olga entered 0–1 for ").WantText(t, "#problem-"+f.id, "You ticked 1–0; this had no effect.").
			WantCount(t, "[name="+f.outcome+"][value=second][checked]", 1).WantCount(t, "[name="+f.confirm+"], [name="+accept+"]", 0)
	}
	m.Organiser.Sends(p, "#results").WantStatus(t, http.StatusOK).WantCount(t, ".result-row [value=second][checked]", 2)
	for _, b := range m.Full(t).RoundBoards(1) {
		if b.Winner != 2 {
			t.Errorf("board %+v", b)
		}
	}
}

// A player contests a result that an organiser has ticked. The page says so, and has no box to tick again.
func TestTickedResultIsContested(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2, "game", "six")
	m.Begin(t)
	b := m.Full(t).RoundBoards(1)[0]
	path, results, accept := "/pairings/"+b.Pairing, m.Path+"/rounds/1/results", tournaments.RowField("accept", b.Pairing)
	m.Players[0].Post(path+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
	seen := m.Organiser.Get(results)
	m.Players[1].Post(path+"/contest", "revision", "2", "why", "").WantStatus(t, http.StatusOK)
	m.Organiser.Sends(seen, "#results", accept, "on").WantStatus(t, http.StatusConflict).WantText(t, "#problem-"+b.Pairing, "The opponent has now contested 1–0.").
		WantText(t, "#problem", "Some results have changed").WantNoText(t, "#problem", "Another organiser").WantCount(t, "[name="+accept+"]", 0)
}

// A deadline that is moved changes no result: what was seen before can be accepted and confirmed.
func TestResultsAfterAMovedDeadline(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "game", "six", "within", "7")
	m.Begin(t)
	boards, results := m.Full(t).RoundBoards(1), m.Path+"/rounds/1/results"
	clients := map[string]*sitetest.Client{}
	for i, player := range m.Players {
		clients[s.IdOf(t, sitetest.CupNames[i])] = player
	}
	for _, b := range boards {
		clients[b.First].Post("/pairings/"+b.Pairing+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
	}
	seen, confirm, olga := m.Organiser.Get(results), clients[boards[1].Second].Get("/pairings/"+boards[1].Pairing), s.Organiser(t, "Olga")
	olga.Sends(olga.Get(m.Path+"/rounds/1"), "#deadline form", "day", "2099-01-03", "time", "20:00").WantStatus(t, http.StatusOK)
	m.Organiser.Sends(seen, "#results", tournaments.RowField("accept", boards[0].Pairing), "on").WantStatus(t, http.StatusOK).WantText(t, "#notice", "saved")
	clients[boards[1].Second].Sends(confirm, "form:has(#confirm)").WantStatus(t, http.StatusOK).WantText(t, "#status", "wins")
	for _, b := range m.Full(t).RoundBoards(1) {
		if b.Winner != 1 {
			t.Errorf("board %+v", b)
		}
	}
}

// After a correction of an earlier round of a Swiss, the organiser reads that the pairings of later rounds stay.
func TestResultsOfAnEarlierRound(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "rounds", "2")
	m.Begin(t)
	a := fieldsOf(m.Full(t).RoundBoards(1)[0])
	path := m.Path + "/rounds/1/results"
	m.Settle(t)
	m.Organiser.Get(path).WantCount(t, "#later", 0)
	m.Publish(t)
	second := m.Full(t).RoundBoards(2)
	m.Organiser.Get(m.BoardOf(t, 1, "Alma")).WantText(t, "#later", "not later pairings")
	p := m.Organiser.Get(path).WantText(t, "#later", "not later pairings")
	m.Organiser.Sends(p, "#results", a.outcome, "draw", a.points, "").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Results saved")
	for i, b := range m.Full(t).RoundBoards(2) {
		if b.First != second[i].First || b.Second != second[i].Second {
			t.Errorf("board %d is %+v", i+1, b)
		}
	}
	m.Organiser.Get(m.Path+"/rounds/2").WantText(t, "#boards", "½")
	m.Organiser.Get(m.Path+"/rounds/2/results").WantCount(t, "#later", 0)
}

// A result that an organiser enters for a game of their own is marked for everybody until another organiser confirms
// it, on the page of the pairing or with the results of the round.
func TestResultsOfOwnGames(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "game", "six")
	s.Promote(t, s.IdOf(t, "Alma"), db.Organiser)
	alma := m.Players[0]
	m.Begin(t)
	path := m.Path + "/rounds/1/results"
	pairing := m.BoardOf(t, 1, "Alma")
	outcome := tournaments.RowField("outcome", strings.TrimPrefix(pairing, "/pairings/"), 1)
	alma.Sends(alma.Get(path), "#results", outcome, "first").WantStatus(t, http.StatusOK).WantText(t, ".result-row", "Entered by Alma, who played").
		WantCount(t, "[type=checkbox]", 0)
	stranger := s.Client(t)
	stranger.Get(m.Path+"/rounds/1").WantText(t, "#boards", "entered by Alma, who played")
	stranger.Get(pairing).WantText(t, "#own-entry", "Entered by Alma, who played. It counts. Another organiser can confirm it.").WantCount(t, "#confirm-own, #how", 0)
	alma.Get(pairing).WantCount(t, "#confirm-own", 0)
	p := m.Organiser.Get(pairing).WantCount(t, "#confirm-own", 1)
	alma.Post(pairing+"/confirm-decision", "revision", p.Attribute("form:has(#confirm-own) [name=revision]", "value")).WantStatus(t, http.StatusForbidden)
	results := m.Organiser.Get(path).WantCount(t, "[type=checkbox]", 1)
	m.Organiser.Sends(p, "form:has(#confirm-own)").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Result confirmed").WantCount(t, "#own-entry", 0).WantText(t, "#how", "Decided by Otto.")
	stranger.Get(m.Path+"/rounds/1").WantNoText(t, "#boards", "who played")
	m.Organiser.Sends(p, "form:has(#confirm-own)").WantStatus(t, http.StatusConflict)
	confirm := results.Attribute("[type=checkbox]", "name")
	m.Organiser.Sends(results, "#results", confirm, "on").WantStatus(t, http.StatusOK).WantCount(t, "[type=checkbox]", 0) // confirmed already

	alma.Sends(alma.Get(path).WantCount(t, "[name=why]", 1), "#results", outcome, "second", "why", "A slip.").WantStatus(t, http.StatusOK)
	m.Organiser.Sends(m.Organiser.Get(path), "#results", confirm, "on").WantStatus(t, http.StatusOK).WantCount(t, "[type=checkbox]", 0)
	m.Organiser.Get("/club/log").WantText(t, "main", "Otto confirmed the result of ")
}

// In a knockout a drawn game needs another, and the page has fields for it; an organiser can choose who goes on.
func TestResultsOfAKnockout(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "kind", "knockout", "game", "six")
	m.Begin(t)
	a := m.Full(t).RoundBoards(1)[0].Pairing
	outcome := func(game int) string { return tournaments.RowField("outcome", a, game) }
	path := m.Path + "/rounds/1/results"
	p := m.Organiser.Get(path).WantText(t, "summary", "No-show, more games")
	p = m.Organiser.Sends(p, "#results", outcome(1), "draw").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#problem-"+a, "Enter the next game").WantCount(t, ".result-row details[open]", 1)
	p = m.Organiser.Sends(p, "#results", outcome(2), "draw", outcome(3), "draw").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-"+a, "Choose who advances")
	m.Organiser.Sends(p, "#results", tournaments.RowField("winner", a), "2").WantStatus(t, http.StatusOK).WantText(t, "#missing", "1 result missing")
	if b := m.Full(t).RoundBoards(1)[0]; b.Winner != 2 || !b.Chosen {
		t.Errorf("the board is %+v", b)
	}
	m.Organiser.Get(path).WantCount(t, "[name="+tournaments.RowField("winner", a)+"] [value='2'][selected]", 1)
	m.Organiser.Post(path, tournaments.RowField("revision", a), "2", tournaments.RowField("was", a), "x", tournaments.RowField("absent", a), "off").WantStatus(t, http.StatusUnprocessableEntity)
}

// Results that a row cannot show, such as games that different players forfeited, are changed on the page of the pairing.
func TestResultsElsewhere(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2, "game", "six", "unit", "two")
	m.Begin(t)
	b := m.Full(t).RoundBoards(1)[0]
	page := m.Organiser.Get("/pairings/"+b.Pairing).WantCount(t, "#decide [name=why]", 0)
	m.Organiser.Sends(page, "#decide", "outcome-1", "forfeit-first", "outcome-2", "forfeit-second").WantStatus(t, http.StatusOK).WantText(t, "#how", "Decided by Otto.")
	m.Organiser.Get("/pairings/"+b.Pairing).WantCount(t, "#decide [name=why]", 0)
	olga := s.Organiser(t, "Olga")
	olga.Get("/pairings/"+b.Pairing).WantCount(t, "#decide [name=why][required]", 1)
	m.Organiser.Get(m.Path+"/rounds/1/results").WantText(t, ".result-row", "select the board’s number").WantCount(t, "#results [type=radio]", 0)
}
