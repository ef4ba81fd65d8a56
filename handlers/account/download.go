package account

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
)

// gameTimeout is the time within which a reader has to receive one game.
const gameTimeout = 30 * time.Second

// A keptGame is a game in the file of all games of a player.
type keptGame struct {
	ID      string       `json:"id"`
	Begun   time.Time    `json:"begun"`
	Changed time.Time    `json:"changed"` // when it ended, if it is over
	Status  db.Status    `json:"status"`
	Rated   bool         `json:"rated"`
	Seats   []rules.Seat `json:"seats"` // of the player whose file it is
	Match   string       `json:"match,omitempty"`
	Ratings []keptRating `json:"ratings,omitempty"` // what the game changed
	Broken  bool         `json:"broken,omitempty"`  // it cannot be replayed: Events are as stored, and there are no turns
	record.Sheet
}

// A keptRating is the change of a player's rating by a game.
type keptRating struct {
	Seat   rules.Seat `json:"seat"`
	Before int        `json:"before"`
	After  int        `json:"after"`
}

// A keptPairing is a pairing that was played over the board in that file. Own values are first.
type keptPairing struct {
	ID       string       `json:"id"`
	Game     string       `json:"game"` // key of the rules
	Unit     pairing.Unit `json:"unit"`
	Ended    time.Time    `json:"ended"`
	Opponent string       `json:"opponent"`
	Outcome  db.Outcome   `json:"outcome"`
	Score    [2]float64   `json:"score"`           // 1 for a game that was won
	Points   [2]float64   `json:"points"`          // 0 where the game has none
	In       string       `json:"in,omitempty"`    // ladder or tournament
	Round    int          `json:"round,omitempty"` // of the tournament
}

// A keptFile is what the file of a player has. Its parts are read and sent one by one, so the file is never in memory as a
// whole.
type keptFile struct {
	games    func(do func(keptGame) error) error
	pairings func(do func(keptPairing) error) error // over the board, the last first
}

// asJSON sends the elements of a list.
func asJSON[T any](write func(string) error, each func(func(T) error) error) error {
	separator := "\n"
	return each(func(element T) error {
		text, err := json.Marshal(element)
		if err != nil {
			return err
		}
		err = write(separator + string(text))
		separator = ",\n"
		return err
	})
}

// DownloadJSON sends all games of the visitor as one JSON value.
func (a *Area) DownloadJSON(c echo.Context) error {
	return a.download(c, "json", echo.MIMEApplicationJSON, func(v *web.Visitor, write func(string) error, file keptFile) error {
		name, err := json.Marshal(v.Person.Name)
		if err != nil {
			return err
		}
		if err := write(fmt.Sprintf("{\"player\": %s, \"games\": [", name)); err != nil {
			return err
		}
		if err := asJSON(write, file.games); err != nil {
			return err
		}
		if err := write("\n], \"over_the_board\": ["); err != nil {
			return err
		}
		if err := asJSON(write, file.pairings); err != nil {
			return err
		}
		return write("\n]}\n")
	})
}

// DownloadText is like DownloadJSON, but sends text: the records, each after its address and dates.
// A game that cannot be replayed is sent as its events, as in JSON. Pairings over the board follow.
func (a *Area) DownloadText(c echo.Context) error {
	return a.download(c, "txt", echo.MIMETextPlainCharsetUTF8, func(_ *web.Visitor, write func(string) error, file keptFile) error {
		err := file.games(func(game keptGame) error {
			head := fmt.Sprintf("id %s\nbegun %s\nchanged %s\n", game.ID, game.Begun.Format(time.RFC3339), game.Changed.Format(time.RFC3339))
			if game.Rated {
				head += "rated\n"
			}
			if game.Broken {
				head += "broken\nevents " + strings.Join(game.Events, " ") + "\n"
			}
			tail := ""
			for _, r := range game.Ratings {
				tail += fmt.Sprintf("rating %d %d %d\n", r.Seat, r.Before, r.After)
			}
			return write(head + game.Sheet.String() + tail + "\n")
		})
		if err != nil {
			return err
		}
		return file.pairings(func(p keptPairing) error {
			text := fmt.Sprintf("pairing %s\nended %s\ngame %s\nunit %s\nopponent %s\noutcome %s\nscore %g %g\npoints %g %g\n",
				p.ID, p.Ended.Format(time.RFC3339), p.Game, p.Unit, p.Opponent, p.Outcome, p.Score[0], p.Score[1], p.Points[0], p.Points[1])
			if p.In != "" {
				text += "in " + p.In + "\n"
			}
			if p.Round > 0 {
				text += fmt.Sprintf("round %d\n", p.Round)
			}
			return write(text + "\n")
		})
	})
}

// download sends a file that put writes game by game.
func (a *Area) download(
	c echo.Context, ext, kind string, put func(v *web.Visitor, write func(string) error, file keptFile) error,
) error {
	v, err := a.KnownVisitor(c)
	if err != nil {
		return err
	}
	ids, err := a.DB.AllGames(c.Request().Context(), v.Person.ID)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, kind)
	header.Set(echo.HeaderContentDisposition, `attachment; filename="hexclub-games.`+ext+`"`)
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	control := http.NewResponseController(c.Response().Writer)
	write := func(text string) error {
		// The limit is for each game, so that a slow reader can receive the whole file.
		if err := control.SetWriteDeadline(time.Now().Add(gameTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		_, err := c.Response().Write([]byte(text))
		return err
	}
	games := func(do func(keptGame) error) error {
		for _, id := range ids {
			game, err := a.kept(c, id, v.Person.ID)
			if err != nil {
				return err
			}
			if err := do(game); err != nil {
				return err
			}
		}
		return nil
	}
	pairings := func(do func(keptPairing) error) error { return a.keptPairings(c, v.Person.ID, do) }
	err = put(v, write, keptFile{games, pairings})
	if err != nil && c.Request().Context().Err() == nil {
		a.Log.Error("download of games is incomplete", "request", web.RequestID(c), "error", err)
		panic(http.ErrAbortHandler) // otherwise the browser would take the part for the whole
	}
	return nil
}

// pairingsAtOnce is how many pairings are read at a time.
const pairingsAtOnce = 100

// keptPairings calls do with each pairing that a person played over the board.
func (a *Area) keptPairings(c echo.Context, person string, do func(keptPairing) error) error {
	t, after := a.Catalog(c), db.Place{}
	for {
		list, more, err := a.DB.BoardGames(c.Request().Context(), person, after, pairingsAtOnce)
		if err != nil {
			return err
		}
		for _, g := range list {
			whole := func(halves [2]int) [2]float64 { return [2]float64{float64(halves[0]) / 2, float64(halves[1]) / 2} }
			err := do(keptPairing{
				ID: g.ID, Game: g.Key, Unit: g.Unit, Ended: g.Ended, Opponent: web.PlayerName(t, g.Opponent), Outcome: g.Outcome,
				Score: whole(g.HalfWins), Points: whole(g.Points), In: g.In.Of, Round: g.In.Round,
			})
			if err != nil {
				return err
			}
			after = db.Place{Ended: g.Ended, ID: g.ID}
		}
		if !more {
			return nil
		}
	}
}

// kept returns a game as it is in files. If it cannot be replayed, kept logs the error and returns
// the stored events.
func (a *Area) kept(c echo.Context, id, person string) (keptGame, error) {
	ctx := c.Request().Context()
	var sheet record.Sheet
	game, err := a.DB.Game(ctx, id)
	broken := errors.Is(err, db.ErrBroken)
	switch {
	case broken:
		a.Log.Error("download has a game that cannot be replayed", "request", web.RequestID(c), "error", err)
		if game, sheet, err = a.DB.BrokenGame(ctx, id); err != nil {
			return keptGame{}, err
		}
		sheet.Players = web.RecordNames(game.Players)
	case err != nil:
		return keptGame{}, err
	default:
		sheet = game.Record.Sheet(web.RecordNames(game.Players))
	}
	k := keptGame{
		ID: id, Begun: game.Created, Changed: game.Changed, Status: game.Status, Rated: game.Rated, Seats: game.SeatsOf(person),
		Sheet: sheet, Broken: broken,
	}
	if game.Leg > 0 {
		k.Match = game.ID
		if game.Leg == 2 {
			k.Match = game.FirstLeg
		}
	}
	changes, err := a.DB.RatingChanges(ctx, id)
	for _, change := range changes {
		k.Ratings = append(k.Ratings, keptRating{change.Seat, change.Before.Whole(), change.After.Whole()})
	}
	return k, err
}
