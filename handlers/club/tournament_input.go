package club

import (
	"cmp"
	"context"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/tourney"
	"hexclub/views/club/seasons"
	"hexclub/views/club/tournaments"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// tournamentInput returns a tournament for views, without its standings.
func (a *Area) tournamentInput(c echo.Context, t db.FullTournament) (in tournaments.Input, err error) {
	season, err := a.DB.Season(c.Request().Context(), t.Season)
	if err != nil {
		return in, err
	}
	game, err := games.Find(t.Key)
	if err != nil {
		return in, err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return in, err
	}
	calendar, err := a.Calendar(c)
	if err != nil {
		return in, err
	}
	in = tournaments.Input{
		Calendar: calendar,
		ID:       t.ID, Name: t.Name, About: t.About, Season: page.ClubLink{Text: season.Name, Href: seasons.Href(season.ID)},
		Archived: season.Status == db.SeasonArchived, Status: string(t.Status), Length: t.Length, Round: t.Round, Format: tournamentFormat(t),
		Play:  tournaments.Play{Info: game.Info(), Options: t.Options, Unit: t.Unit, Rated: t.Rated, Site: t.Site},
		Pace:  tournaments.Pace{ByDate: t.ByDate, Opens: t.Opens, Days: t.Days, Forfeit: t.Forfeit, Next: t.Next, Begun: t.Begun, Ended: t.Ended, Planned: t.Planned},
		Entry: tournaments.Entry{Closed: t.Closed, Limit: t.Limit(), Enterable: t.Enterable(), Addable: t.Addable(), Pausable: t.Pausable(), Advised: t.Fitting(len(t.Entrants))},
	}
	if v.SignedIn() {
		in.Reader, in.Organises = v.Person.ID, v.Person.Role.Organises()
	}
	if in.Play.Control, err = record.ParseControl(t.Control); err != nil {
		return in, err
	}
	addEntrants(&in, a.Catalog(c), t.Entrants)
	addRounds(&in, t)
	return in, nil
}

// tournamentFormat returns how players are paired and ranked.
func tournamentFormat(t db.FullTournament) tournaments.Format {
	f := tournaments.Format{
		Kind: string(t.Kind), Double: t.Double, AllAtOnce: t.AllAtOnce, Third: t.Third, Seeding: string(t.Seeding), Breaks: t.Breaks,
		Missed: t.MissedHalf, HalfByes: t.HalfByes,
	}
	if t.Kind == db.Swiss {
		f.Rounds = t.Tournament.Rounds
		f.Late = t.LastEntry(cmp.Or(t.Length, t.Fitting(len(t.Entrants))))
	}
	return f
}

// addEntrants adds the entrants to a tournament for views.
func addEntrants(in *tournaments.Input, text *i18n.Catalog, list []db.Entrant) {
	in.At = map[string]int{}
	for _, e := range list {
		entrant := tournaments.Entrant{ID: e.ID, Name: web.PlayerName(text, e.Player), Avatar: web.AvatarOf(e.Player), Number: e.Number, From: e.From, To: e.To}
		if e.Name != "" {
			entrant.Profile = page.PersonHref(e.Name)
		}
		if e.Rating != nil {
			mark := page.NewRatingMark(text, *e.Rating)
			entrant.Rating = &mark
		}
		in.At[e.ID] = len(in.Entrants)
		in.Entrants = append(in.Entrants, entrant)
	}
}

// addRounds adds the published rounds, with their boards and absences, to a tournament for views.
func addRounds(in *tournaments.Input, t db.FullTournament) {
	for _, r := range t.Rounds {
		in.Rounds = append(in.Rounds, tournaments.Published(r))
	}
	for _, a := range t.Absences {
		in.Results.Absences = append(in.Results.Absences, tournaments.Absence(a))
	}
	for _, b := range t.Boards {
		in.Boards = append(in.Boards, tournamentBoard(b, t))
	}
}

// tournamentBoard converts a board for views.
func tournamentBoard(b db.Board, t db.FullTournament) tournaments.Board {
	board := tournaments.Board{
		Result: b.Result(), Off: b.Status == db.PairingOff, Undecided: b.Undecided,
		Contested: b.Contested, Unconfirmed: b.Entered && !b.Contested, Winner: b.Winner, Own: b.Own, Tied: b.Tied(t.Tournament), Left: b.Left(t.Tournament),
	}
	if b.Bye() && t.Kind == db.RoundRobin { // as the standings count it
		board.Halves[0] = tourney.Loss
	}
	if b.Pairing != "" {
		board.Pairing, board.Href = b.Pairing, page.PairingHref(b.Pairing)
	}
	return board
}

// standings adds the standings.
func standings(ctx context.Context, t db.FullTournament, in *tournaments.Input) (err error) {
	if t.Round == 0 {
		if t.Kind == db.Knockout && t.Length > 0 {
			in.Results.Places, err = t.Places()
		}
		return err
	}
	if t.Kind == db.Knockout {
		in.Results.Places, err = t.Places()
		return err
	}
	robin := t.Kind == db.RoundRobin
	field, results := t.Field(), t.Results()
	if in.Results.Rows, err = tourney.CrossTable(field, results, robin); err != nil {
		return err
	}
	in.Results.Standings, err = tourney.Standings(ctx, field, results, tourney.Rules{RoundRobin: robin, TieBreaks: t.Breaks})
	return err
}

// addAgain adds whether a reader who organises can repeat a tournament that is over: in a season that is open.
func (a *Area) addAgain(ctx context.Context, in *tournaments.Input) error {
	if !in.Organises || in.Status != string(db.TournamentOver) {
		return nil
	}
	open, err := a.DB.OpenSeasons(ctx)
	in.Pace.Again = len(open) > 0
	return err
}
