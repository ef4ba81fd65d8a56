package sitetest

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
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
	"hexclub/views/page"
)

// WithRole signs a person up, gives them a role in the club, and returns their browser.
func (s *Site) WithRole(t testing.TB, name string, role db.Role) (*Client, db.Person) {
	t.Helper()
	c, person := s.NewAccount(t, name)
	s.Promote(t, person.ID, role)
	return c, person
}

// Promote gives the person with an id a role, as the operator can.
func (s *Site) Promote(t testing.TB, person string, role db.Role) {
	t.Helper()
	if err := s.DB.SetRole(t.Context(), person, role, db.Operator, s.Now()); err != nil {
		t.Fatal(err)
	}
}

// Season returns the id of the open season. It creates one if there is none.
func (s *Site) Season(t testing.TB, organiser *Client) string {
	t.Helper()
	list, err := s.DB.Seasons(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) > 0 {
		return list[0].ID
	}
	return strings.TrimPrefix(organiser.Post("/seasons", "name", "Autumn").WantStatus(t, http.StatusOK).Path, "/seasons/")
}

// IdOf returns the id of the account with a name.
func (s *Site) IdOf(t testing.TB, name string) string {
	t.Helper()
	person, err := s.DB.PersonByName(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return person.ID
}

// BoardOf returns the address of a player's pairing in a round.
func (m *cup) BoardOf(t testing.TB, round int, name string) string {
	t.Helper()
	person := m.IdOf(t, name)
	boards := m.Full(t).RoundBoards(round)
	i := slices.IndexFunc(boards, func(b db.Board) bool { return b.Has(person) })
	if i < 0 {
		t.Fatalf("%s does not play in round %d", name, round)
	}
	return page.PairingHref(boards[i].Pairing)
}

// A testLadder is a ladder on a site, with its players and an organiser who does not play.
type testLadder struct {
	*Site
	t         testing.TB
	Organiser *Client
	Season    db.Season
	Ladder    db.Ladder
	Clients   map[string]*Client // by name
	People    map[string]db.Person
}

// NewLadder creates a ladder of Hexone over the board, whose players join in the order of their names.
// Set changes its terms.
func (s *Site) NewLadder(t testing.TB, set func(*db.LadderTerms), names ...string) *testLadder {
	t.Helper()
	c := &testLadder{Site: s, t: t, Clients: map[string]*Client{}, People: map[string]db.Person{}}
	olive := c.Member("Olive")
	c.Organiser = c.Clients["Olive"]
	s.Promote(t, olive.ID, db.Organiser)
	var err error
	c.Season, err = s.DB.NewSeason(t.Context(), "Spring", "", olive.ID, s.Now())
	c.Try(err)
	terms := db.LadderTerms{Name: "Hexone ladder", Settings: ladder.Default("hexone"), Venue: db.OverBoard}
	if set != nil {
		set(&terms)
	}
	c.Ladder, err = s.DB.CreateLadder(t.Context(), c.Season.ID, "", terms, olive.ID, s.Now())
	c.Try(err)
	for _, name := range names {
		_, err := s.DB.JoinLadder(t.Context(), c.Ladder.ID, c.Member(name).ID, s.Now())
		c.Try(err)
	}
	return c
}

func (c *testLadder) Try(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// Member signs a person up and returns their account.
func (c *testLadder) Member(name string) db.Person {
	c.t.Helper()
	person, err := c.DB.SignUp(c.t.Context(), "", name, "no password fits", c.Now())
	c.Try(err)
	c.Clients[name], c.People[name] = c.Carry(c.t, strings.TrimPrefix(c.Session(c.t, person), "hexclub=")), person
	return person
}

// Challenges makes a challenge from one player to another.
func (c *testLadder) Challenges(from, to string) db.Challenge {
	c.t.Helper()
	made, _, err := c.DB.MakeChallenge(c.t.Context(), c.Ladder.ID, c.People[from].ID, c.People[to].ID, c.Ladder.Settings.Games[0], c.Ladder.Venue == db.OnSite, c.Now())
	c.Try(err)
	return made
}

// Accepts accepts a challenge, and returns it.
func (c *testLadder) Accepts(made db.Challenge) db.Challenge {
	c.t.Helper()
	_, err := c.DB.AcceptChallenge(c.t.Context(), made.ID, made.To.ID, c.Now())
	c.Try(err)
	made, err = c.DB.Challenge(c.t.Context(), made.ID)
	c.Try(err)
	return made
}

// Settles enters and confirms a win of one player of an accepted challenge.
func (c *testLadder) Settles(made db.Challenge, winner string) {
	c.t.Helper()
	p, err := c.DB.Pairing(c.t.Context(), made.Pairing)
	c.Try(err)
	var g pairing.Game
	won := p.Player(c.People[winner].ID) - 1
	g.Halves[won], g.Points[won] = 2, 40
	p, err = c.DB.EnterResult(c.t.Context(), p.ID, p.Players[0].ID, []pairing.Game{g}, c.Now())
	c.Try(err)
	_, err = c.DB.ConfirmResult(c.t.Context(), p.ID, p.Players[1].ID, p.Revision, c.Now())
	c.Try(err)
}

// Passes simulates that time passes on the ladder: it moves all stored times into the past. Then it
// runs the background jobs.
func (c *testLadder) Passes(time time.Duration) {
	c.t.Helper()
	for _, query := range []string{
		"UPDATE challenges SET made = made - $1, answer_by = answer_by - $1, accepted = accepted - $1, play_by = play_by - $1, decided = decided - $1",
		"UPDATE ladder_players SET joined = joined - $1, idle = idle - $1, held = CASE WHEN held = 0 THEN 0 ELSE held - $1 END, gone = gone - $1",
		"UPDATE ladder_events SET at = at - $1",
		"UPDATE ladders SET due = due - $1, made = made - $1",
	} {
		if _, err := c.Raw(c.t).Exec(query, time.Milliseconds()); err != nil {
			c.t.Fatal(err)
		}
	}
	c.Try(c.WorkOnce(c.t.Context()))
}

// Order returns the names of players on the page of a ladder, in the order of their places.
func (p WebPage) Order() string { return strings.Join(p.List(".places th[scope=row] a"), " ") }

func (c *testLadder) WantOrder(who, want string) WebPage {
	c.t.Helper()
	p := c.Clients[who].Get(web.Href(c.Ladder.Ref())).WantStatus(c.t, http.StatusOK)
	if got := p.Order(); got != want {
		c.t.Errorf("%s sees %s, want %s", who, got, want)
	}
	return p
}

// Imports sends a list of members, and returns the answer.
func (c *Client) Imports(list string, sure ...string) WebPage {
	c.t.Helper()
	return c.Post("/club/import", append([]string{"list", list}, sure...)...)
}

// Uploads sends a list of members as a file.
func (c *Client) Uploads(t *testing.T, content []byte) WebPage {
	t.Helper()
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	_ = parts.WriteField("list", "") // writing to memory does not fail
	file, err := parts.CreateFormFile("file", "members.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.Write(content)
	_ = parts.Close()
	return c.Do(http.MethodPost, "/club/import", &body, http.Header{"Content-Type": {parts.FormDataContentType()}})
}

// Paired creates a tournament of two people with accounts, and returns their pairing. By default it
// is for one game of Hexone. The deadline is rounded down to days.
func (s *Site) Paired(t testing.TB, n db.NewPairing, first, second string) db.Pairing {
	t.Helper()
	ctx, now := t.Context(), s.Now()
	settings := db.TournamentSettings{
		Kind: db.Swiss, Rounds: 1, Key: cmp.Or(n.Key, "hexone"), Unit: cmp.Or(n.Unit, pairing.OneGame), Control: n.Control.String(),
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
		s.Promote(t, organiser.ID, db.Organiser)
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
		try(s.DB.AddEntrant(ctx, cup.ID, s.IdOf(t, name), organiser.ID, now))
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

// turn swaps the players of a new pairing, so that the other one starts.
func (s *Site) turn(t testing.TB, p db.Pairing) {
	t.Helper()
	for _, query := range []string{
		"UPDATE pairings SET first = $3, second = $2 WHERE id = $1",
		"UPDATE tournament_pairings SET first = $3, second = $2 WHERE pairing = $1",
		"UPDATE games SET host = CASE host WHEN $2 THEN $3 ELSE host END WHERE pairing = $1",
		`UPDATE seats SET person = CASE person WHEN $2 THEN $3 WHEN $3 THEN $2 END, reserved = CASE reserved WHEN $2 THEN $3 WHEN $3 THEN $2 END
			WHERE game IN (SELECT id FROM games WHERE pairing = $1)`,
	} {
		if _, err := s.Raw(t).Exec(query, p.ID, p.Players[0].ID, p.Players[1].ID); err != nil {
			t.Fatal(err)
		}
	}
}

// Organiser returns a browser in which an organiser is logged in.
func (s *Site) Organiser(t testing.TB, name string) *Client {
	t.Helper()
	c, _ := s.WithRole(t, name, db.Organiser)
	return c
}

// Sends posts a form of a page. Pairs replace the values of its fields.
func (c *Client) Sends(p WebPage, selector string, pairs ...string) WebPage {
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
		c.t.Fatalf("%s has no form %s", p.Path, selector)
	}
	var sent []string
	for name, value := range values {
		sent = append(sent, name, value)
	}
	return c.Post(action, sent...)
}

// UntidyCup creates a tournament of two games per pairing in which much has happened: draws, a
// pairing that both players lost by default and one that one player did, a player who has left, and
// in a Swiss a late entrant. Its third round is open.
func (s *Site) UntidyCup(t *testing.T, fields ...string) *cup {
	t.Helper()
	m := s.NewCup(t, 6, append(fields, "unit", "two", "late", "2")...)
	m.Begin(t)
	for round := 1; round <= 2; round++ {
		for i, b := range m.Full(t).RoundBoards(round) {
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
			if _, err := m.DB.DecidePairing(t.Context(), p.ID, m.IdOf(t, "Otto"), decision, m.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if round == 1 && slices.Contains(fields, "swiss") {
			m.Organiser.Post(m.Path+"/enter").WantStatus(t, http.StatusOK)
		}
		if round == 2 {
			m.Players[5].Post(m.Path+"/leave").WantStatus(t, http.StatusOK)
		}
		m.Publish(t)
	}
	return m
}

// A cup is a tournament with its organiser and its players.
type cup struct {
	*Site
	Organiser *Client
	Players   []*Client
	Path      string // path of the tournament's page
}

// NewCup creates a tournament that players have entered. By default it is a Swiss of Hexone over
// the board. Fields are pairs of the form.
func (s *Site) NewCup(t testing.TB, players int, fields ...string) *cup {
	t.Helper()
	m := &cup{Site: s}
	m.Organiser, m.Players = s.cupPeople(t, players)
	season := s.Season(t, m.Organiser)
	form := append([]string{"season", season, "game", "hexone", "seeding", "hand"}, fields...)
	if !slices.Contains(fields, "name") {
		form = append(form, "name", "Winter cup")
	}
	m.Path = m.Organiser.Post("/tournaments", form...).WantStatus(t, http.StatusOK).Path
	if !strings.HasPrefix(m.Path, "/tournaments/") {
		t.Fatalf("making a tournament leads to %s", m.Path)
	}
	for _, p := range m.Players {
		p.Post(m.Path+"/enter").WantStatus(t, http.StatusOK)
	}
	return m
}

// cupPeople returns the organiser and the players of cups. They are the same for all cups of a
// site.
func (s *Site) cupPeople(t testing.TB, players int) (organiser *Client, list []*Client) {
	t.Helper()
	for i, name := range append([]string{"Otto"}, CupNames[:players]...) {
		c, known := s.Cups[name]
		if !known {
			c, _ = s.NewAccount(t, name)
		}
		if s.Cups == nil {
			s.Cups = map[string]*Client{}
		}
		if s.Cups[name] = c; i > 0 {
			list = append(list, c)
		}
	}
	s.Promote(t, s.IdOf(t, "Otto"), db.Organiser)
	return s.Cups["Otto"], list
}

// CupNames are the names of the players of cups.
var CupNames = []string{"Alma", "Bea", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hugo", "Ida"}

func (m *cup) id() string { return strings.TrimPrefix(m.Path, "/tournaments/") }

func (m *cup) Full(t testing.TB) db.FullTournament {
	t.Helper()
	full, err := m.DB.FullTournament(t.Context(), m.id())
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// Begin begins the tournament and publishes its first round.
func (m *cup) Begin(t testing.TB) {
	t.Helper()
	m.Organiser.Post(m.Path+"/begin").WantStatus(t, http.StatusOK)
	m.Publish(t)
}

// Publish publishes the proposed round.
func (m *cup) Publish(t testing.TB) WebPage {
	t.Helper()
	p := m.Organiser.Get(m.Path+"/pair").WantStatus(t, http.StatusOK)
	return m.Organiser.Post(m.Path+"/pair", "mark", p.Attribute("form[method=post] input[name=mark]", "value")).WantStatus(t, http.StatusOK)
}

// Settle decides all open boards: the player with the lower number wins all games with 40 points,
// or the player named in winners.
func (m *cup) Settle(t testing.TB, winners ...string) {
	t.Helper()
	full := m.Full(t)
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
		m.Decide(t, b, player)
	}
}

// Decide decides that a player of a board, 0 or 1, wins all games with 40 points.
func (m *cup) Decide(t testing.TB, b db.Board, player int) {
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
	if _, err := m.DB.DecidePairing(t.Context(), p.ID, m.IdOf(t, "Otto"), decision, m.Now()); err != nil {
		t.Fatal(err)
	}
}

// someTournament creates a Swiss of Hexone over the board in a state, and returns its id: in entry,
// running in its first round, with that round complete, or over.
func (s *Site) someTournament(t testing.TB, state, season, organiser string, people ...string) string {
	t.Helper()
	ctx, now := t.Context(), s.Now()
	made, err := s.DB.CreateTournament(ctx, db.NewTournament{Season: season, Name: "Spring cup", TournamentSettings: db.TournamentSettings{
		Kind: db.Swiss, Key: "hexone", Unit: pairing.OneGame, Seeding: db.SeedByHand, Rounds: 3, Late: 2,
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

// mark returns the mark of the proposed round.
func (s *Site) mark(t testing.TB, tournament string) string {
	t.Helper()
	p, err := s.DB.ProposeRound(t.Context(), tournament, db.ProposalChange{})
	if err != nil {
		t.Fatal(err)
	}
	return p.Mark
}

// runningTournament returns the id of the running tournament. It creates one in the season if there
// is none.
func (s *Site) runningTournament(t testing.TB, season string) (id string) {
	t.Helper()
	if s.Raw(t).QueryRow("SELECT id FROM tournaments WHERE name = 'Spring cup'").Scan(&id) == nil {
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
	s.Promote(t, people[0], db.Organiser)
	return s.someTournament(t, "running", season, people[0], people[1:]...)
}
