package club

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/board"
	"hexclub/views/club"
	"hexclub/views/club/tournaments"
	"hexclub/views/page"
)

// ShowClub serves the club's page.
func (a *Area) ShowClub(c echo.Context) error {
	ctx := c.Request().Context()
	f, err := a.Frame(c, a.Catalog(c).T("nav.club"))
	if err != nil {
		return err
	}
	own, err := a.Club(c)
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: "/club", Title: f.Club, About: f.T.T("preview.club", "Club", f.Club)})
	in := club.ClubInput{Guests: own.Guests}
	if in.Welcome, in.Members, err = a.DB.Greeting(ctx); err != nil {
		return err
	}
	all, err := a.DB.Seasons(ctx)
	if err != nil {
		return err
	}
	read, err := a.readSeasons(ctx, all)
	if err != nil {
		return err
	}
	if err := a.addSeasons(c, f, read, &in); err != nil {
		return err
	}
	if in.Game, err = a.gameCard(ctx, f); err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, club.Club(club.NewClubPage(f, in)))
}

// clubEvents is the number of events among which the club's page finds its news.
const clubEvents = 20

// addLadder adds the ladder to show.
func (a *Area) addLadder(c echo.Context, f page.Frame, read db.Ladder, season db.Season, in *club.ClubInput) error {
	ctx := c.Request().Context()
	l, err := a.DB.LadderOf(ctx, read, season, a.Now())
	if err != nil {
		return err
	}
	shown, err := a.ladderFor(c, l)
	if err != nil {
		return err
	}
	in.Ladder = &shown
	if in.Rows, err = a.ladderRows(ctx, l, db.LadderPart{From: 1, To: club.LadderTop, Also: l.State.Place(shown.Reader)}); err != nil {
		return err
	}
	events, _, err := a.DB.LadderEvents(ctx, l.Ladder.ID, "", 0, clubEvents)
	in.Events = eventInputs(f.T, events)
	return err
}

// addTournaments adds the tournaments: those that people can enter or play in as cards.
func (a *Area) addTournaments(c echo.Context, f page.Frame, s clubSeasons, in *club.ClubInput) (err error) {
	var others []db.Tournament
	if in.Tournaments, others, err = a.tournamentCardInputs(c, f, s.tournaments); err != nil {
		return err
	}
	var winners map[string][]db.Player
	if len(others) > 0 {
		if winners, err = a.DB.TournamentWinners(c.Request().Context(), s.ids()...); err != nil {
			return err
		}
	}
	for _, t := range others {
		in.Others = append(in.Others, tournamentItem(f.T, t, winners[t.ID]...))
	}
	in.TournamentNews, err = a.tournamentNews(c.Request().Context(), f, s.tournaments, winners)
	return err
}

// roundNews is the number of rounds among which the club's page finds its news.
const roundNews = 5

// tournamentNews returns what has happened in tournaments: rounds that were published last, and ends.
func (a *Area) tournamentNews(ctx context.Context, f page.Frame, list []db.Tournament, winners map[string][]db.Player) (news []club.TournamentNews, err error) {
	known := map[string]db.Tournament{}
	for _, t := range list {
		if t.Status == db.TournamentOff || t.Round == 0 {
			continue
		}
		known[t.ID] = t
		if t.Status != db.TournamentOver {
			continue
		}
		over := club.TournamentNews{At: t.Ended, Name: t.Name, Href: web.Href(t.Ref())}
		for i, p := range winners[t.ID] {
			if over.Winners = append(over.Winners, web.PlayerName(f.T, p)); i == 0 {
				over.Avatar = web.AvatarOf(p)
			}
		}
		news = append(news, over)
	}
	rounds, err := a.DB.PublishedRounds(ctx, roundNews, slices.Sorted(maps.Keys(known))...)
	for _, r := range rounds {
		t := known[r.Tournament]
		news = append(news, club.TournamentNews{
			At: r.Paired, Name: t.Name, Href: tournaments.RoundHref(t.ID, r.Round), Round: tournaments.RoundNews(f.T, tournamentSummary(t), r.Round),
		})
	}
	return news, err
}

// tournamentCardInputs converts tournaments that people can enter or play in for their cards, and returns the others.
func (a *Area) tournamentCardInputs(c echo.Context, f page.Frame, list []db.Tournament) (cards []club.TournamentInput, others []db.Tournament, err error) {
	var running, entry []string
	for _, t := range list {
		switch t.Status {
		case db.TournamentRunning:
			running = append(running, t.ID)
		case db.TournamentEntry:
			entry = append(entry, t.ID)
		}
	}
	progress, err := a.DB.RoundsProgress(c.Request().Context(), f.Reader.ID, running...)
	if err != nil {
		return nil, nil, err
	}
	entered, err := a.DB.EntryCounts(c.Request().Context(), f.Reader.ID, entry...)
	for _, t := range list {
		switch t.Status {
		case db.TournamentRunning:
			cards = append(cards, tournamentCardInput(f, t, progress[t.ID]))
		case db.TournamentEntry:
			cards = append(cards, entryInput(f, t, entered[t.ID]))
		default:
			others = append(others, t)
		}
	}
	return cards, others, err
}

// entryInput converts a tournament that has not begun for its card.
func entryInput(f page.Frame, t db.Tournament, entered db.EntryCount) club.TournamentInput {
	in := club.TournamentInput{Item: tournamentItem(f.T, t)}
	if t.ByDate {
		in.Opens = t.Opens
	}
	in.Status = f.T.N("tournament.entry-open", entered.Number)
	in.Enter = f.Reader.SignedIn() && !t.Closed && !entered.Mine && (t.Most == 0 || entered.Number < t.Most)
	return in
}

// tournamentCardInput converts a tournament for its card. It shows the first round that is not finished.
func tournamentCardInput(f page.Frame, t db.Tournament, rounds []db.RoundProgress) club.TournamentInput {
	in := club.TournamentInput{Item: tournamentItem(f.T, t), Round: t.Round, Length: t.Length}
	if len(rounds) > 0 {
		r := rounds[0]
		in.Round, in.Boards, in.Open, in.Due = r.Round, r.Boards, r.Open, r.Due
		in.Status = f.T.T("tournament.round-of", "Round", strconv.Itoa(r.Round), "Rounds", strconv.Itoa(t.Length))
	}
	for _, r := range rounds {
		if r.Pairing != "" {
			in.Pairing, in.Avatar, in.Opponent = r.Pairing, web.AvatarOf(r.Opponent), web.PlayerName(f.T, r.Opponent)
			in.PairingRound, in.PairingDue = r.Round, r.Due
			break
		}
	}
	return in
}

// gameCard returns the game between people that changed last, or one with bots; nil if nobody plays.
func (a *Area) gameCard(ctx context.Context, f page.Frame) (*club.GameCard, error) {
	list, err := a.DB.Current(ctx, 1, a.Now())
	if err != nil || len(list) == 0 {
		return nil, err
	}
	game := list[0].Record.Game()
	info := game.Info()
	return &club.GameCard{
		Href: "/games/" + list[0].ID, Players: page.Versus(f.T, info, web.PlayerNames(f.T, info, list[0].Players)),
		About: f.T.T("club.game", "Game", f.T.T(info.Key+".name"), "Turn", strconv.Itoa(list[0].Record.Turn().Number)),
		Board: board.SVG(board.NewThumbnail(f.T, game, list[0].Record.State(), f.Look)),
	}, nil
}
