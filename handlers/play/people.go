package play

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/play"
)

// The number of entries on a profile.
const (
	profileRivals  = 5
	profileRecent  = 10
	profileHistory = 100 // rated games of one kind
)

// ShowPerson serves the profile of an account.
func (a *Area) ShowPerson(c echo.Context) error {
	person, err := a.PersonNamed(c)
	if err != nil {
		return a.ToRenamed(c, c.Param("name"), err, page.PersonHref)
	}
	f, err := a.Frame(c, person.Name)
	if err != nil {
		return err
	}
	profile, err := a.profile(c, f.T, person)
	if err != nil {
		return err
	}
	if profile.Recent, err = a.recentGames(c, f, person); err != nil {
		return err
	}
	if person.Joined() {
		f.Preview = a.Preview(c, play.NewProfilePreview(f.T, profile))
	}
	p := play.NewProfile(f, profile)
	if p.Club, err = a.clubHistory(c.Request().Context(), f, person); err != nil {
		return err
	}
	if err := a.addProfileActions(c, &p, person); err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, play.ProfileView(p))
}

// addProfileActions adds the visitor's actions to a person's profile.
func (a *Area) addProfileActions(c echo.Context, p *play.ProfilePage, person db.Person) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if p.Self = v.Person.ID == person.ID; p.Self {
		return nil
	}
	p.Closed = !person.Closed.IsZero()
	if !p.Closed && person.Hash != "" { // else a challenge would be refused, or never seen
		p.Challenge = play.ChallengeHref("", person.Name)
	}
	if !v.Known {
		return nil
	}
	blocked, err := a.DB.Blocks(c.Request().Context(), v.Person.ID)
	if err != nil {
		return err
	}
	p.Block = &play.ProfileBlock{Action: page.PersonHref(person.Name) + "/block"}
	for _, other := range blocked {
		p.Block.Blocked = p.Block.Blocked || other.ID == person.ID
	}
	if p.Block.Blocked {
		p.Challenge = "" // it would be refused
	}
	return nil
}

// BlockPerson stores whether the visitor blocks a person.
func (a *Area) BlockPerson(c echo.Context) error {
	blocked, err := web.ReadSwitch(c, "blocked")
	if err != nil {
		return err
	}
	person, err := a.PersonNamed(c)
	if err != nil {
		return err
	}
	v, err := a.KnownVisitor(c)
	if err != nil {
		return err
	}
	if err := a.setBlock(c, v.Person.ID, person.ID, blocked); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, page.PersonHref(person.Name))
}

// profile returns the public information about an account, but for its games.
func (a *Area) profile(c echo.Context, t *i18n.Catalog, person db.Person) (p play.Profile, err error) {
	ctx := c.Request().Context()
	p.ID, p.Name, p.Chosen = person.ID, person.Name, c.QueryParam(play.FilterGame)
	if person.Hash != "" { // has joined
		p.Since = person.Created
	}
	p.Online = a.Presence.Here(person.ID)
	tallies, err := a.DB.Tallies(ctx, person.ID)
	if err != nil {
		return p, err
	}
	ratings, err := a.DB.RatingsOf(ctx, person.ID, a.Now())
	if err != nil {
		return p, err
	}
	for _, game := range games.All() {
		key := game.Info().Key
		if tally, ok := tallies[key]; ok {
			p.Tallies = append(p.Tallies, play.KindTally{Key: key, Won: tally.Won, Drawn: tally.Drawn, Lost: tally.Lost})
		}
		rated := false
		for _, r := range ratings {
			if r.Key == key {
				rated = true
				p.Ratings = append(p.Ratings, play.KindRating{Key: key, Class: r.Class, Games: r.Games, Rating: r.Rating})
			}
		}
		if rated {
			history, err := a.DB.RatingHistory(ctx, person.ID, key, profileHistory)
			if err != nil {
				return p, err
			}
			p.Histories = append(p.Histories, play.KindHistory{Key: key, Games: ratedGames(t, history)})
		}
	}
	rivals, err := a.DB.Rivals(ctx, person.ID, profileRivals)
	if err != nil {
		return p, err
	}
	for _, r := range rivals {
		p.Rivals = append(p.Rivals, play.RivalTally{ID: web.AvatarOf(r.Player), Name: r.Name, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost})
	}
	return p, nil
}

// recentGames returns a person's last finished games, the last first, of which the first have boards.
func (a *Area) recentGames(c echo.Context, f page.Frame, person db.Person) ([]play.ListedGame, error) {
	rows, _, err := a.DB.Archive(c.Request().Context(), person.ID, db.Filter{}, db.Place{}, profileRecent, a.Now())
	if err != nil {
		return nil, err
	}
	pictures, err := a.DrawThumbnails(c, f, rows[:min(play.RecentBoards, len(rows))])
	if err != nil {
		return nil, err
	}
	recent := make([]play.ListedGame, len(rows))
	for i, row := range rows {
		if recent[i], err = a.listedGame(f.T, row, person.ID); err != nil {
			return nil, err
		}
		if i < len(pictures) {
			recent[i].Board = pictures[i]
		}
	}
	return recent, nil
}

// ratedGames converts the history of a rating for views.
func ratedGames(t *i18n.Catalog, history []db.RatedGame) []play.RatedGame {
	list := make([]play.RatedGame, len(history))
	for i, g := range history {
		list[i] = play.RatedGame{ID: g.ID, Class: g.Class, At: g.Ended, Outcome: rules.Outcome(g.Outcome), Change: g.Change}
		for _, opponent := range g.Opponents {
			list[i].Opponents = append(list[i].Opponents, web.PlayerName(t, opponent))
		}
	}
	return list
}
