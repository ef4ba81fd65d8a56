package handlers_test

import (
	"bytes"
	"cmp"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
)

// withRole is the account of somebody with a role in the club, logged in.
func (s *site) withRole(t testing.TB, name string, role db.Role) (*client, db.Person) {
	t.Helper()
	c, person := s.newAccount(t, name)
	s.promote(t, person.ID, role)
	return c, person
}

// promote gives somebody a role, by their id, as the operator does.
func (s *site) promote(t testing.TB, person string, role db.Role) {
	t.Helper()
	if err := s.DB.SetRole(t.Context(), person, role, db.Operator, s.Now()); err != nil {
		t.Fatal(err)
	}
}

// season is the id of the one season, which is opened when there is none.
func (s *site) season(t testing.TB, organiser *client) string {
	t.Helper()
	list, err := s.DB.Seasons(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) > 0 {
		return list[0].ID
	}
	return strings.TrimPrefix(organiser.post("/seasons", "name", "Autumn").wantStatus(t, http.StatusOK).path, "/seasons/")
}

// idOf is the id of somebody with an account.
func (s *site) idOf(t testing.TB, name string) string {
	t.Helper()
	person, err := s.DB.PersonByName(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return person.ID
}

// boardOf is the address of the pairing of a player in a round.
func (m *cup) boardOf(t testing.TB, round int, name string) string {
	t.Helper()
	person := m.idOf(t, name)
	boards := m.full(t).RoundBoards(round)
	i := slices.IndexFunc(boards, func(b db.Board) bool { return b.Has(person) })
	if i < 0 {
		t.Fatalf("%s does not play in round %d", name, round)
	}
	return "/pairings/" + boards[i].Pairing
}

// A climb is a ladder on a site, with its players and an organiser, who is none of
// them.
type climb struct {
	*site
	t         testing.TB
	organiser *client
	season    db.Season
	ladder    db.Ladder
	clients   map[string]*client // by name
	people    map[string]db.Person
}

// climb makes a ladder of Hexone over the board, of players in the order of their names. Set
// changes its terms.
func (s *site) climb(t testing.TB, set func(*db.LadderTerms), names ...string) *climb {
	t.Helper()
	c := &climb{site: s, t: t, clients: map[string]*client{}, people: map[string]db.Person{}}
	olive := c.member("Olive")
	c.organiser = c.clients["Olive"]
	s.promote(t, olive.ID, db.Organiser)
	var err error
	c.season, err = s.DB.NewSeason(t.Context(), "Spring", "", olive.ID, s.Now())
	c.try(err)
	terms := db.LadderTerms{Name: "Hexone ladder", Settings: ladder.Default("hexone"), Venue: db.OverBoard}
	if set != nil {
		set(&terms)
	}
	c.ladder, err = s.DB.CreateLadder(t.Context(), c.season.ID, "", terms, olive.ID, s.Now())
	c.try(err)
	for _, name := range names {
		_, err := s.DB.JoinLadder(t.Context(), c.ladder.ID, c.member(name).ID, s.Now())
		c.try(err)
	}
	return c
}

func (c *climb) try(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// member is an account with a browser that is logged in.
func (c *climb) member(name string) db.Person {
	c.t.Helper()
	person, err := c.DB.SignUp(c.t.Context(), "", name, "no password fits", c.Now())
	c.try(err)
	c.clients[name], c.people[name] = c.carry(c.t, strings.TrimPrefix(c.session(c.t, person), "hexclub=")), person
	return person
}

// challenges is a challenge that one has made another.
func (c *climb) challenges(from, to string) db.Challenge {
	c.t.Helper()
	made, _, err := c.DB.MakeChallenge(c.t.Context(), c.ladder.ID, c.people[from].ID, c.people[to].ID, c.ladder.Settings.Games[0], c.ladder.Venue == db.OnSite, c.Now())
	c.try(err)
	return made
}

// accepts is a challenge after its acceptance.
func (c *climb) accepts(made db.Challenge) db.Challenge {
	c.t.Helper()
	_, err := c.DB.AcceptChallenge(c.t.Context(), made.ID, made.To.ID, c.Now())
	c.try(err)
	made, err = c.DB.Challenge(c.t.Context(), made.ID)
	c.try(err)
	return made
}

// settles is what the two of an accepted challenge have played: who has won.
func (c *climb) settles(made db.Challenge, winner string) {
	c.t.Helper()
	p, err := c.DB.Pairing(c.t.Context(), made.Pairing)
	c.try(err)
	var g pairing.Game
	won := p.Player(c.people[winner].ID) - 1
	g.Halves[won], g.Points[won] = 2, 40
	p, err = c.DB.EnterResult(c.t.Context(), p.ID, p.Players[0].ID, []pairing.Game{g}, c.Now())
	c.try(err)
	_, err = c.DB.ConfirmResult(c.t.Context(), p.ID, p.Players[1].ID, p.Revision, c.Now())
	c.try(err)
}

// passes lets time go by on the ladder: all that happened was so much earlier. Then the worker
// does what is due.
func (c *climb) passes(time time.Duration) {
	c.t.Helper()
	for _, query := range []string{
		"UPDATE challenges SET made = made - $1, answer_by = answer_by - $1, accepted = accepted - $1, play_by = play_by - $1, decided = decided - $1",
		"UPDATE ladder_players SET joined = joined - $1, idle = idle - $1, held = CASE WHEN held = 0 THEN 0 ELSE held - $1 END, gone = gone - $1",
		"UPDATE ladder_events SET at = at - $1",
		"UPDATE ladders SET due = due - $1, made = made - $1",
	} {
		if _, err := c.raw(c.t).Exec(query, time.Milliseconds()); err != nil {
			c.t.Fatal(err)
		}
	}
	c.try(c.WorkOnce(c.t.Context()))
}

// order is who is where, as the page of the ladder has it.
func (p webPage) order() string { return strings.Join(p.list(".places th[scope=row] a"), " ") }

func (c *climb) wantOrder(who, want string) webPage {
	c.t.Helper()
	p := c.clients[who].get(c.ladder.Href()).wantStatus(c.t, http.StatusOK)
	if got := p.order(); got != want {
		c.t.Errorf("%s sees %s, want %s", who, got, want)
	}
	return p
}

// imports sends a list, and returns the answer.
func (c *client) imports(list string, sure ...string) webPage {
	c.t.Helper()
	return c.post("/club/import", append([]string{"list", list}, sure...)...)
}

// uploads sends a list as a file.
func (c *client) uploads(t *testing.T, content []byte) webPage {
	t.Helper()
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	_ = parts.WriteField("list", "") // in memory
	file, err := parts.CreateFormFile("file", "members.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.Write(content)
	_ = parts.Close()
	return c.do(http.MethodPost, "/club/import", &body, http.Header{"Content-Type": {parts.FormDataContentType()}})
}

// paired pairs two people with accounts in a tournament of theirs, in whole days if there
// is a time: for one game of Hexone if n names nothing else.
func (s *site) paired(t testing.TB, n db.NewPairing, first, second string) db.Pairing {
	t.Helper()
	ctx, now := t.Context(), s.Now()
	settings := db.TournamentSettings{
		Kind: db.Swiss, Rounds: 1, Game: cmp.Or(n.Key, "hexone"), Unit: cmp.Or(n.Unit, pairing.OneGame), Control: n.Control.String(),
		Rated: n.Rated, Site: n.Site, Seeding: db.SeedByHand,
	}
	if n.Decisive {
		settings.Kind, settings.Rounds = db.Knockout, 0
	}
	if !n.Due.IsZero() {
		settings.Days = int(n.Due.Sub(now) / (24 * time.Hour))
	}
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	organiser, err := s.DB.PersonByName(ctx, "Pairer")
	if err != nil {
		organiser, err = s.DB.SignUp(ctx, "", "Pairer", "no password fits", now)
		try(err)
		s.promote(t, organiser.ID, db.Organiser)
	}
	seasons, err := s.DB.OpenSeasons(ctx)
	try(err)
	if len(seasons) == 0 {
		season, err := s.DB.NewSeason(ctx, "Autumn", "", organiser.ID, now)
		try(err)
		seasons = append(seasons, season)
	}
	cup, err := s.DB.CreateTournament(ctx, db.NewTournament{Season: seasons[0].ID, Name: "Cup", TournamentSettings: settings}, organiser.ID, now)
	try(err)
	for _, name := range []string{first, second} {
		try(s.DB.AddEntrant(ctx, cup.ID, s.idOf(t, name), organiser.ID, now))
	}
	try(s.DB.BeginTournament(ctx, cup.ID, organiser.ID, now))
	made, err := s.DB.PublishRound(ctx, cup.ID, db.ProposalChange{}, s.mark(t, cup.ID), organiser.ID, now)
	try(err)
	if made[0].Players[0].Name != first {
		s.turn(t, made[0])
	}
	p, err := s.DB.Pairing(ctx, made[0].ID)
	try(err)
	return p
}

// turn lets the other player start a pairing that has just been made, whatever was drawn.
func (s *site) turn(t testing.TB, p db.Pairing) {
	t.Helper()
	for _, query := range []string{
		"UPDATE pairings SET first = $3, second = $2 WHERE id = $1",
		"UPDATE tournament_pairings SET first = $3, second = $2 WHERE pairing = $1",
		"UPDATE games SET host = CASE host WHEN $2 THEN $3 ELSE host END WHERE pairing = $1",
		`UPDATE seats SET person = CASE person WHEN $2 THEN $3 WHEN $3 THEN $2 END, reserved = CASE reserved WHEN $2 THEN $3 WHEN $3 THEN $2 END
			WHERE game IN (SELECT id FROM games WHERE pairing = $1)`,
	} {
		if _, err := s.raw(t).Exec(query, p.ID, p.Players[0].ID, p.Players[1].ID); err != nil {
			t.Fatal(err)
		}
	}
}

// organiser is a browser in which an organiser is logged in.
func (s *site) organiser(t testing.TB, name string) *client {
	t.Helper()
	c, _ := s.withRole(t, name, db.Organiser)
	return c
}

// sends posts a form of a page as it is filled, but for some fields.
func (c *client) sends(p webPage, selector string, pairs ...string) webPage {
	c.t.Helper()
	form := p.Find(selector)
	values := map[string]string{}
	form.Find("input:not([type=radio]), :checked, textarea").Each(func(_ int, field *goquery.Selection) {
		values[field.AttrOr("name", "")] = field.AttrOr("value", field.Text())
	})
	form.Find("select").Each(func(_ int, field *goquery.Selection) {
		values[field.AttrOr("name", "")] = field.Find("[selected]").AttrOr("value", "")
	})
	delete(values, "")
	for i := 1; i < len(pairs); i += 2 {
		values[pairs[i-1]] = pairs[i]
	}
	action, ok := form.Attr("action")
	if !ok {
		c.t.Fatalf("%s has no form %s", p.path, selector)
	}
	var sent []string
	for name, value := range values {
		sent = append(sent, name, value)
	}
	return c.post(action, sent...)
}

// untidyCup is a tournament of two games a pairing with all that can happen in one:
// draws, a pairing that nobody came to and one that somebody did not, somebody who leaves,
// and where it is a Swiss somebody who comes late; its third round is open.
func (s *site) untidyCup(t *testing.T, fields ...string) *cup {
	t.Helper()
	m := s.newCup(t, 6, append(fields, "unit", "two", "late", "2")...)
	m.begin(t)
	for round := 1; round <= 2; round++ {
		for i, b := range m.full(t).RoundBoards(round) {
			if b.Pairing == "" {
				continue
			}
			p, err := m.DB.Pairing(t.Context(), b.Pairing)
			if err != nil {
				t.Fatal(err)
			}
			decision := db.Decision{Why: "seen", Revision: p.Revision}
			switch i + round {
			case 1:
				decision.Forfeit = [2]bool{true, true}
			case 2:
				decision.Forfeit = [2]bool{true, false}
			default:
				decision.Games = []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{80, 0}}, {Halves: [2]int{0, 2}, Points: [2]int{0, 62}}}
				if round == 2 {
					decision.Games[1] = decision.Games[0]
				}
			}
			if _, err := m.DB.DecidePairing(t.Context(), p.ID, m.idOf(t, "Otto"), decision, m.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if round == 1 && slices.Contains(fields, "swiss") {
			m.organiser.post(m.path+"/enter").wantStatus(t, http.StatusOK)
		}
		if round == 2 {
			m.players[5].post(m.path+"/leave").wantStatus(t, http.StatusOK)
		}
		m.publish(t)
	}
	return m
}

// A cup is a tournament that an organiser makes, and its players.
type cup struct {
	*site
	organiser *client
	players   []*client
	path      string // of the tournament
}

// newCup is a tournament of a Swiss of Hexone over the board, but for the fields given,
// which so many players have entered.
func (s *site) newCup(t testing.TB, players int, fields ...string) *cup {
	t.Helper()
	m := &cup{site: s}
	m.organiser, m.players = s.cupPeople(t, players)
	season := s.season(t, m.organiser)
	form := append([]string{"season", season, "game", "hexone", "seeding", "hand"}, fields...)
	if !slices.Contains(fields, "name") {
		form = append(form, "name", "Winter cup")
	}
	m.path = m.organiser.post("/tournaments", form...).wantStatus(t, http.StatusOK).path
	if !strings.HasPrefix(m.path, "/tournaments/") {
		t.Fatalf("making a tournament leads to %s", m.path)
	}
	for _, p := range m.players {
		p.post(m.path+"/enter").wantStatus(t, http.StatusOK)
	}
	return m
}

// cupPeople are the organiser and the players of cups, the same for all of a site.
func (s *site) cupPeople(t testing.TB, players int) (organiser *client, list []*client) {
	t.Helper()
	for i, name := range append([]string{"Otto"}, cupNames[:players]...) {
		c, known := s.cups[name]
		if !known {
			c, _ = s.newAccount(t, name)
		}
		if s.cups == nil {
			s.cups = map[string]*client{}
		}
		if s.cups[name] = c; i > 0 {
			list = append(list, c)
		}
	}
	s.promote(t, s.idOf(t, "Otto"), db.Organiser)
	return s.cups["Otto"], list
}

// cupNames are the players of cups.
var cupNames = []string{"Alma", "Bea", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hugo", "Ida"}

func (m *cup) id() string { return strings.TrimPrefix(m.path, "/tournaments/") }

func (m *cup) full(t testing.TB) db.FullTournament {
	t.Helper()
	full, err := m.DB.FullTournament(t.Context(), m.id())
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// begin begins the tournament and publishes its first round.
func (m *cup) begin(t testing.TB) {
	t.Helper()
	m.organiser.post(m.path+"/begin").wantStatus(t, http.StatusOK)
	m.publish(t)
}

// publish publishes the next round as it is proposed.
func (m *cup) publish(t testing.TB) webPage {
	t.Helper()
	p := m.organiser.get(m.path+"/pair").wantStatus(t, http.StatusOK)
	return m.organiser.post(m.path+"/pair", "mark", p.attribute("form[method=post] input[name=mark]", "value")).wantStatus(t, http.StatusOK)
}

// settle decides all open boards: the lower number of the ranking wins all games with
// 40 points, or who is named.
func (m *cup) settle(t testing.TB, winners ...string) {
	t.Helper()
	full := m.full(t)
	for _, b := range full.Boards {
		if !b.Open() {
			continue
		}
		first, _ := full.Entrant(b.First)
		second, _ := full.Entrant(b.Second)
		player := 0
		if slices.Contains(winners, second.Name) || !slices.Contains(winners, first.Name) && second.Number < first.Number {
			player = 1
		}
		m.decide(t, b, player)
	}
}

// decide lets a player of a board, 0 or 1, win all games with 40 points.
func (m *cup) decide(t testing.TB, b db.Board, player int) {
	t.Helper()
	p, err := m.DB.Pairing(t.Context(), b.Pairing)
	if err != nil {
		t.Fatal(err)
	}
	var games []pairing.Game
	for range p.Unit.Games() {
		g := pairing.Game{}
		g.Halves[player], g.Points[player] = 2, 80
		games = append(games, g)
	}
	decision := db.Decision{Games: games, Why: "seen", Revision: p.Revision}
	if _, err := m.DB.DecidePairing(t.Context(), p.ID, m.idOf(t, "Otto"), decision, m.Now()); err != nil {
		t.Fatal(err)
	}
}

// someTournament is the id of a Swiss of Hexone over the board with some people in it:
// in entry, running in its first round, with that complete, or over.
func (s *site) someTournament(t testing.TB, state, season, organiser string, people ...string) string {
	t.Helper()
	ctx, now := t.Context(), s.Now()
	made, err := s.DB.CreateTournament(ctx, db.NewTournament{Season: season, Name: "Spring cup", TournamentSettings: db.TournamentSettings{
		Kind: db.Swiss, Game: "hexone", Unit: pairing.OneGame, Seeding: db.SeedByHand, Rounds: 3, Late: 2,
		Breaks: []tourney.TieBreak{tourney.Buchholz},
	}}, organiser, now)
	for _, person := range people {
		if err == nil {
			err = s.DB.AddEntrant(ctx, made.ID, person, organiser, now)
		}
	}
	if err == nil && state != "entry" {
		err = s.DB.BeginTournament(ctx, made.ID, organiser, now)
	}
	var published []db.Pairing
	if err == nil && state != "entry" {
		published, err = s.DB.PublishRound(ctx, made.ID, db.ProposalChange{}, s.mark(t, made.ID), organiser, now)
	}
	for _, p := range published {
		if err == nil && state != "running" {
			_, err = s.DB.DecidePairing(ctx, p.ID, organiser, db.Decision{Forfeit: [2]bool{true, false}, Why: "late", Revision: p.Revision}, now)
		}
	}
	if err == nil && state == "over" {
		err = s.DB.FinishTournament(ctx, made.ID, organiser, now)
	}
	if err != nil {
		t.Fatal(err)
	}
	return made.ID
}

// mark is that of the next round as it is proposed.
func (s *site) mark(t testing.TB, tournament string) string {
	t.Helper()
	p, err := s.DB.ProposeRound(t.Context(), tournament, db.ProposalChange{})
	if err != nil {
		t.Fatal(err)
	}
	return p.Mark
}

// runningTournament is the id of a tournament that there is, or of a new one in a
// season.
func (s *site) runningTournament(t testing.TB, season string) (id string) {
	t.Helper()
	if s.raw(t).QueryRow("SELECT id FROM tournaments WHERE name = 'Spring cup'").Scan(&id) == nil {
		return id
	}
	var people []string
	for _, name := range []string{"Theo", "Tina", "Tara", "Tom"} {
		person, err := s.DB.SignUp(t.Context(), "", name, "none", s.Now())
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, person.ID)
	}
	s.promote(t, people[0], db.Organiser)
	return s.someTournament(t, "running", season, people[0], people[1:]...)
}
