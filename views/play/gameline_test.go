package play

import (
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/six"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// seated returns the seats of a listed game.
func seated(names ...string) []ListedSeat {
	seats := make([]ListedSeat, len(names))
	for i, name := range names {
		seats[i].Name = name
	}
	return seats
}

// written returns a line as text.
func written(t *i18n.Catalog, l GameLine) (who string) {
	who = l.words(t)
	for _, more := range []string{l.Free, l.Partners} {
		if more != "" {
			who += " + " + more
		}
	}
	return who
}

func TestGameLine(t *testing.T) {
	july := time.Date(2026, 7, 1, 23, 59, 0, 0, time.UTC)
	left := 3*time.Hour + 59*time.Minute
	for _, test := range []struct {
		name, key            string
		game                 ListedGame
		who, standing, about string
	}{
		{
			"the other to play", "hexone",
			ListedGame{Seats: seated("Ann", "Ben"), Own: 1, ToAct: 2, Turn: 4, Begun: july},
			"Ben", "Ben to play", "turn 4",
		},
		{
			"my turn on a clock", "hexone",
			ListedGame{Seats: seated("Ann", "Ben"), Own: 2, ToAct: 2, Turn: 2, Yours: true, Rated: true, Begun: july, Control: record.Control{Base: 300_000, Increment: 3000}, Left: &left},
			"Ann", "your turn", "5+3\u00a0· rated\u00a0· turn 2",
		},
		{
			"alone", "hexone",
			ListedGame{Seats: seated("Blue", "Red"), Own: 1, Alone: true, ToAct: 2, Turn: 2, Yours: true, Begun: july},
			"on one device", "Red to play", "turn 2",
		},
		{
			"one of two", "hexone",
			ListedGame{Seats: seated("Ann", ""), Own: 1, Turn: 1, Waiting: true, Begun: july},
			" + 1 free seat", "waiting for an opponent", "since 1 July 2026",
		},
		{
			"two of six", "hexellation",
			ListedGame{Seats: seated("", "Ann", "", "Ben", "", ""), Own: 2, Turn: 1, Waiting: true, Begun: july},
			"Ben + 4 free seats", "waiting for more players", "since 1 July 2026",
		},
		{
			"teams", "six",
			ListedGame{Seats: seated("Ann", "Ben", "Cem", "Dan"), Own: 3, ToAct: 1, Turn: 9, Begun: july},
			"Ben, Dan + with Ann", "Ann to play", "turn 9",
		},
		{
			"won", "hexone",
			ListedGame{Seats: seated("Ann", "Ben"), Own: 2, Turn: 30, Ended: july, Result: "win 2 points 0 36", Reason: rules.Resignation},
			"Ann", "Won by resignation, 36 to 0", "",
		},
		{
			"lost by half a point", "hexit",
			ListedGame{Seats: seated("Ann", "Ben"), Own: 2, Turn: 1, Ended: july, Result: "win 1 points 17.5 3", Reason: "tiles"},
			"Ann", "Lost after the last tile, 3 to 17.5", "",
		},
		{
			"lost on time", "hexellation",
			ListedGame{Seats: seated("Ann", "Ben", "Cem"), Own: 1, Turn: 8, Ended: july, Result: "win 2", Reason: rules.Timeout},
			"Ben, Cem", "Lost on time", "",
		},
		{
			"drawn", "tartan",
			ListedGame{Seats: seated("Ann", "Ben"), Own: 1, Turn: 8, Ended: july, Result: "draw", Reason: rules.Agreement},
			"Ben", "Drawn by agreement", "",
		},
		{
			"a draw of others", "hexellation",
			ListedGame{Seats: seated("Ann", "Ben", "Cem"), Own: 2, Turn: 8, Ended: july, Result: "draw 1 3", Reason: "full"},
			"Ann, Cem", "Lost with a full sky", "",
		},
		{
			"alone and over", "hexone",
			ListedGame{Seats: seated("Blue", "Red"), Own: 1, Alone: true, Turn: 12, Ended: july, Result: "win 2 points 0 14", Reason: "elimination"},
			"on one device", "Red won by elimination, 14 to 0", "",
		},
		{
			"alone and drawn", "hexone",
			ListedGame{Seats: seated("Blue", "Red"), Own: 1, Alone: true, Turn: 12, Ended: july, Result: "draw", Reason: rules.Repetition},
			"on one device", "Drawn by repetition", "",
		},
		{
			"a result that cannot be", "hexone",
			ListedGame{Seats: seated("Ann", "Ben"), Own: 1, Turn: 12, Ended: july, Result: "junk"},
			"Ben", "The game is over.", "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			game, err := games.Find(test.key)
			if err != nil {
				t.Fatal(err)
			}
			test.game.ID, test.game.Info = "x1", game.Info()
			text := viewstest.Catalog(t, "en")
			line := NewGameLine(page.Calendar{T: text}, test.game)
			if written(text, line) != test.who || line.Standing != test.standing || line.About.String() != test.about {
				t.Errorf("%q, %q, %q; want %q, %q, %q", written(text, line), line.Standing, line.About, test.who, test.standing, test.about)
			}
			over := test.game.Result != ""
			if line.Href != "/games/x1" || line.Mine != test.game.Yours || (line.Ended.Text == "1 July 2026") != over {
				t.Errorf("%+v", line)
			}
			if want := test.name == "my turn on a clock"; (line.Left == "3\u00a0h\u00a059\u00a0min left") != want {
				t.Errorf("time left %q", line.Left)
			}
			if (line.Outcome != "") != (over && !test.game.Alone && test.game.Result != "junk") {
				t.Errorf("outcome %q", line.Outcome)
			}
		})
	}
}

func TestRoughlyLeft(t *testing.T) {
	for left, want := range map[time.Duration][2]string{
		0:                    {"less than a minute left", "il reste moins d’une minute"},
		59 * time.Second:     {"less than a minute left", "il reste moins d’une minute"},
		time.Minute:          {"1 minute left", "il reste 1 minute"},
		59 * time.Minute:     {"59 minutes left", "il reste 59 minutes"},
		time.Hour:            {"1\u00a0h\u00a00\u00a0min left", "il reste 1\u00a0h\u00a00\u00a0min"},
		24*time.Hour - 1:     {"23\u00a0h\u00a059\u00a0min left", "il reste 23\u00a0h\u00a059\u00a0min"},
		24 * time.Hour:       {"1\u00a0d left", "il reste 1\u00a0j"},
		72*time.Hour - 1:     {"2\u00a0d\u00a023\u00a0h left", "il reste 2\u00a0j\u00a023\u00a0h"},
		365 * 24 * time.Hour: {"365\u00a0d left", "il reste 365\u00a0j"},
	} {
		for i, tag := range []string{"en", "fr"} {
			if got := roughlyLeft(viewstest.Catalog(t, tag), left); got != want[i] {
				t.Errorf("%v: %q, want %q", left, got, want[i])
			}
		}
	}
}

// No language allows a line break within a time.
func TestTimesAreUnbroken(t *testing.T) {
	for _, tag := range i18n.Tags {
		text := viewstest.Catalog(t, tag)
		for _, words := range []string{
			page.TimeWords(text, 70*time.Hour), page.HoursWords(text, 70), page.ControlShort(text, record.Control{PerTurn: 3 * 86_400_000}),
		} {
			if strings.Contains(words, " ") {
				t.Errorf("%s: a line may break in %q", tag, words)
			}
		}
	}
}

// The rating change is that of the list's player.
func TestGameLineRatings(t *testing.T) {
	game, err := games.Find("tartan")
	if err != nil {
		t.Fatal(err)
	}
	up, down := 8, -8
	g := ListedGame{
		ID: "x1", Info: game.Info(), Own: 2, Result: "win 1", Reason: "hat", Seats: []ListedSeat{
			{Name: "Ann", Avatar: "a1", Change: &up}, {Name: "Ben", Avatar: "b1", Change: &down},
		},
	}
	line := NewGameLine(page.Calendar{T: viewstest.Catalog(t, "fr")}, g)
	if line.Change != "−8" || line.Outcome != "lost" || line.Standing != "Perdue par un chapeau sur une pile de quatre" {
		t.Errorf("%+v", line)
	}
	if len(line.Others) != 1 || line.Others[0] != (LinePlayer{Name: "Ann", Avatar: "a1"}) {
		t.Errorf("against %+v", line.Others)
	}
}

func TestVersus(t *testing.T) {
	for _, test := range []struct {
		key   string
		names []string
		want  string
	}{
		{"hexone", []string{"Ann", "Ben"}, "Ann against Ben"},
		{"hexellation", []string{"Ann", "Ben", "Cem"}, "Ann, Ben, Cem"},
		{"six", []string{"Ann", "Ben", "Cem", "Dan"}, "Ann, Cem against Ben, Dan"},
		{"six", []string{"Black", "Red", "Black", "Red"}, "Black against Red"},
	} {
		game, err := games.Find(test.key)
		if err != nil {
			t.Fatal(err)
		}
		if got := page.Versus(viewstest.Catalog(t, "en"), game.Info(), test.names); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestResultLine(t *testing.T) {
	for _, test := range []struct {
		key    string
		names  []string
		result string
		want   string
	}{
		{"six", []string{"Ann", "Ben", "Cem", "Dan"}, "win 2 4", "Ben (Red), Dan (Red) won"},
		{"six", []string{"Black", "Red", "Black", "Red"}, "win 1 3", "Black won"},
		{"tartan", []string{"Ann", "Ben"}, "draw", "drawn"},
		{"tartan", []string{"Ann", "Ben"}, "void", "The game was cancelled."},
		{"tartan", []string{"Ann", "Ben"}, "junk", "The game is over."},
	} {
		game, err := games.Find(test.key)
		if err != nil {
			t.Fatal(err)
		}
		if got := resultLine(viewstest.Catalog(t, "en"), game.Info(), test.names, test.result); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// Sentences about several winners are in the plural.
func TestSeveralWinners(t *testing.T) {
	names := []string{"Ann", "Ben", "Cem", "Dan"}
	result := rules.Result{Places: [rules.MaxSeats]int8{1, 2, 1, 2}, Reason: rules.Timeout}
	for tag, want := range map[string][2]string{
		"en": {"Ann (Black), Cem (Black) won", "Ann (Black), Cem (Black) win: the other team ran out of time."},
		"fr": {"Ann (Noir), Cem (Noir) ont gagné", "Ann (Noir), Cem (Noir) gagnent\u202f: l’autre équipe a épuisé son temps."},
	} {
		texts, info := viewstest.Catalog(t, tag), six.Game{}.Info()
		if got := [2]string{resultLine(texts, info, names, "win 1 3"), page.ResultWords(texts, info, names, result)}; got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
	alone := []string{"Ann", "Ben", "Ann", "Ben"}
	if got := resultLine(viewstest.Catalog(t, "fr"), six.Game{}.Info(), alone, "win 1 3"); got != "Ann (Noir) a gagné" {
		t.Errorf("who plays all of a team: %q", got)
	}
}
