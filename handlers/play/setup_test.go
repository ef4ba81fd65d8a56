package play_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/page"
)

// A refused form keeps all other values.
func TestCreateGameBadForm(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	const (
		unknown = "One answer wasn’t valid and was reset"
		few     = "This seat needs more players"
		noBots  = "No other seat has a bot"
	)
	for _, tt := range []struct {
		name string
		bad  []string // sent instead of the valid values
		want string
		kept []string // changed values of the form; the others stay
	}{
		{"unknown opponent", []string{"opponent", "robot"}, unknown, []string{"opponent", "bot"}},
		{"capitals", []string{"opponent", "Invite"}, unknown, []string{"opponent", "bot"}},
		{"unknown starter", []string{"starter", "nobody", "option.seats", "2"}, unknown, []string{"starter", "random", "option.seats", "2"}},
		{"unknown clock", []string{"clock", "4+4"}, unknown, []string{"clock", "none"}},
		{"a clock in words", []string{"clock", "5 minutes"}, unknown, []string{"clock", "none"}},
		{"no minutes", []string{"clock", "live", "increment", "5"}, "Choose 1 to 180 minutes", []string{"clock", "live", "increment", "5"}},
		{
			"an increment in words",
			[]string{"clock", "live", "minutes", "5", "increment", "two"},
			"Choose 1 to 180 minutes",
			[]string{"clock", "live", "minutes", "5", "increment", "two"},
		},
		{
			"a minute too many",
			[]string{"clock", "live", "minutes", "181", "increment", "0"},
			"Choose 1 to 180 minutes",
			[]string{"clock", "live", "minutes", "181", "increment", "0"},
		},
		{"no day", []string{"clock", "days", "days", "0"}, "Choose 1 to 30 days per turn", []string{"clock", "days", "days", "0"}},
		{"days in words", []string{"clock", "days", "days", "two"}, "Choose 1 to 30 days per turn", []string{"clock", "days", "days", "two"}},
		{"unknown counting", []string{"counts", "maybe"}, unknown, []string{"counts", "no"}},
		{"unknown match", []string{"match", "three"}, unknown, nil},
		{"nobody named", []string{"opponent", "named"}, "Enter a name", []string{"opponent", "named"}},
		{
			"nobody of that name",
			[]string{"opponent", "named", "player", "Nobody"},
			"No account has that name",
			[]string{"opponent", "named", "player", "Nobody"},
		},
		{"rated, a guest", []string{"counts", "yes"}, "Rated games need an account", []string{"counts", "no"}},
		{"rated without a clock", []string{"counts", "yes", "clock", "none"}, "A rated game needs a clock", []string{"counts", "no", "clock", "none"}},
		{
			"a clock on one device",
			[]string{"opponent", "device", "seat", "", "clock", "3d"},
			"A game on one device has no clock",
			[]string{"opponent", "device", "seat", "random"},
		},
		{"unknown exploring", []string{"explore", "perhaps"}, unknown, []string{"explore", "yes"}},
		{"unknown value", []string{"option.sky", "cloudy"}, unknown, []string{"option.sky", "basic"}},
		{"too many players", []string{"option.seats", "7"}, unknown, []string{"option.seats", "2"}},
		{"unknown option", []string{"option.tiles", "39"}, unknown, nil},
		{"no option's name", []string{"option.", "yes"}, unknown, nil},
		{"unknown seat", []string{"seat", "first"}, unknown, []string{"seat", "random"}},
		{"no seat", []string{"seat", "0"}, unknown, []string{"seat", "random"}},
		{"no such level", []string{"opponent", "bot", "level", "7"}, unknown, []string{"opponent", "bot"}},
		{"no such level in a seat", []string{"bots", "yes", "bot-1", "0"}, unknown, []string{"bots", "yes"}},
		{"unknown bots", []string{"bots", "some"}, unknown, []string{"bots", "no"}},
		{"bots in no seat", []string{"bots", "yes"}, noBots, []string{"bots", "yes"}},
		{"a bot in the host's seat", []string{"bots", "yes", "bot-3", "6"}, noBots, []string{"bots", "yes"}},
		{"a bot in a seat that is not there", []string{"bots", "yes", "bot-5", "1", "bot-4", ""}, noBots, []string{"bots", "yes"}},
		{"rated, with bots", []string{"opponent", "bot", "counts", "yes"}, "Games with bots can’t be rated", []string{"opponent", "bot"}},
		{"a seat beyond the players", []string{"seat", "5"}, few, []string{"seat", "5"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sent := map[string]string{
				"game": "hexellation", "opponent": "invite", "starter": "other", "seat": "3", "explore": "no",
				"option.sky": "advanced", "option.seats": "4", "option.declare": "yes", "option.planet": "yes",
				"clock": "3d", "counts": "no", "bots": "no",
			}
			want := maps.Clone(sent)
			for i := 0; i < len(tt.bad); i += 2 {
				sent[tt.bad[i]] = tt.bad[i+1]
			}
			for i := 0; i < len(tt.kept); i += 2 {
				want[tt.kept[i]] = tt.kept[i+1]
			}
			delete(want, "match") // of a game without matches
			fields := []string{"player", "minutes", "increment", "days"}
			if want["opponent"] == "bot" { // the form for bots asks for the level, and not for a rating or days
				delete(want, "counts")
				want["level"], want["clock"], fields = "1", "none", []string{"minutes", "increment"}
			}
			for _, field := range fields {
				if want[field] == "" {
					want[field] = ""
				}
			}
			var pairs []string
			for name, value := range sent {
				pairs = append(pairs, name, value)
			}
			c := s.Client(t)
			p := c.Post("/games", pairs...)
			if p.Status != http.StatusUnprocessableEntity && p.Status != http.StatusForbidden {
				t.Errorf("it answers %d", p.Status)
			}
			p.WantText(t, "form.card [role=alert]", tt.want)
			if got := p.Chosen(); !maps.Equal(got, want) {
				t.Errorf("the form has %v, want %v", got, want)
			}
			c.With("Accept-Language", "fr").Post("/games", pairs...).WantCount(t, "html[lang=fr] [role=alert]", 1)
		})
	}
	s.WantStored(t, "")
}

func TestSetupPage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	for _, game := range games.All() {
		info := game.Info()
		t.Run(info.Key, func(t *testing.T) {
			p := c.Get("/games/new?game="+info.Key).WantStatus(t, http.StatusOK)
			want := map[string]string{
				"game": info.Key, "opponent": "bot", "level": "1", "starter": "random", "explore": "yes", "clock": "none", "minutes": "", "increment": "",
			}
			if info.Matches {
				want["match"] = "one"
			}
			for _, option := range info.Options {
				want[page.OptionName(option.Key)] = option.Values[0]
				if option.Key == rules.SeatsOption {
					want["seat"], want["bots"] = "random", "no"
				}
			}
			got := p.Chosen()
			if !maps.Equal(got, want) {
				t.Errorf("the form has %v, want %v", got, want)
			}
			p.WantCount(t, "fieldset", len(want)-4).WantCount(t, "fieldset > legend", len(want)-4).WantCount(t, "details.more:not([open])", 1)
			p.WantText(t, ".segments [aria-current]", "Bot").WantText(t, ".pills [aria-current]", p.Text("h1")[len("New game: "):])
			friend := c.Follow(p, ".segments a[href*='opponent=invite']").Chosen()
			if friend["opponent"] != "invite" || friend["clock"] != "none" || friend["counts"] != "no" || friend["player"] != "" {
				t.Errorf("the form for a friend has %v", friend)
			}
			anybody := c.Follow(p, ".segments a[href*='opponent=lobby']").Chosen()
			if anybody["opponent"] != "lobby" || anybody["clock"] != "3d" || anybody["counts"] != "no" {
				t.Errorf("the form for anybody has %v", anybody)
			}
			// The default values of the form make a game.
			var pairs []string
			for name, value := range got {
				pairs = append(pairs, name, value)
			}
			c.Post(p.Attribute("form.card", "action"), pairs...).WantStatus(t, http.StatusOK).WantText(t, ".players", "Pip · bot 1")
		})
	}
	c.Get("/games/new?game=chess").WantStatus(t, http.StatusNotFound)
	t.Run("with choices in the address", func(t *testing.T) {
		got := c.Get("/games/new?game=hexit&option.tiles=19&explore=no&opponent=invite&clock=live&minutes=7").WantStatus(t, http.StatusOK).Chosen()
		want := map[string]string{
			"game": "hexit", "opponent": "invite", "starter": "random", "explore": "no", "option.tiles": "19", "counts": "no",
			"clock": "live", "minutes": "7", "increment": "", "days": "", "player": "",
		}
		if !maps.Equal(got, want) {
			t.Errorf("the form has %v, want %v", got, want)
		}
	})
	t.Run("with a player in the address", func(t *testing.T) {
		for _, address := range []string{"opponent=Anna+K", "opponent=named&player=Anna+K"} {
			got := c.Get("/games/new?game=hexit&"+address).WantStatus(t, http.StatusOK).Chosen()
			if got["opponent"] != "named" || got["player"] != "Anna K" {
				t.Errorf("%s: the form has %v", address, got)
			}
			p := c.Get("/games/new?"+address).WantStatus(t, http.StatusOK).WantText(t, "h1", "Challenge Anna K: choose a game")
			p.WantCount(t, "main a.button", len(games.All()))
			got = c.Get(p.Attribute(`main a[href*="game=hexit"]`, "href")).WantStatus(t, http.StatusOK).Chosen()
			if got["opponent"] != "named" || got["player"] != "Anna K" || got["game"] != "hexit" {
				t.Errorf("%s: a game further the form has %v", address, got)
			}
		}
	})
}

// A problem is linked to its field.
func TestSetupTellsWhichField(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna := s.Client(t)
	anna.SignUp("Anna")
	for name, tt := range map[string]struct {
		form   []string
		fields string
		want   string
	}{
		"unknown player": {[]string{"opponent", "named", "player", "Nobody"}, "player", "No account has that name"},
		"oneself":        {[]string{"opponent", "named", "player", " ANNA "}, "player", "You can’t challenge yourself"},
		"minutes":        {[]string{"opponent", "lobby", "clock", "live", "minutes", "0", "increment", "0"}, "minutes increment", "Choose 1 to 180 minutes"},
		"days":           {[]string{"opponent", "lobby", "clock", "days", "days", "31"}, "days", "Choose 1 to 30 days"},
		"bots":           {[]string{"game", "six", "option.seats", "4", "bots", "yes"}, "bot-1 bot-2 bot-3 bot-4", "No other seat has a bot"},
		"no field":       {[]string{"counts", "yes"}, "", "A rated game needs a clock"},
		"several":        {[]string{"opponent", "named", "player", "Nobody", "clock", "live"}, "player minutes increment", "Choose 1 to 180 minutes"},
	} {
		t.Run(name, func(t *testing.T) {
			p := anna.Post("/games", append(tt.form, "game", "tartan", "explore", "no")...).WantStatus(t, http.StatusUnprocessableEntity)
			p.WantText(t, "#problem[role=alert]", tt.want).WantCount(t, ".fields:has([aria-invalid]) .notice", p.Find(".fields:has([aria-invalid])").Length())
			fields := p.Find("[aria-invalid=true]").Map(func(_ int, f *goquery.Selection) string {
				notice := f.Closest(".fields").Find(".notice") // at the field, and about nothing else
				if id := notice.AttrOr("id", ""); id == "" || id != f.AttrOr("aria-describedby", "") {
					t.Errorf("%s is described by %q, its message is %q", f.AttrOr("name", ""), f.AttrOr("aria-describedby", ""), id)
				}
				return f.AttrOr("name", "")
			})
			if got := strings.Join(fields, " "); got != tt.fields {
				t.Errorf("wrong are %q, want %q", got, tt.fields)
			}
		})
	}
	if n := s.Count(t, "games"); n != 0 {
		t.Errorf("bad forms left %d games", n)
	}
}
