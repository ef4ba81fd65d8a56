package club

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/rules/tourney"
	"hexclub/views/club/tournaments"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// Values of the form, other than the game's options and the constants of other packages.
const (
	venueBoard = "board"
	venueSite  = "site"

	paceHand = "hand"
	paceDate = "date"

	dueWait    = "wait"
	dueForfeit = "forfeit"

	entersMembers    = "members"
	entersOrganisers = "organisers"
)

// NewTournament shows the form for a new tournament in the season of the address, else in the latest open
// season. It first asks for the game if the address names none, and offers to copy other tournaments. With the parameter "from", the
// form has the settings of that tournament.
func (a *Area) NewTournament(c echo.Context) error {
	id := c.QueryParam("season")
	if id == "" {
		open, err := a.DB.OpenSeasons(c.Request().Context())
		if err != nil {
			return err
		}
		if len(open) > 0 {
			id = open[0].ID
		}
	}
	season, err := a.DB.Season(c.Request().Context(), id)
	if err != nil {
		return err
	}
	t, key := a.Catalog(c), c.QueryParam("game")
	sent, earlier := c.QueryParam, c.QueryParam(tournaments.EarlierField)
	if from := c.QueryParam("from"); from != "" {
		calendar, err := a.Calendar(c)
		if err != nil {
			return err
		}
		old, err := a.DB.Tournament(c.Request().Context(), from)
		if err != nil {
			return err
		}
		old.Opens = time.Time{} // the new one begins at another date
		key, sent, earlier = old.Key, tournamentFields(old, calendar.Club), old.ID
	}
	if key == "" {
		same, err := a.sameTournaments(c, season.ID)
		if err != nil {
			return err
		}
		return a.GameList(c, "/tournaments/new", setup.GamesPage{
			Heading: t.T("tournament.which-game"), Href: func(game string) string { return tournaments.NewHref(season.ID, game) },
			Same: same,
		})
	}
	game, err := games.Find(key)
	if err != nil {
		return err
	}
	f, err := a.Frame(c, t.T("tournament.new"))
	if err != nil {
		return err
	}
	same, err := a.samePlayers(c, earlier, c.QueryParam)
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, tournaments.FormView(tournaments.NewForm(f, tournaments.FormInput{
		Season: season.ID, Info: game.Info(), Sent: sent, Same: same,
	})))
}

// samePlayers returns the question whether a new tournament has the players of an earlier one with an id, with the
// form's values; nil for no id, and without players who are still members.
func (a *Area) samePlayers(c echo.Context, earlier string, sent func(string) string) (*tournaments.SamePlayers, error) {
	if earlier == "" {
		return nil, nil
	}
	old, err := a.DB.Tournament(c.Request().Context(), earlier)
	if err != nil {
		return nil, err
	}
	list, err := a.DB.EarlierEntrants(c.Request().Context(), "", old.ID)
	same := &tournaments.SamePlayers{ID: old.ID, Name: old.Name, Chosen: sent(tournaments.SameField) == "yes"}
	for _, e := range list {
		if !e.Deleted && !e.Closed {
			same.Names = append(same.Names, e.Name)
		}
	}
	if len(same.Names) == 0 {
		same = nil
	}
	return same, err
}

// mostSame is the number of tournaments or ladders that a new one can copy.
const mostSame = 8

// sameTournaments returns the form that copies an earlier tournament in a season, the newest first; nil for none.
func (a *Area) sameTournaments(c echo.Context, season string) (*setup.SameForm, error) {
	ids, names, err := a.seasonNames(c)
	if err != nil {
		return nil, err
	}
	list, err := a.DB.TournamentsOf(c.Request().Context(), ids...)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	t := a.Catalog(c)
	form := &setup.SameForm{
		Heading: t.T("tournament.same-as"), Action: "/tournaments/new", Season: season, Tick: t.T("tournament.same-players-tick"), Name: tournaments.SameField,
	}
	for _, one := range list[:min(mostSame, len(list))] {
		form.Earlier = append(form.Earlier, page.Option{Value: one.ID, Text: one.Name + " · " + names[one.Season]})
	}
	return form, nil
}

// CreateTournament makes a tournament and redirects to its page.
func (a *Area) CreateTournament(c echo.Context) error {
	game, err := games.Find(c.FormValue("game"))
	if err != nil {
		return &rules.Error{Kind: rules.Invalid, Key: "error.form", Detail: "game", Err: err}
	}
	return a.saveTournament(c, "", game.Info(), func(n db.NewTournament, by string, _ *time.Location) (href, notice string, _ error) {
		earlier := ""
		if c.FormValue(tournaments.SameField) == "yes" {
			old, err := a.DB.Tournament(c.Request().Context(), c.FormValue(tournaments.EarlierField))
			if err != nil {
				return "", "", err
			}
			earlier = old.ID
		}
		made, err := a.DB.CreateTournament(c.Request().Context(), n, by, a.Now())
		if err == nil && earlier != "" {
			added, err := a.DB.EnterSame(c.Request().Context(), made.ID, earlier, by, a.Now())
			return tournaments.Href(made.ID) + "/organise?" + tournaments.EarlierField + "=" + earlier, "tournament.told-made-same" + " " + strconv.Itoa(len(added)), err
		}
		return web.Href(made.Ref()), "tournament.told-made", err
	})
}

// saveTournament reads the form of a tournament, calls save, and redirects to the address that save returns,
// with a notice, which may have a number behind it. The id is empty for a new tournament. If the form is refused, it is rendered again with all its
// values.
func (a *Area) saveTournament(
	c echo.Context, id string, info rules.Info, save func(n db.NewTournament, by string, zone *time.Location) (href, notice string, _ error),
) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	var href, notice string
	calendar, err := a.Calendar(c)
	if err != nil {
		return err
	}
	n, err := readTournament(c, info, calendar.Club)
	if err == nil {
		href, notice, err = save(n, v.Person.ID, calendar.Club)
	}
	if web.ShowAgain(err) {
		return a.refusedTournament(c, id, info, err)
	}
	if err != nil {
		return err
	}
	leave := a.LeaveNotice
	if strings.Contains(notice, " ") { // a number of players: undoing would take these out, not the tournament
		leave = a.LeavePlainNotice
	}
	if err := leave(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, href)
}

// refusedTournament renders the form that was sent, with its problem. A switch of language keeps the values.
func (a *Area) refusedTournament(c echo.Context, id string, info rules.Info, problem error) error {
	key, path := "tournament.new", "/tournaments/new"
	if id != "" {
		key, path = "tournament.edit", tournaments.Href(id)+"/edit"
	}
	f, err := a.Frame(c, a.Catalog(c).T(key))
	if err != nil {
		return err
	}
	same, err := a.samePlayers(c, c.FormValue(tournaments.EarlierField), c.FormValue)
	if err != nil {
		return err
	}
	again := url.URL{Path: path, RawQuery: c.Request().PostForm.Encode()}
	f.Path, f.Return = again.String(), again.String()
	return a.Render(c, web.StatusOf(problem), tournaments.FormView(tournaments.NewForm(f, tournaments.FormInput{
		ID: id, Season: c.FormValue("season"), Info: info, Sent: c.FormValue, Wrong: problem, Same: same,
	})))
}

// EditTournament shows the form that changes a tournament, with its values, or those of the address. After the start
// it has the name and the text only.
func (a *Area) EditTournament(c echo.Context) error {
	t, err := a.DB.Tournament(c.Request().Context(), c.Param("tournament"))
	if err != nil {
		return err
	}
	if t.Status != db.TournamentEntry {
		return a.describePage(c, http.StatusOK, t.ID, t.Name, t.About, nil)
	}
	game, err := games.Find(t.Key)
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("tournament.edit"))
	if err != nil {
		return err
	}
	sent := c.QueryParam
	if sent("kind") == "" {
		sent = tournamentFields(t, f.Zones.Club)
	}
	return a.Render(c, http.StatusOK, tournaments.FormView(tournaments.NewForm(f, tournaments.FormInput{
		ID: t.ID, Season: t.Season, Info: game.Info(), Sent: sent,
	})))
}

// UpdateTournament changes a tournament before it begins.
func (a *Area) UpdateTournament(c echo.Context) error {
	t, err := a.DB.Tournament(c.Request().Context(), c.Param("tournament"))
	if err != nil {
		return err
	}
	game, err := games.Find(t.Key)
	if err != nil {
		return err
	}
	return a.saveTournament(c, t.ID, game.Info(), func(n db.NewTournament, by string, zone *time.Location) (href, notice string, _ error) {
		n.Season = t.Season
		// The same day keeps its beginning: the club may have had another time zone.
		if n.Opens.In(zone).Format(time.DateOnly) == t.Opens.In(zone).Format(time.DateOnly) {
			n.Opens = t.Opens
		}
		return web.Href(t.Ref()) + "/organise", "tournament.told-edited", a.DB.EditTournament(c.Request().Context(), t.ID, n, by, a.Now())
	})
}

// DescribeTournament changes the name and the text of a tournament.
func (a *Area) DescribeTournament(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id, name, about := c.Param("tournament"), web.TrimTitle(c.FormValue("name")), web.PlainText(c.FormValue("about"))
	err = a.DB.DescribeTournament(c.Request().Context(), id, name, about, v.Person.ID, a.Now())
	if web.ShowAgain(err) {
		return a.describePage(c, web.StatusOf(err), id, name, about, err)
	}
	if err != nil {
		return err
	}
	if err := a.LeaveNotice(c, "tournament.told-described"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, tournaments.Href(id)+"/organise")
}

// describePage renders the form for the name and the text of a tournament, with its problem.
func (a *Area) describePage(c echo.Context, status int, id, name, about string, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T("tournament.describe"))
	if err != nil {
		return err
	}
	f.Path, f.Return = tournaments.Href(id)+"/edit", tournaments.Href(id)+"/edit"
	return a.Render(c, status, tournaments.Describe(tournaments.NewDescribe(f, id, name, about, problem)))
}

// readTournament reads the form of a tournament; missing fields have the values of a new form. It returns all
// problems, joined by errors.Join. Days begin at midnight in the zone. Each is an *rules.Error: of kind Invalid for
// a value that the form does not offer (error.choice) or for an invalid number or date (error.tournament-rounds and so on), and as
// db.NewTournament.Check returns.
func readTournament(c echo.Context, info rules.Info, zone *time.Location) (n db.NewTournament, err error) {
	r := &tournamentReader{Context: c}
	n = db.NewTournament{Season: c.FormValue("season"), Name: web.TrimTitle(c.FormValue("name")), About: web.PlainText(c.FormValue("about"))}
	n.Key = info.Key
	n.Kind = db.TournamentKind(r.choice("kind", string(db.Swiss), string(db.RoundRobin), string(db.Knockout)))
	switch n.Kind {
	case db.Swiss:
		n.Rounds = r.number(setup.RoundsField, "error.tournament-rounds")
		if n.Late = db.LateHalf; r.FormValue(setup.LateField) != "" {
			n.Late = r.number(setup.LateField, "error.tournament-late")
		}
		n.MissedHalf, n.HalfByes = r.isYes(setup.MissedField), r.number(setup.ByesField, "error.tournament-byes")
	case db.RoundRobin:
		n.Double, n.AllAtOnce = r.isYes(setup.DoubleField), r.isYes(setup.AtOnceField)
	case db.Knockout:
		n.Third = r.isYes(setup.ThirdField)
	}
	n.Unit = pairing.Unit(r.choice("unit", string(pairing.OneGame), string(pairing.TwoGames), string(pairing.Match)))
	r.readTerms(&n, info)
	r.readPace(&n, zone)
	n.Seeding = db.Seeding(r.choice("seeding", string(db.SeedByRating), string(db.SeedByHand), string(db.SeedAtRandom)))
	n.Closed = r.choice("enters", entersMembers, entersOrganisers) == entersOrganisers
	n.Most = r.number("most", "error.tournament-most")
	for i := range tournaments.BreakFields {
		if tie := c.FormValue(tournaments.BreakField(i + 1)); tie != "" {
			n.Breaks = append(n.Breaks, tourney.TieBreak(tie))
		}
	}
	if n.Kind == db.Knockout {
		n.Breaks = nil
	} else if len(n.Breaks) == 0 {
		n.Breaks = tournaments.UsualBreaks(string(n.Kind), info, n.Unit)
	}
	r.addError(n.Check())
	return n, errors.Join(r.wrong...)
}

// A tournamentReader reads a form and collects its problems.
type tournamentReader struct {
	echo.Context
	wrong []error
}

func (r *tournamentReader) addError(err error) {
	if err != nil {
		r.wrong = append(r.wrong, err)
	}
}

// choice returns one of several values, by default the first.
func (r *tournamentReader) choice(field string, values ...string) string {
	value, err := web.OneOf(r.Context, field, values...)
	r.addError(err)
	return value
}

// isYes reports whether the answer is yes.
func (r *tournamentReader) isYes(field string) bool {
	return r.choice(field, web.No, web.Yes) == web.Yes
}

// number returns a whole number, 0 for an empty field. It adds an error with the key for anything else.
func (r *tournamentReader) number(field, key string) int {
	if strings.TrimSpace(r.FormValue(field)) == "" {
		return 0
	}
	n := web.Number(r.Context, field)
	if n < 0 {
		r.addError(rules.Errorf(rules.Invalid, key, "%s=%.20q", field, r.FormValue(field)))
	}
	return n
}

// readTerms reads the game's options and the venue.
func (r *tournamentReader) readTerms(n *db.NewTournament, info rules.Info) {
	n.Options = web.FormOptions(r.Context)
	if slices.ContainsFunc(info.Options, func(o rules.Option) bool { return o.Key == rules.SeatsOption }) {
		n.Options[rules.SeatsOption] = "2"
	}
	chosen, err := info.Complete(rules.Setup{Options: n.Options})
	if err != nil {
		r.addError(&rules.Error{Kind: rules.Invalid, Key: "error.choice", Err: err})
	}
	n.Options = chosen.Options
	n.Site = r.choice("where", venueBoard, venueSite) == venueSite
	if !n.Site {
		return // the site has neither clocks nor ratings for games over the board
	}
	var form web.SetupForm
	err = form.ReadClock(r.Context)
	r.addError(err)
	n.Control = form.Control.String()
	n.Rated = r.isYes("counts") && err == nil // without a clock, "rated" would be a second problem
}

// readPace reads when rounds are played.
func (r *tournamentReader) readPace(n *db.NewTournament, zone *time.Location) {
	n.Forfeit = r.choice("due", dueWait, dueForfeit) == dueForfeit
	if r.choice("pace", paceHand, paceDate) == paceHand {
		n.Days = r.number(setup.WithinField, "error.tournament-days")
		return
	}
	n.ByDate, n.Days = true, r.number(setup.EveryField, "error.tournament-days")
	day, err := time.ParseInLocation(time.DateOnly, r.FormValue(setup.OpensField), zone)
	if err != nil || day.Year() < 2000 || day.Year() > 2200 {
		r.addError(rules.Errorf(rules.Invalid, "error.tournament-opens", "%.20q", r.FormValue(setup.OpensField)))
		return
	}
	n.Opens = day.UTC()
}

// tournamentFields returns the values of the form for a tournament, with days in a zone.
func tournamentFields(t db.Tournament, zone *time.Location) func(string) string {
	answer := func(is bool, yesValue, noValue string) string {
		if is {
			return yesValue
		}
		return noValue
	}
	fields := map[string]string{
		"name": t.Name, "about": t.About, "kind": string(t.Kind), "unit": string(t.Unit),
		setup.DoubleField: answer(t.Double, web.Yes, web.No), setup.AtOnceField: answer(t.AllAtOnce, web.Yes, web.No), setup.ThirdField: answer(t.Third, web.Yes, web.No),
		"where": answer(t.Site, venueSite, venueBoard), "counts": answer(t.Rated, web.Yes, web.No), "pace": answer(t.ByDate, paceDate, paceHand),
		"due": answer(t.Forfeit, dueForfeit, dueWait), "seeding": string(t.Seeding), "enters": answer(t.Closed, entersOrganisers, entersMembers),
	}
	for field, n := range map[string]int{
		setup.RoundsField: t.Rounds, setup.ByesField: t.HalfByes, setup.WithinField: t.Days, setup.EveryField: t.Days, "most": t.Most,
	} {
		if n != 0 {
			fields[field] = strconv.Itoa(n)
		}
	}
	if t.Late != db.LateHalf {
		fields[setup.LateField] = strconv.Itoa(t.Late)
		if t.Late == 1 { // which is the same
			fields[setup.LateField] = "0"
		}
	}
	fields[setup.MissedField] = answer(t.MissedHalf, web.Yes, web.No)
	if !t.Opens.IsZero() {
		fields[setup.OpensField] = t.Opens.In(zone).Format(time.DateOnly)
	}
	for option, value := range t.Options {
		fields[page.OptionName(option)] = value
	}
	for i, tie := range t.Breaks {
		fields[tournaments.BreakField(i+1)] = string(tie)
	}
	clockFields(t.Control, fields)
	return func(name string) string { return fields[name] }
}

// clockFields adds the values of the form for a clock.
func clockFields(text string, fields map[string]string) {
	control, err := record.ParseControl(text)
	switch {
	case err != nil || control.None():
		fields["clock"] = setup.NoClock
	case slices.Contains(append(setup.LiveClocks(), setup.DayClocks()...), text):
		fields["clock"] = text
	case control.Live():
		minutes, increment, _ := strings.Cut(text, "+")
		fields["clock"], fields[setup.MinutesField], fields[setup.IncrementField] = web.ClockLive, minutes, increment
	default:
		fields["clock"], fields[setup.DaysField] = web.ClockDays, strings.TrimSuffix(text, "d")
	}
}
