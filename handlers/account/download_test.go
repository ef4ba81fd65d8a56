package account_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
)

func TestDownload(t *testing.T) {
	t.Parallel()
	clock := sitetest.NewClock()
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Now: clock.Now}))
	anna, annaIs := s.NewAccount(t, "Anna")
	_, ben := s.NewAccount(t, "Ben")
	rated := s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID, Control: sitetest.FiveMinutes, Terms: db.Terms{Rated: true}}, ben), ben)
	clock.Advance(time.Second)
	running := s.Made(t, db.NewGame{Key: "tartan", Host: ben.ID}, annaIs)
	if _, err := s.DB.PlayTurn(t.Context(), running.ID, ben.ID, 0, "c4", s.Now()); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Second)
	played := s.Paired(t, db.NewPairing{}, "Anna", "Ben")
	decision := db.Decision{Games: []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{82, 0}}}, Why: "seen", Revision: played.Revision}
	if _, err := s.DB.DecidePairing(t.Context(), played.ID, s.IdOf(t, "Pairer"), decision, s.Now()); err != nil {
		t.Fatal(err)
	}
	waiting := s.Made(t, db.NewGame{Key: "six", Host: annaIs.ID, Setup: rules.Setup{Options: map[string]string{"seats": "4"}}})
	s.Made(t, db.NewGame{Host: ben.ID, BothSeats: true})

	t.Run("as JSON", func(t *testing.T) {
		p := anna.Get("/settings/games.json").WantStatus(t, http.StatusOK)
		if got := p.Header.Get("Content-Disposition"); got != `attachment; filename="hexclub-games.json"` {
			t.Errorf("it is %q", got)
		}
		var file struct {
			Player string
			Games  []struct {
				ID, Begun, Changed, Status string
				Rated                      bool
				Seats                      []rules.Seat
				Ratings                    []struct{ Seat, Before, After int }
				record.Sheet
			}
			Board []struct {
				ID, Game, Unit, Ended, Opponent, Outcome, In string
				Score, Points                                []float64
				Round                                        int
			} `json:"over_the_board"`
		}
		if err := json.Unmarshal([]byte(p.Body), &file); err != nil {
			t.Fatal(err)
		}
		if file.Player != "Anna" || len(file.Games) != 3 {
			t.Fatalf("%+v", file)
		}
		first, second, third := file.Games[0], file.Games[1], file.Games[2]
		if first.ID != rated.ID || !first.Rated || first.Result != "win 1 points 49 0" || len(first.Ratings) != 2 || first.Ratings[1].After != 1338 ||
			first.Control != "5+3" || !slices.Equal(first.Players, []string{"Anna", "Ben"}) || first.Status != "over" || first.Begun == "" {
			t.Errorf("%+v", first)
		}
		if second.ID != running.ID || second.Result != "*" || !slices.Equal(second.Events, []string{"c4"}) || !slices.Equal(second.Seats, []rules.Seat{2}) || second.Ratings != nil {
			t.Errorf("%+v", second)
		}
		if third.ID != waiting.ID || third.Status != "waiting" || third.Options["seats"] != "4" || strings.Contains(p.Body, waiting.Invite) {
			t.Errorf("%+v", third)
		}
		if len(file.Board) != 1 {
			t.Fatalf("over the board: %+v", file.Board)
		}
		if b := file.Board[0]; b.ID != played.ID || b.Game != "hexone" || b.Unit != "game" || b.Ended == "" || b.Opponent != "Ben" || b.Outcome != "won" ||
			!slices.Equal(b.Score, []float64{1, 0}) || !slices.Equal(b.Points, []float64{41, 0}) || b.In != "Cup" || b.Round != 1 {
			t.Errorf("over the board: %+v", b)
		}
		for _, game := range file.Games { // all that is needed to replay
			rulesOf, err := games.Find(game.Game)
			if err != nil {
				t.Fatal(err)
			}
			control, err := record.ParseControl(game.Control)
			if err != nil {
				t.Fatal(err)
			}
			setup := rules.Setup{Version: game.Rules, Options: game.Options, Position: game.Position}
			if _, err := record.ReplayTimed(rulesOf, setup, control, game.Events); err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("as text", func(t *testing.T) {
		p := anna.Get("/settings/games.txt").WantStatus(t, http.StatusOK)
		parts := strings.Split(strings.TrimSuffix(p.Body, "\n\n"), "\n\n")
		if board := "pairing " + played.ID + "\nended "; len(parts) != 4 || !strings.HasPrefix(parts[3], board) ||
			!strings.HasSuffix(parts[3], "\ngame hexone\nunit game\nopponent Ben\noutcome won\nscore 1 0\npoints 41 0\nin Cup\nround 1") {
			t.Fatalf("%q", parts)
		}
		if !strings.HasPrefix(parts[0], "id "+rated.ID+"\nbegun 20") || !strings.Contains(parts[0], "\nrated\ngame hexone\n") ||
			!strings.Contains(parts[0], "\nseat 2 Ben\n") || !strings.HasSuffix(parts[0], "reason resignation\nrating 1 1500 1662\nrating 2 1500 1338") {
			t.Errorf("%q", parts)
		}
	})
	t.Run("a guest's", func(t *testing.T) {
		guest := s.Client(t)
		game := guest.DeviceGame("c2")
		p := guest.Get("/settings/games.txt").WantStatus(t, http.StatusOK)
		if !strings.HasPrefix(p.Body, "id "+strings.TrimPrefix(game, "/games/")+"\n") {
			t.Errorf("%q", p.Body)
		}
	})
	t.Run("nobody's", func(t *testing.T) {
		stranger := s.Client(t)
		stranger.Get("/settings/games.json").WantStatus(t, http.StatusForbidden)
		stranger.Get("/settings/games.txt").WantStatus(t, http.StatusForbidden)
	})
	t.Run("nothing", func(t *testing.T) {
		cem, _ := s.NewAccount(t, "Cem")
		var file struct {
			Games []any
			Board []any `json:"over_the_board"`
		}
		if err := json.Unmarshal([]byte(cem.Get("/settings/games.json").Body), &file); err != nil || len(file.Games) != 0 || file.Board == nil || len(file.Board) != 0 {
			t.Errorf("%+v, %v", file, err)
		}
	})
	t.Run("with games that cannot be replayed", func(t *testing.T) {
		for id, junk := range map[string]string{rated.ID: "rules = 99", running.ID: "options = 'junk'"} {
			if _, err := s.Raw(t).Exec("UPDATE games SET revision = revision + 1, "+junk+" WHERE id = $1", id); err != nil {
				t.Fatal(err)
			}
		}
		var file struct {
			Games []struct {
				ID, Status string
				Broken     bool
				Ratings    []any
				record.Sheet
			}
		}
		if err := json.Unmarshal([]byte(anna.Get("/settings/games.json").WantStatus(t, http.StatusOK).Body), &file); err != nil || len(file.Games) != 3 {
			t.Fatalf("%+v, %v", file, err)
		}
		first, second := file.Games[0], file.Games[1]
		if first.ID != rated.ID || !first.Broken || first.Rules != 99 || first.Result != "win 1 points 49 0" || first.Reason != "resignation" ||
			len(first.Ratings) != 2 || len(first.Events) != 1 || !slices.Equal(first.Players, []string{"Anna", "Ben"}) {
			t.Errorf("%+v", first)
		}
		if second.ID != running.ID || !second.Broken || second.Result != "*" || second.Status != "running" || !slices.Equal(second.Events, []string{"c4"}) {
			t.Errorf("%+v", second)
		}
		if file.Games[2].Broken {
			t.Errorf("%+v", file.Games[2])
		}
		text := anna.Get("/settings/games.txt").WantStatus(t, http.StatusOK).Body
		if strings.Count(text, "\nbroken\n") != 2 || !strings.Contains(text, "\nbroken\nevents c4\ngame tartan\n") || !strings.Contains(text, "reason resignation\nrating 1 1500 1662\n") {
			t.Errorf("%q", text)
		}
	})
	t.Run("a file that cannot be finished does not end as one that is", func(t *testing.T) {
		log := &sitetest.LogBuffer{}
		s.Log = slog.New(slog.NewTextHandler(log, nil))
		answered := log.Await("route=/settings/games.json")
		if _, err := s.Raw(t).Exec("ALTER TABLE rating_changes RENAME TO nowhere"); err != nil {
			t.Fatal(err)
		}
		if _, err := anna.Try(http.MethodGet, "/settings/games.json", nil, nil); err == nil {
			t.Error("the file ends well")
		}
		select {
		case <-answered:
		case <-time.After(sitetest.EventTimeout):
			t.Errorf("the request is not in the log, but %s", log)
		}
	})
}
