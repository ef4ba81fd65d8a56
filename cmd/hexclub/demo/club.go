package demo

import (
	"context"
	"errors"
	"time"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/rules/tourney"
)

// seasonBefore creates a closed season with a round robin played over the board.
func (d *demo) seasonBefore(ctx context.Context) error {
	organiser := d.people[1].id
	season, err := d.NewSeason(ctx, "First season", "", organiser, d.ago(75))
	if err != nil {
		return err
	}
	d.season = season.ID
	robin, err := d.CreateTournament(ctx, db.NewTournament{
		Season: season.ID, Name: "Tartan Trophy", About: "Every player meets every other, at the *Blue Lamp*.",
		TournamentSettings: db.TournamentSettings{
			Kind: db.RoundRobin, Key: "tartan", Unit: pairing.OneGame, Seeding: db.SeedAtRandom, Days: 7,
			Breaks: []tourney.TieBreak{tourney.SonnebornBerger, tourney.Wins},
		},
	}, organiser, d.ago(74))
	if err != nil {
		return err
	}
	for i := range 6 {
		if err := d.Enter(ctx, robin.ID, d.people[3+i].id, d.ago(73)); err != nil {
			return err
		}
	}
	if err := d.BeginTournament(ctx, robin.ID, organiser, d.ago(71)); err != nil {
		return err
	}
	for round := range 5 { // the last round ends the tournament
		at := d.ago(70 - 4*round)
		boards, err := d.publish(ctx, robin.ID, organiser, at)
		if err != nil {
			return err
		}
		for _, p := range boards {
			if err := d.overTheBoard(ctx, p, at.Add(time.Hour)); err != nil {
				return err
			}
		}
	}
	return d.SetSeason(ctx, season.ID, db.SeasonClosed, organiser, d.ago(46))
}

// openSeason opens the current season with its ladder.
func (d *demo) openSeason(ctx context.Context) error {
	organiser := d.people[1].id
	season, err := d.NewSeason(ctx, "Second season", d.season, organiser, d.ago(45))
	if err != nil {
		return err
	}
	d.season = season.ID
	clock, err := record.Days(2)
	if err != nil {
		return err
	}
	l, err := d.CreateLadder(ctx, season.ID, "", db.LadderTerms{
		Name: "The Honeycomb ladder", About: "Hexone or Six, as the challenger says, here or at the club.",
		Settings: ladder.Default("hexone", "six"), Venue: db.Either, Control: clock, Rated: true,
	}, organiser, d.ago(44))
	if err != nil {
		return err
	}
	d.club = ladderOf{demo: d, id: l.ID}
	for i := range 14 {
		if _, err := d.JoinLadder(ctx, l.ID, d.people[2*i%27].id, d.ago(43).Add(time.Duration(i)*time.Minute)); err != nil {
			return err
		}
	}
	return nil
}

// publish publishes the next round of a tournament.
func (d *demo) publish(ctx context.Context, tournament, organiser string, at time.Time) ([]db.Pairing, error) {
	p, err := d.ProposeRound(ctx, tournament, db.ProposalChange{})
	if err != nil {
		return nil, err
	}
	return d.PublishRound(ctx, tournament, db.ProposalChange{}, p.Mark, organiser, at)
}

// overTheBoard plays a pairing of one game at the club: the first player enters the result, the
// other confirms it.
func (d *demo) overTheBoard(ctx context.Context, p db.Pairing, at time.Time) error {
	game, err := games.Find(p.Key)
	if err != nil {
		return err
	}
	r, err := record.New(game, rules.Setup{Options: p.Options})
	if err != nil {
		return err
	}
	for turn := 0; r.Turn().Seat != 0; turn++ {
		seat := r.Turn().Seat
		if turn == manyTurns {
			if err := r.Resign(seat); err != nil {
				return err
			}
			break
		}
		text, err := turnOf(ctx, r, d.levelOf(p.Players[seat-1].ID), d.random.Uint64())
		if err == nil {
			err = r.Play(seat, text)
		}
		if err != nil {
			return err
		}
	}
	result, _ := r.Result()
	ended, _ := pairing.Ended(result, 1)
	p, err = d.EnterResult(ctx, p.ID, p.Players[0].ID, []pairing.Game{ended}, at)
	if err != nil {
		return err
	}
	_, err = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, p.Revision, at.Add(20*time.Minute))
	return err
}

// onTheSite plays games of a pairing on the site: at most `most` of them to the end, and a few
// turns of one more.
func (d *demo) onTheSite(ctx context.Context, p db.Pairing, most int, at time.Time) error {
	for n := 0; ; n++ {
		list, err := d.PairingGames(ctx, p.ID)
		if err != nil || len(list) == n {
			return err
		}
		if n == most {
			_, _, err := d.play(ctx, list[n], 7, 5*time.Minute, at)
			return err
		}
		if at, err = d.playOut(ctx, list[n], 5*time.Minute, at); err != nil {
			return err
		}
	}
}

// openCup creates a Swiss tournament of Hexone matches with twelve players.
func (d *demo) openCup(ctx context.Context) (id string, err error) {
	organiser := d.people[2].id
	cup, err := d.CreateTournament(ctx, db.NewTournament{
		Season: d.season, Name: "Hexone Cup", About: "A match a week, on this site. Five rounds.",
		TournamentSettings: db.TournamentSettings{
			Kind: db.Swiss, Key: "hexone", Unit: pairing.Match, Site: true, Control: "5d", Rated: true, Rounds: 5, Days: 7, Late: 2,
			Seeding: db.SeedByRating, Breaks: []tourney.TieBreak{tourney.Buchholz, tourney.Wins},
		},
	}, organiser, d.ago(43))
	for i := range 12 {
		if err == nil {
			err = d.Enter(ctx, cup.ID, d.people[3*i].id, d.ago(43).Add(time.Duration(i)*time.Hour))
		}
	}
	return cup.ID, err
}

// cupRound plays a round of the cup. Some games of the last round stay unfinished.
func (d *demo) cupRound(ctx context.Context, cup string, at time.Time, last bool) error {
	organiser := d.people[2].id
	if t, err := d.Tournament(ctx, cup); err != nil {
		return err
	} else if t.Status == db.TournamentEntry {
		if err := d.BeginTournament(ctx, cup, organiser, at.Add(-time.Hour)); err != nil {
			return err
		}
	}
	boards, err := d.publish(ctx, cup, organiser, at)
	if err != nil {
		return err
	}
	return together(len(boards), func(i int) error {
		most := 3
		if last {
			most = i % 3
		}
		return d.onTheSite(ctx, boards[i], most, at)
	})
}

// enterKnockout creates a tournament that is still open for entries.
func (d *demo) enterKnockout(ctx context.Context) error {
	organiser := d.people[1].id
	knockout, err := d.CreateTournament(ctx, db.NewTournament{
		Season: d.season, Name: "Six in one evening", About: "Bring a friend.",
		TournamentSettings: db.TournamentSettings{Kind: db.Knockout, Third: true, Key: "six", Unit: pairing.OneGame, Seeding: db.SeedAtRandom, Most: 16},
	}, organiser, d.ago(2))
	for i := range 5 {
		if err == nil {
			err = d.Enter(ctx, knockout.ID, d.people[4*i+3].id, d.ago(2).Add(time.Duration(i)*time.Hour))
		}
	}
	return err
}

// ladderOf is the ladder of a demo.
type ladderOf struct {
	*demo
	id    string
	count int // number of challenges made
}

// challenge lets a player challenge the highest player within reach. It reports whether there is
// one.
func (l *ladderOf) challenge(ctx context.Context, from string, site bool, at time.Time) (c db.Challenge, ok bool, err error) {
	now, err := l.LadderNow(ctx, l.id, at)
	if err != nil {
		return c, false, err
	}
	l.count++
	game := []string{"hexone", "six"}[l.count%2]
	for _, option := range now.State.Reach(at.UnixMilli(), from) {
		c, _, err := l.MakeChallenge(ctx, l.id, from, option.Player, game, site, at)
		var refused *ladder.Refusal
		if errors.As(err, &refused) {
			continue
		}
		return c, err == nil, err
	}
	return c, false, nil
}

// evening lets four players challenge others. After that all accept, and then they play over the
// board or on the site, one after another: everything is stored in the order of time.
func (l *ladderOf) evening(ctx context.Context, at time.Time) error {
	if _, err := l.TickLadders(ctx, at, 100); err != nil {
		return err
	}
	now, err := l.LadderNow(ctx, l.id, at)
	if err != nil {
		return err
	}
	var made []db.Challenge
	for n, i := range l.random.Perm(len(now.State.Players))[:4] {
		c, ok, err := l.challenge(ctx, now.State.Players[i].ID, n%2 == 0, at.Add(time.Duration(n)*time.Minute))
		if err != nil {
			return err
		}
		if ok {
			made = append(made, c)
		}
	}
	for n, c := range made {
		if _, err := l.AcceptChallenge(ctx, c.ID, c.To.ID, at.Add(time.Hour+time.Duration(n)*time.Minute)); err != nil {
			return err
		}
	}
	at = at.Add(2 * time.Hour)
	for _, site := range []bool{false, true} {
		for _, c := range made {
			if c.Site != site {
				continue
			}
			if at, err = l.playChallenge(ctx, c.ID, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// playChallenge plays an accepted challenge, and returns when that has ended.
func (l *ladderOf) playChallenge(ctx context.Context, id string, at time.Time) (time.Time, error) {
	c, err := l.Challenge(ctx, id)
	if err != nil {
		return at, err
	}
	if c.Site {
		list, err := l.PairingGames(ctx, c.Pairing)
		if err != nil || len(list) == 0 {
			return at, err
		}
		return l.playOut(ctx, list[0], 2*time.Minute, at)
	}
	p, err := l.Pairing(ctx, c.Pairing)
	if err != nil {
		return at, err
	}
	return at.Add(30 * time.Minute), l.overTheBoard(ctx, p, at)
}

// openChallenges leaves one challenge without an answer, and one accepted but not played.
func (l *ladderOf) openChallenges(ctx context.Context, at time.Time) error {
	now, err := l.LadderNow(ctx, l.id, at)
	if err != nil {
		return err
	}
	made := 0
	for i := len(now.State.Players) - 1; i > 0 && made < 2; i-- {
		c, ok, err := l.challenge(ctx, now.State.Players[i].ID, false, at)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if made++; made == 1 {
			at = at.Add(time.Hour)
			if _, err := l.AcceptChallenge(ctx, c.ID, c.To.ID, at); err != nil {
				return err
			}
		}
	}
	return nil
}
