package db

import (
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// A LadderGame is what two players of a ladder have played over the board.
type LadderGame struct {
	First, Second string         // ids; the first player started the first game
	Key           string         // of the rules
	Games         []pairing.Game // the results of all games, by player - 1
}

// seen returns the results by the players of a pairing, which may be in another order.
func (g LadderGame) seen(p Pairing) []pairing.Game {
	if p.Players[0].ID != g.First {
		g = g.Turned()
	}
	return g.Games
}

// Turned returns the same with the two players exchanged.
func (g LadderGame) Turned() LadderGame {
	turned := LadderGame{First: g.Second, Second: g.First, Key: g.Key}
	for _, r := range g.Games {
		r.Halves[0], r.Halves[1] = r.Halves[1], r.Halves[0]
		r.Points[0], r.Points[1] = r.Points[1], r.Points[0]
		turned.Games = append(turned.Games, r)
	}
	return turned
}

// winner returns the id of the player who has won, empty for a draw. It fails as
// pairing.Terms.CheckAll does, and with kind Invalid for a forfeit (error.pairing-forfeit).
func (g LadderGame) winner(terms pairing.Terms) (string, error) {
	if err := playedOut(terms, g.Games); err != nil {
		return "", err
	}
	switch terms.Standing(g.Games).Winner {
	case 1:
		return g.First, nil
	case 2:
		return g.Second, nil
	}
	return "", nil
}

// recordedGame is a game within the act that records it.
type recordedGame struct {
	LadderGame
	challenge ladder.Challenge // which it decides
	word      *OrganisersWord
}

// RecordGame records for an organiser what two players of a ladder have played over the board: it
// decides their open challenge to that game, or a new one, and the places follow. It is in the
// audit log. It fails with kind Forbidden when by is no organiser (error.organisers-only), NotFound
// when there is no such ladder (error.no-ladder) or one of the two is not on it
// (error.ladder-player), Conflict when its season is archived (error.season-archived), Invalid for
// one player twice (error.ladder-two) and as pairing.Terms.CheckAll does, and with a
// *ladder.Refusal.
func (d *DB) RecordGame(ctx context.Context, id, by string, g LadderGame, now time.Time) (p Pairing, news LadderNews, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		recorded := &recordedGame{LadderGame: g, word: &OrganisersWord{By: Player{ID: by}, At: fromMS(now.UnixMilli())}}
		var stored *storedLadder
		news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			if err := mustNotBeArchived(ctx, tx, s.Ladder.Season); err != nil {
				return nil, err
			}
			s.recorded, stored = recorded, s
			return s.record(now)
		})
		if err != nil {
			return err
		}
		if p, err = pairingIn(ctx, tx, stored.pairings[recorded.challenge.ID]); err != nil {
			return err
		}
		detail := map[string]string{
			"Name": news.Ladder.Name, "FirstPeople": p.Players[0].ID, "SecondPeople": p.Players[1].ID, "Is": p.inFull(),
		}
		if !stored.wasOpen(recorded.challenge.ID) {
			if err := undoableOn(ctx, tx, id, detail); err != nil {
				return err
			}
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "ladder-recorded", About: p.Ref(), Detail: detail}, now)
	})
	if err != nil {
		return Pairing{}, LadderNews{}, err
	}
	return p, news, nil
}

// record judges the game that is to be recorded.
func (s *storedLadder) record(now time.Time) (events []ladder.Event, err error) {
	g := s.recorded
	terms, err := s.termsOf(g.First, g.Second, g.Key)
	if err != nil {
		return nil, err
	}
	winner, err := g.winner(terms)
	if err != nil {
		return nil, err
	}
	g.challenge, events, err = s.Record(now.UnixMilli(), NewID(challengeLetters), g.First, g.Second, g.Key, winner)
	return events, err
}

// termsOf returns what two players of the ladder play against each other: what their open challenge
// is about, or a new one.
func (s *storedLadder) termsOf(first, second, key string) (pairing.Terms, error) {
	game, err := games.Find(key)
	terms := pairing.Terms{Game: game, Unit: s.Settings.Unit}
	if c, open := s.Between(first, second, key); open {
		terms.Unit = c.Unit
	}
	return terms, err
}

// storeRecorded stores the challenge that a recorded game decides, if it is new or was not accepted,
// and its pairing.
func (d *DB) storeRecorded(ctx context.Context, tx *sql.Tx, s *storedLadder) error {
	if s.recorded == nil {
		return nil
	}
	c, known := s.recorded.challenge, false
	for _, was := range s.before.challenges {
		known = known || was.ID == c.ID
	}
	if known && c.Accepted != 0 {
		return nil
	}
	if !known {
		if err := insertChallenge(ctx, tx, s, c); err != nil {
			return err
		}
	} else {
		at := s.now.UnixMilli()
		c.Accepted, c.PlayBy = at, s.PlayBy(at)
		_, err := exec(ctx, tx, "UPDATE challenges SET status = $2, accepted = $3, play_by = $4, site = false WHERE id = $1",
			c.ID, string(ChallengeAccepted), c.Accepted, c.PlayBy)
		if err != nil {
			return err
		}
		s.site[c.ID] = false
	}
	s.starts[c.ID] = s.recorded.First
	return d.pairChallenge(ctx, tx, s, c)
}

// recordPairing ends an open pairing with a recorded game.
func (d *DB) recordPairing(ctx context.Context, tx *sql.Tx, p Pairing, g recordedGame, now time.Time) (Pairing, error) {
	was := p
	p.Games, p.Entered, p.Decided = g.seen(p), nil, g.word
	p.Status, p.How, p.Ended = PairingOver, EndRecorded, now
	if err := p.addUp(); err != nil {
		return p, err
	}
	if err := d.savePairing(ctx, tx, &p, was, now); err != nil {
		return p, err
	}
	return p, d.endPairingGames(ctx, tx, &p, [2]bool{}, now)
}

// ReportGame enters for a player of a ladder what the player and another have played over the board.
// It is the result of their open challenge to that game, accepted if it was not, or of a new one. As
// usual it awaits the confirmation of the opponent. It fails with kind Forbidden for a person
// without an account (error.log-in-first) or who has not played (error.not-paired), Conflict in a
// closed season (error.season-closed), Invalid when the ladder is not played over the board
// (error.ladder-where) or for one player twice (error.ladder-two), with a *ladder.Refusal, and as
// EnterResult does.
func (d *DB) ReportGame(ctx context.Context, id, by string, g LadderGame, now time.Time) (p Pairing, news LadderNews, err error) {
	other := g.First
	switch by {
	case g.First:
		other = g.Second
	case g.Second:
	default:
		return p, news, rules.Errorf(rules.Forbidden, "error.not-paired", "person %q", by)
	}
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := mustBeMember(ctx, tx, by); err != nil {
			return err
		}
		l, err := ladderIn(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := mustBeOpen(ctx, tx, l.Season); err != nil {
			return err
		}
		challenge, pairings := NewID(challengeLetters), map[string]string{}
		news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			if !s.Ladder.Venue.Allows(false) {
				return nil, rules.Errorf(rules.Invalid, "error.ladder-where", "ladder %s", s.Ladder.Venue)
			}
			terms, err := s.termsOf(g.First, g.Second, g.Key)
			if err != nil {
				return nil, err
			}
			if _, err := g.winner(terms); err != nil { // before the opponent
				return nil, err
			}
			s.starts[challenge], pairings = g.First, s.pairings
			c, events, err := s.Report(now.UnixMilli(), challenge, by, other, g.Key)
			challenge = c.ID
			return events, err
		})
		if err != nil {
			return err
		}
		p, err = d.enterResult(ctx, tx, pairings[challenge], by, g, now)
		return err
	})
	if err != nil {
		return Pairing{}, LadderNews{}, err
	}
	return p, news, nil
}

// enterResult is EnterResult in a transaction.
func (d *DB) enterResult(ctx context.Context, tx *sql.Tx, id, by string, g LadderGame, now time.Time) (Pairing, error) {
	was, err := pairingIn(ctx, tx, id)
	if err != nil {
		return was, err
	}
	p := was
	if err := p.editable(by); err != nil {
		return p, err
	}
	if err := p.enter(by, g.seen(p), now); err != nil {
		return p, err
	}
	return p, d.savePairing(ctx, tx, &p, was, now)
}

// playedOut returns an error unless these are the results of all games, none of them a forfeit.
func playedOut(terms pairing.Terms, results []pairing.Game) error {
	if err := terms.CheckAll(results); err != nil {
		return err
	}
	for _, g := range results {
		if g.Forfeit != [2]bool{} {
			return rules.Errorf(rules.Invalid, "error.pairing-forfeit", "%+v", results)
		}
	}
	return nil
}
