package sitetest

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
)

// A Place is a route with an existing address.
type Place struct {
	Method, Route, Address string
}

func (p Place) Stream() bool { return strings.HasSuffix(p.Route, "/events") }

// Places lists the routes of the router, each with an existing address. Game and invitation are
// paths. An unknown parameter of a route fails the test.
func (s *Site) Places(t testing.TB, game, invitation string) []Place {
	t.Helper()
	values := map[string]string{
		":game": "hexone", ":id": strings.TrimPrefix(game, "/games/"), ":turn": "7", ":step": "1",
		":lesson": "aim", ":rule": "1",
		":invite": strings.TrimPrefix(invitation, "/join/"), ":name": "Nora", "*": "",
		":secret": path.Base(s.mail.Confirm), ":stop": path.Base(path.Dir(s.mail.Stop)), ":kind": path.Base(s.mail.Stop),
	}
	if name := ""; s.Raw(t).QueryRow("SELECT name FROM people WHERE name IS NOT NULL ORDER BY created").Scan(&name) == nil {
		values[":name"] = url.PathEscape(name)
	} else {
		s.NewAccount(t, "Nora")
	}
	values[":pairing"] = s.somePairing(t)
	values[":member"], values[":number"] = values[":name"], "1"
	values[":link"], values[":invitation"], values[":season"] = s.ClubPlaces(t)
	values[":reset"], values[":offer"] = values[":link"], values[":link"]
	values[":tournament"], values[":round"] = s.runningTournament(t, values[":season"]), "1"
	values[":ladder"], values[":challenge"] = s.ladderPlaces(t)
	style := strings.TrimPrefix(s.Client(t).Get("/").Attribute("link[rel=stylesheet]", "href"), "/static/")
	var places []Place
	for _, route := range s.Router.Routes() {
		if route.Method == echo.RouteNotFound {
			continue
		}
		parts := strings.Split(route.Path, "/")
		for i, part := range parts {
			if !strings.HasPrefix(part, ":") && part != "*" {
				continue
			}
			value, ok := values[part]
			if !ok {
				t.Fatalf("%s: say here what %s may be", route.Path, part)
			}
			if part == "*" {
				value = style
			}
			parts[i] = value
		}
		places = append(places, Place{route.Method, route.Path, strings.Join(parts, "/")})
	}
	slices.SortFunc(places, func(a, b Place) int {
		return strings.Compare(a.Address+a.Method, b.Address+b.Method)
	})
	if len(places) < 20 {
		t.Fatalf("the router has %d routes only", len(places))
	}
	return places
}

// somePairing returns the id of a pairing. It creates one if there is none.
func (s *Site) somePairing(t testing.TB) (id string) {
	t.Helper()
	if s.Raw(t).QueryRow("SELECT id FROM pairings").Scan(&id) == nil {
		return id
	}
	s.NewAccount(t, "Paul")
	s.NewAccount(t, "Pia")
	return s.Paired(t, db.NewPairing{Key: "six"}, "Paul", "Pia").ID
}

// ClubPlaces creates an invitation, a link to reset a password, a link for the first admin, and a
// season, unless they exist. It returns the secret of all links, and the ids of the invitation and
// the season.
func (s *Site) ClubPlaces(t testing.TB) (link, invitation, season string) {
	t.Helper()
	link, invitation, season = "linklinklinklinklinklinkli", "invitation", "season"
	for _, query := range []string{
		`INSERT INTO invitations (id, hash, maker, note, made, expires, uses, used)
			SELECT '` + invitation + `', '` + HashOf(link) + `', min(id), '', 0, 4000000000000, 9, 0 FROM people WHERE name IS NOT NULL ON CONFLICT DO NOTHING`,
		`INSERT INTO resets (hash, person, expires) SELECT '` + HashOf(link) + `', min(id), 4000000000000 FROM people WHERE name IS NOT NULL ON CONFLICT DO NOTHING`,
		`INSERT INTO first_admin (hash, expires) VALUES ('` + HashOf(link) + `', 4000000000000) ON CONFLICT DO NOTHING`,
		`INSERT INTO seasons (id, name, folded, status, made) VALUES ('` + season + `', 'Autumn', 'autumn', 'open', 0) ON CONFLICT DO NOTHING`,
	} {
		if _, err := s.Raw(t).Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	return link, invitation, season
}

// ladderPlaces returns the ids of a ladder and of a challenge on it. It creates them if there are
// none.
func (s *Site) ladderPlaces(t testing.TB) (ladder, challenge string) {
	t.Helper()
	if s.Raw(t).QueryRow("SELECT ladder, id FROM challenges").Scan(&ladder, &challenge) == nil {
		return ladder, challenge
	}
	c := s.NewLadder(t, nil, "Pedro", "Petra")
	return c.Ladder.ID, c.Challenges("Petra", "Pedro").ID
}

// Gets returns the places that are read by GET, without streams.
func Gets(places []Place) (list []Place) {
	for _, p := range places {
		if p.Method == http.MethodGet && !p.Stream() {
			list = append(list, p)
		}
	}
	return list
}

// Settled returns a site with mail, a running game, and the invitation to a game with an open seat.
func Settled(t testing.TB) (s *Site, player *Client, game, invitation string) {
	t.Helper()
	s, post := SiteWithMail(t, web.Config{})
	player = s.Client(t)
	player.SignUp("Anna")
	s.mail = s.WritesTo(t, player, "Anna", post)
	game, _ = Replayed(player)
	_, _, season := s.ClubPlaces(t)
	s.runningTournament(t, season)
	s.ladderPlaces(t)
	return s, player, game, player.Invitation(player.NewGame("invite", "me"))
}
