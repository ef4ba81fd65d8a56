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
	"hexclub/views/club/seasons"
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
	open := slices.DeleteFunc(slices.Clone(all), func(s db.Season) bool { return s.Status != db.SeasonOpen })
	if len(open) > 0 {
		in.Season = page.Tab{Text: open[0].Name, Href: seasons.Href(open[0].ID)}
	}
	if err := a.addSeasons(c, f, open, all[len(open):], &in); err != nil {
		return err
	}
	if in.Game, err = a.gameCard(ctx, f); err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, club.Club(club.NewClubPage(f, in)))
}

// lastSeasons is the number of past seasons among which the club's page finds what goes on, and what was held last.
const lastSeasons = 3

// addSeasons adds the ladders and tournaments of the open seasons, and what goes on in past ones. Without an open season
// it adds all of the last season in which something was held.
func (a *Area) addSeasons(c echo.Context, f page.Frame, open, past []db.Season, in *club.ClubInput) error {
	past = past[:min(len(past), lastSeasons)]
	if len(open)+len(past) == 0 {
		return nil
	}
	ctx, ids, seasonOf := c.Request().Context(), []string(nil), map[string]db.Season{}
	for _, s := range slices.Concat(open, past) {
		ids, seasonOf[s.ID] = append(ids, s.ID), s
	}
	ladders, err := a.DB.LaddersOf(ctx, ids...)
	if err != nil {
		return err
	}
	cups, err := a.DB.TournamentsOf(ctx, ids...)
	if err != nil {
		return err
	}
	last := ""
	if i := slices.IndexFunc(past, func(s db.Season) bool {
		return slices.ContainsFunc(ladders, func(l db.Ladder) bool { return l.Season == s.ID }) ||
			slices.ContainsFunc(cups, func(t db.Tournament) bool { return t.Season == s.ID })
	}); i >= 0 && len(open) == 0 {
		last, in.Last = past[i].ID, page.Tab{Text: past[i].Name, Href: seasons.Href(past[i].ID)}
	}
	shown := func(season string) bool { return season == last || seasonOf[season].Status == db.SeasonOpen }
	ladders = slices.DeleteFunc(ladders, func(l db.Ladder) bool { return !shown(l.Season) })
	cups = slices.DeleteFunc(cups, func(t db.Tournament) bool { return !shown(t.Season) && t.Status != db.TournamentRunning })
	first, err := a.firstLadder(ctx, ladders, f.Reader)
	if err != nil {
		return err
	}
	var closed []db.Ladder
	for i, l := range ladders {
		switch {
		case i == first:
			if err := a.addLadder(c, f, l, seasonOf[l.Season], in); err != nil {
				return err
			}
		case seasonOf[l.Season].Status == db.SeasonOpen:
			in.Others = append(in.Others, ladderItem(f.T, l, true))
		default:
			closed = append(closed, l)
		}
	}
	if len(closed) > 0 {
		items, err := a.closedLadderItems(ctx, f.T, closed, openSeasons(open))
		if err != nil {
			return err
		}
		for _, s := range slices.Concat(open, past) {
			in.Others = append(in.Others, items[s.ID]...)
		}
	}
	for _, s := range open[min(1, len(open)):] {
		line := seasonLine(f, s)
		in.Others = append(in.Others, seasons.Item{Kind: f.T.T("season.open"), Name: line.Name, Href: line.Href})
	}
	if err := a.addTournaments(c, f, ids, cups, in); err != nil {
		return err
	}
	for i := range in.Tournaments {
		in.Tournaments[i].Enter = in.Tournaments[i].Enter && len(open) > 0
	}
	return nil
}

// firstLadder returns the index of the ladder to show: the reader's, else the first open one, else the first. It is -1
// without ladders.
func (a *Area) firstLadder(ctx context.Context, ladders []db.Ladder, reader page.Reader) (int, error) {
	if len(ladders) > 1 && reader.SignedIn() {
		own, err := a.DB.LaddersWith(ctx, reader.ID)
		if i := slices.IndexFunc(ladders, func(l db.Ladder) bool { return slices.Contains(own, l.ID) }); err != nil || i >= 0 {
			return i, err
		}
	}
	if i := slices.IndexFunc(ladders, db.Ladder.Open); i >= 0 {
		return i, nil
	}
	return min(0, len(ladders)-1), nil
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

// addTournaments adds the tournaments of seasons with ids: those that people can enter or play in as cards.
func (a *Area) addTournaments(c echo.Context, f page.Frame, ids []string, list []db.Tournament, in *club.ClubInput) (err error) {
	var others []db.Tournament
	if in.Tournaments, others, err = a.tournamentCardInputs(c, f, list); err != nil {
		return err
	}
	var winners map[string][]db.Player
	if len(others) > 0 {
		if winners, err = a.DB.TournamentWinners(c.Request().Context(), ids...); err != nil {
			return err
		}
	}
	for _, t := range others {
		in.Others = append(in.Others, tournamentItem(f.T, t, winners[t.ID]...))
	}
	in.TournamentNews, err = a.tournamentNews(c.Request().Context(), f, list, winners)
	return err
}

// cupEvents is the number of rounds among which the club's page finds its news.
const cupEvents = 5

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
	rounds, err := a.DB.PublishedRounds(ctx, cupEvents, slices.Sorted(maps.Keys(known))...)
	for _, r := range rounds {
		t := known[r.Tournament]
		news = append(news, club.TournamentNews{
			At: r.Paired, Name: t.Name, Href: tournaments.RoundHref(t.ID, r.Round), Round: tournaments.RoundNews(f.T, tournamentSummary(t), r.Round),
		})
	}
	return news, err
}

// tournamentCardInputs converts tournaments that people can enter or play in for their cards, and returns the others.
func (a *Area) tournamentCardInputs(c echo.Context, f page.Frame, list []db.Tournament) (cups []club.TournamentInput, others []db.Tournament, err error) {
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
			cups = append(cups, tournamentCardInput(f, t, progress[t.ID]))
		case db.TournamentEntry:
			cups = append(cups, entryInput(f, t, entered[t.ID]))
		default:
			others = append(others, t)
		}
	}
	return cups, others, err
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
