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

// DownloadJSON sends all games of the visitor as one JSON value. Games are read and sent one by
// one, so the file is never in memory as a whole.
func (a *Area) DownloadJSON(c echo.Context) error {
	return a.download(c, "json", echo.MIMEApplicationJSON, func(v *web.Visitor, write func(string) error, each func(func(keptGame) error) error) error {
		name, err := json.Marshal(v.Person.Name)
		if err != nil {
			return err
		}
		if err := write(fmt.Sprintf("{\"player\": %s, \"games\": [", name)); err != nil {
			return err
		}
		separator := "\n"
		err = each(func(game keptGame) error {
			text, err := json.Marshal(game)
			if err != nil {
				return err
			}
			err = write(separator + string(text))
			separator = ",\n"
			return err
		})
		if err != nil {
			return err
		}
		return write("\n]}\n")
	})
}

// DownloadText is like DownloadJSON, but sends text: the records, each after its address and dates.
// A game that cannot be replayed is sent as its events, as in JSON.
func (a *Area) DownloadText(c echo.Context) error {
	return a.download(c, "txt", echo.MIMETextPlainCharsetUTF8, func(_ *web.Visitor, write func(string) error, each func(func(keptGame) error) error) error {
		return each(func(game keptGame) error {
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
	})
}

// download sends a file that put writes game by game.
func (a *Area) download(
	c echo.Context, ext, kind string, put func(v *web.Visitor, write func(string) error, each func(func(keptGame) error) error) error,
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
	err = put(v, write, func(do func(keptGame) error) error {
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
	})
	if err != nil && c.Request().Context().Err() == nil {
		a.Log.Error("download of games is incomplete", "request", web.RequestID(c), "error", err)
		panic(http.ErrAbortHandler) // otherwise the browser would take the part for the whole
	}
	return nil
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
