package club

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views/club"
	"hexclub/views/club/seasons"
	"hexclub/views/page"
)

// lastSeasons is the number of past seasons among which the club's page finds the last one with ladders or tournaments.
const lastSeasons = 3

// clubSeasons are the seasons that the club's page is about, with what it shows of them.
type clubSeasons struct {
	open        []db.Season // the last first
	past        []db.Season // the last ones, and all that are closed but not archived: in these, games can still be played
	last        string      // id of the past season of which all is shown, if no season is open; empty for none
	ladders     []db.Ladder
	tournaments []db.Tournament
}

// readSeasons reads what the club's page shows of the seasons, which are in the order of DB.Seasons.
func (a *Area) readSeasons(ctx context.Context, all []db.Season) (s clubSeasons, err error) {
	for _, season := range all {
		switch {
		case season.Status == db.SeasonOpen:
			s.open = append(s.open, season)
		case season.Status == db.SeasonClosed || len(s.past) < lastSeasons:
			s.past = append(s.past, season)
		}
	}
	ids := s.ids()
	if len(ids) == 0 {
		return s, nil
	}
	if s.ladders, err = a.DB.LaddersOf(ctx, ids...); err != nil {
		return s, err
	}
	if s.tournaments, err = a.DB.TournamentsOf(ctx, ids...); err != nil {
		return s, err
	}
	s.last = s.findLast()
	played, err := a.stillPlayed(ctx, s)
	s.ladders = slices.DeleteFunc(s.ladders, func(l db.Ladder) bool { return !s.whole(l.Season) && !played[l.ID] })
	s.tournaments = slices.DeleteFunc(s.tournaments, func(t db.Tournament) bool { return !s.whole(t.Season) && t.Status != db.TournamentRunning })
	return s, err
}

// stillPlayed returns which ladders of past seasons have open challenges.
func (a *Area) stillPlayed(ctx context.Context, s clubSeasons) (map[string]bool, error) {
	var past []string
	for _, l := range s.ladders {
		if !s.isOpen(l.Season) {
			past = append(past, l.ID)
		}
	}
	summaries, err := a.DB.LadderSummaries(ctx, "", past...)
	played := map[string]bool{}
	for id, summary := range summaries {
		played[id] = summary.Open > 0
	}
	return played, err
}

// all returns the seasons, the open ones first.
func (s clubSeasons) all() []db.Season { return slices.Concat(s.open, s.past) }

// ids returns the ids of the seasons.
func (s clubSeasons) ids() (ids []string) {
	for _, season := range s.all() {
		ids = append(ids, season.ID)
	}
	return ids
}

// season returns the season with an id.
func (s clubSeasons) season(id string) db.Season {
	all := s.all()
	return all[slices.IndexFunc(all, func(season db.Season) bool { return season.ID == id })]
}

// findLast returns the id of the last past season with ladders or tournaments. It is empty if a season is open.
func (s clubSeasons) findLast() string {
	if len(s.open) > 0 {
		return ""
	}
	for _, season := range s.past {
		if slices.ContainsFunc(s.ladders, func(l db.Ladder) bool { return l.Season == season.ID }) ||
			slices.ContainsFunc(s.tournaments, func(t db.Tournament) bool { return t.Season == season.ID }) {
			return season.ID
		}
	}
	return ""
}

// whole reports whether the page shows all of the season with an id. Of others it shows what is still being played.
func (s clubSeasons) whole(id string) bool { return id == s.last || s.isOpen(id) }

// isOpen reports whether the season with an id is open.
func (s clubSeasons) isOpen(id string) bool {
	return slices.ContainsFunc(s.open, func(season db.Season) bool { return season.ID == id })
}

// addSeasons adds the seasons to the club's page, with their ladders and tournaments.
func (a *Area) addSeasons(c echo.Context, f page.Frame, s clubSeasons, in *club.ClubInput) error {
	if len(s.open) > 0 {
		in.Season = page.Tab{Text: s.open[0].Name, Href: seasons.Href(s.open[0].ID)}
	}
	if s.last != "" {
		in.Last = page.Tab{Text: s.season(s.last).Name, Href: seasons.Href(s.last)}
	}
	if err := a.addLadders(c, f, s, in); err != nil {
		return err
	}
	for i, season := range s.open {
		if line := seasonLine(f, season); i > 0 {
			in.Others = append(in.Others, seasons.Item{Kind: f.T.T("season.open"), Name: line.Name, Href: line.Href})
		}
	}
	if err := a.addTournaments(c, f, s, in); err != nil {
		return err
	}
	for i := range in.Tournaments {
		in.Tournaments[i].Enter = in.Tournaments[i].Enter && len(s.open) > 0
	}
	return nil
}

// addLadders adds the ladders: one with its first places, the others by name.
func (a *Area) addLadders(c echo.Context, f page.Frame, s clubSeasons, in *club.ClubInput) error {
	ctx := c.Request().Context()
	first, err := a.firstLadder(ctx, s, f.Reader)
	if err != nil {
		return err
	}
	var past []db.Ladder
	for i, l := range s.ladders {
		switch {
		case i == first:
			if err := a.addLadder(c, f, l, s.season(l.Season), in); err != nil {
				return err
			}
		case s.isOpen(l.Season):
			in.Others = append(in.Others, ladderItem(f.T, l, true))
		default:
			past = append(past, l)
		}
	}
	items, err := a.closedLadderItems(ctx, f.T, past, nil)
	for _, season := range s.past {
		in.Others = append(in.Others, items[season.ID]...)
	}
	return err
}

// firstLadder returns the index of the ladder to show: the first of an open season, if possible one with the reader,
// else the reader's, else the first. It is -1 without ladders.
func (a *Area) firstLadder(ctx context.Context, s clubSeasons, reader page.Reader) (int, error) {
	var own []string
	if len(s.ladders) > 1 && reader.SignedIn() {
		var err error
		if own, err = a.DB.LaddersWith(ctx, reader.ID); err != nil {
			return 0, err
		}
	}
	mine := func(l db.Ladder) bool { return slices.Contains(own, l.ID) }
	open := func(l db.Ladder) bool { return l.Open() && s.isOpen(l.Season) }
	for _, fits := range []func(db.Ladder) bool{func(l db.Ladder) bool { return open(l) && mine(l) }, open, mine} {
		if i := slices.IndexFunc(s.ladders, fits); i >= 0 {
			return i, nil
		}
	}
	return min(0, len(s.ladders)-1), nil
}
