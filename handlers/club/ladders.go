package club

import (
	"context"
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
	"hexclub/rules/rating"
	"hexclub/views/club/ladders"
	"hexclub/views/club/pairings"
	"hexclub/views/club/seasons"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

const (
	ladderRecent = 4 * ladders.Recent // events among which the page of a ladder finds those to show
	ladderLines  = 50                 // on a page of events
	ladderWeek   = 7 * 24 * time.Hour
)

// ShowLadder serves the places of a ladder.
func (a *Area) ShowLadder(c echo.Context) error { return a.ladderPage(c, http.StatusOK, nil) }

// ladderPage renders places of a ladder: the part in the address, else the visitor's part. It shows a problem if
// there is one.
func (a *Area) ladderPage(c echo.Context, status int, problem error) error {
	ctx := c.Request().Context()
	l, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, in.Name)
	if err != nil {
		return err
	}
	part := ladders.PartOf(l.State.Place(in.Reader))
	if asked := c.QueryParam("part"); asked != "" {
		if part, err = strconv.Atoi(asked); err != nil || part < 1 || part > ladders.PartOf(len(l.State.Players)) {
			return rules.Errorf(rules.NotFound, "error.not-found", "part %.20q of ladder %s", asked, l.Ladder.ID)
		}
	}
	first := (part-1)*ladders.Part + 1
	rows, err := a.ladderRows(ctx, l, db.LadderPart{From: first, To: first + ladders.Part - 1})
	if err != nil {
		return err
	}
	events, _, err := a.DB.LadderEvents(ctx, l.Ladder.ID, "", 0, ladderRecent)
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, ladders.NewPreview(f.T, in, ""))
	p := ladders.NewPage(f, in, part, rows, eventInputs(f.T, events))
	if problem != nil {
		p.Problem = ladders.Problem(f.T, in, problem)
	}
	return a.Render(c, status, ladders.Ladder(p))
}

// ladderRows returns additional data of some players of a ladder.
func (a *Area) ladderRows(ctx context.Context, l db.LadderNow, part db.LadderPart) (map[string]ladders.RowInput, error) {
	game, class := ratedAs(l.Ladder)
	earlier := a.Now().Add(-ladderWeek)
	if l.Ladder.Made.After(earlier) { // places at the start are not changes
		earlier = l.Ladder.Made
	}
	known, err := a.DB.LadderRows(ctx, l.Ladder.ID, part, earlier, game, class, a.Now())
	rows := make(map[string]ladders.RowInput, len(known))
	for id, row := range known {
		rows[id] = ladders.RowInput{Was: row.Was, Form: row.Form, Rating: row.Rating}
	}
	return rows, err
}

// ratedAs returns the kind of ratings to show for the players of a ladder, in its first game; none if it is played over
// the board.
func ratedAs(l db.Ladder) (game string, class rating.Class) {
	if l.Venue != db.OverBoard {
		return l.Settings.Games[0], rating.ClassOf(l.Control)
	}
	return "", ""
}

// ladderInput returns a ladder for views, as the visitor sees it.
func (a *Area) ladderInput(c echo.Context, id string) (l db.LadderNow, in ladders.Input, err error) {
	if l, err = a.DB.LadderNow(c.Request().Context(), id, a.Now()); err != nil {
		return l, in, err
	}
	in, err = a.ladderFor(c, l)
	return l, in, err
}

// ladderFor converts a ladder for views, as the visitor sees it.
func (a *Area) ladderFor(c echo.Context, l db.LadderNow) (in ladders.Input, err error) {
	v, err := a.Visitor(c)
	if err != nil {
		return in, err
	}
	calendar, err := a.Calendar(c)
	if err != nil {
		return in, err
	}
	t := calendar.T
	in = ladders.Input{
		ID: l.Ladder.ID, Name: l.Ladder.Name, About: l.Ladder.About, Venue: string(l.Ladder.Venue), Automatic: l.Ladder.Automatic,
		Season: ladders.Season{
			ID: l.Season.ID, Name: l.Season.Name, Open: l.Season.Status == db.SeasonOpen, Archived: l.Season.Status == db.SeasonArchived,
		},
		State: l.State, Names: map[string]string{}, Profiles: map[string]string{}, NotJoined: l.NotJoined, Pairings: l.Pairings, Entered: l.Entered, Unanswerable: l.Unanswerable, Now: calendar.Now, Zone: calendar.Zone, ClubZone: calendar.Club,
	}
	if l.Ladder.Venue != db.OverBoard {
		in.Terms = strings.Join([]string{page.ControlWords(t, l.Ladder.Control), page.RatedWords(t, l.Ladder.Rated)}, ", ")
	}
	if v.SignedIn() {
		in.Reader = v.Person.ID
	}
	for id, p := range l.People {
		in.Names[id], in.Profiles[id] = web.PlayerName(t, p), page.PersonHref(p.Name)
	}
	return in, nil
}

// eventInputs converts events for views.
func eventInputs(t *i18n.Catalog, events []db.LadderEvent) []ladders.EventInput {
	list := make([]ladders.EventInput, len(events))
	for i, e := range events {
		list[i] = ladders.EventInput{Event: e.Event, Player: web.PlayerName(t, e.Player), Other: web.PlayerName(t, e.Other), Reached: e.Reached, Over: e.Over, Reported: e.Reported, Own: e.Own}
	}
	return list
}

// JoinLadder adds the visitor to a ladder.
func (a *Area) JoinLadder(c echo.Context) error {
	return a.onLadder(c, "ladder.told-joined", func(ctx context.Context, person string) (db.LadderNews, error) {
		return a.DB.JoinLadder(ctx, c.Param("ladder"), person, a.Now())
	})
}

// LeaveLadder removes the visitor from a ladder.
func (a *Area) LeaveLadder(c echo.Context) error {
	return a.onLadder(c, "ladder.told-left", func(ctx context.Context, person string) (db.LadderNews, error) {
		return a.DB.LeaveLadder(ctx, c.Param("ladder"), person, a.Now())
	})
}

// onLadder does something on a ladder and redirects to it. If that is not allowed, the ladder's page says why.
func (a *Area) onLadder(c echo.Context, notice string, do func(ctx context.Context, person string) (db.LadderNews, error)) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	news, err := do(c.Request().Context(), v.Person.ID)
	switch {
	case web.ShowAgain(err):
		return a.ladderPage(c, web.StatusOf(err), err)
	case err != nil:
		return err
	}
	a.PublishLadder(news)
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, web.Href(news.Ladder.Ref()))
}

// ShowLadderRules serves the rules of a ladder in words.
func (a *Area) ShowLadderRules(c echo.Context) error {
	_, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.rules-title"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, ladders.NewPreview(f.T, in, ladders.RulesPath))
	return a.Render(c, http.StatusOK, ladders.Rules(ladders.NewRules(f, in)))
}

// ShowLadderEvents serves the events of a ladder; only those of one player if the address names one.
func (a *Area) ShowLadderEvents(c echo.Context) error {
	_, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.events-title"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, ladders.NewPreview(f.T, in, ladders.EventsPath))
	before := 0
	if text := c.QueryParam("before"); text != "" {
		if before, err = strconv.Atoi(text); err != nil || before < 1 {
			return web.ErrChoice("before", text)
		}
	}
	name, person, problem := strings.TrimSpace(c.QueryParam("player")), "", error(nil)
	if name != "" {
		person, problem = a.everOnLadder(c, in, name)
	}
	if problem != nil && !web.ShowAgain(problem) {
		return problem
	}
	p, status := ladders.NewEvents(f, in, nil), http.StatusOK
	if problem != nil {
		p.Problem, status = page.ErrorText(f.T, problem), web.StatusOf(problem)
	} else {
		events, more, err := a.DB.LadderEvents(c.Request().Context(), in.ID, person, before, ladderLines)
		if err != nil {
			return err
		}
		p = ladders.NewEvents(f, in, eventInputs(f.T, events))
		if more {
			p.Older = ladderEventsHref(in.ID, name, events[len(events)-1].Number)
		}
		if before > 0 {
			p.Newest = ladderEventsHref(in.ID, name, 0)
		}
	}
	p.Player = name
	return a.Render(c, status, ladders.Events(p))
}

// everOnLadder returns the id of a present or former player of a ladder by name. It fails with kind Invalid
// (error.ladder-player) if there is none.
func (a *Area) everOnLadder(c echo.Context, in ladders.Input, name string) (string, error) {
	person, err := a.DB.PersonByName(c.Request().Context(), name)
	if err == nil && in.Names[person.ID] != "" {
		return person.ID, nil
	}
	if err == nil || rules.IsKind(err, rules.NotFound) {
		err = rules.Errorf(rules.Invalid, "error.ladder-player", "%.40q", name)
	}
	return "", err
}

// ladderEventsHref returns the address of the events before one, or the latest events for 0; with a name, only
// that player's.
func ladderEventsHref(id, player string, before int) string {
	query := url.Values{}
	if player != "" {
		query.Set("player", player)
	}
	if before > 0 {
		query.Set("before", strconv.Itoa(before))
	}
	path := ladders.Href(id) + ladders.EventsPath
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// ShowLadderHistory serves the places of some players over time: those named in the address, else the visitor
// and their neighbours.
func (a *Area) ShowLadderHistory(c echo.Context) error {
	l, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.history-title"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, ladders.NewPreview(f.T, in, ladders.HistoryPath))
	people, typed, problem := a.chosenForGraph(c, in)
	if problem != nil && !web.ShowAgain(problem) {
		return problem
	}
	near := ladders.HistoryPeople(l.State, in.Reader)
	offered := slices.Clone(people)
	for _, id := range near {
		if !slices.Contains(offered, id) {
			offered = append(offered, id)
		}
	}
	if len(people) == 0 {
		people = near
	}
	places, err := a.DB.LadderPlaces(c.Request().Context(), in.ID, people)
	if err != nil {
		return err
	}
	input := map[string][]ladders.PlaceSince{}
	for id, list := range places {
		for _, p := range list {
			input[id] = append(input[id], ladders.PlaceSince{At: p.At, Place: p.Place})
		}
	}
	shown, status := ladders.NewHistory(f, in, people, offered, input), http.StatusOK
	if problem != nil {
		shown.Typed, shown.Problem, status = typed, page.ErrorText(f.T, problem), web.StatusOf(problem)
	}
	return a.Render(c, status, ladders.History(shown))
}

// chosenForGraph returns the players named in the address, without duplicates. If a name is unknown, or there
// are too many (error.ladder-many), it also returns that name, as typed, and an *rules.Error of kind Invalid.
func (a *Area) chosenForGraph(c echo.Context, in ladders.Input) (people []string, typed string, problem error) {
	for _, name := range c.QueryParams()["player"] {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		id, err := a.everOnLadder(c, in, name)
		switch {
		case err != nil:
			typed, problem = name, err
		case slices.Contains(people, id):
		case len(people) == ladders.MostCurves:
			typed, problem = name, rules.Errorf(rules.Invalid, "error.ladder-many", "more than %d", ladders.MostCurves)
		default:
			people = append(people, id)
		}
	}
	return people, typed, problem
}

// ladderBatch limits the ladders of one round of the job.
const ladderBatch = 50

// TickLadders carries out what is due on ladders, and publishes it.
func (a *Area) TickLadders(ctx context.Context) error {
	list, err := a.DB.TickLadders(ctx, a.Now(), ladderBatch)
	for _, news := range list {
		a.PublishLadder(news)
	}
	return err
}

// ladderItem returns a ladder for the list of its season.
func ladderItem(t *i18n.Catalog, l db.Ladder, seasonOpen bool) seasons.Item {
	item := seasons.Item{Kind: t.T("ladder.kind"), Name: l.Name, Href: web.Href(l.Ref())}
	if !l.Open() || !seasonOpen {
		item.Status = t.T("ladder.closed")
	}
	return item
}

// closedLadderItems returns ladders that are closed, with their leaders, by season.
func (a *Area) closedLadderItems(ctx context.Context, t *i18n.Catalog, closed []db.Ladder, open map[string]bool) (map[string][]seasons.Item, error) {
	ids := make([]string, len(closed))
	for i, l := range closed {
		ids[i] = l.ID
	}
	summaries, err := a.DB.LadderSummaries(ctx, "", ids...)
	items := map[string][]seasons.Item{}
	for _, l := range closed {
		item := ladderItem(t, l, open[l.Season])
		if s, known := summaries[l.ID]; known {
			item.First = seasons.LeaderText(t, web.PlayerName(t, s.Leader))
		}
		items[l.Season] = append(items[l.Season], item)
	}
	return items, err
}

// challengeItems returns the challenges that await an answer, for the front page.
func (a *Area) challengeItems(ctx context.Context, calendar page.Calendar, person string) ([]pairings.ClubItem, error) {
	t := calendar.T
	open, err := a.DB.ChallengesOf(ctx, person)
	var items []pairings.ClubItem
	for _, c := range open {
		if c.Status != db.ChallengeWaiting {
			continue // its pairing is listed
		}
		item := ladders.DeskChallenge{ID: c.ID, Ladder: c.LadderName, Other: web.PlayerName(t, c.To), AnswerBy: c.AnswerBy, Near: db.Near(c.Made, c.AnswerBy, a.Now()), Mine: c.To.ID == person}
		if item.Mine {
			item.Other = web.PlayerName(t, c.From)
		}
		items = append(items, ladders.NewChallengeItem(calendar, item))
	}
	return items, err
}

// LadderNews returns a notification about a ladder or a challenge for an e-mail; ok is false if it is outdated.
func (a *Area) LadderNews(ctx context.Context, t *i18n.Catalog, m db.ClubNotice, person string) (news pairings.ClubNews, ok bool, err error) {
	news = pairings.ClubNews{Kind: string(m.Kind), Due: m.Due, Link: a.FullURL(web.Href(m.About))}
	if m.About.Kind == db.RefLadder {
		l, err := a.DB.Ladder(ctx, m.About.ID)
		if err != nil {
			return news, false, err
		}
		news.Ladder = l.Name
		return news, true, nil
	}
	c, err := a.DB.Challenge(ctx, m.About.ID)
	if err != nil {
		return news, false, err
	}
	news.Ladder, news.Game, news.Unit = c.LadderName, c.Key, c.Unit
	if news.Opponent = web.PlayerName(t, c.From); c.From.ID == person {
		news.Opponent = web.PlayerName(t, c.To)
	}
	waits := c.Status == db.ChallengeWaiting
	return news, waits || m.Kind != db.ClubNoticeChallenged && m.Kind != db.ClubNoticeAnswer, nil
}
