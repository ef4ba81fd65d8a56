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

// gamePatience is for a reader to take one game.
const gamePatience = 30 * time.Second

// A keptGame is a game in the file of all that somebody has played.
type keptGame struct {
	ID      string       `json:"id"`
	Begun   time.Time    `json:"begun"`
	Changed time.Time    `json:"changed"` // when it ended, if it is over
	Status  db.Status    `json:"status"`
	Rated   bool         `json:"rated"`
	Seats   []rules.Seat `json:"seats"` // those of whose file it is
	Match   string       `json:"match,omitempty"`
	Ratings []keptRating `json:"ratings,omitempty"` // what the game changed
	Broken  bool         `json:"broken,omitempty"`  // it cannot be replayed, by a fault of the site's: what is stored of it, without its turns
	record.Sheet
}

// A keptRating is what a game did to the rating of who sat in a seat.
type keptRating struct {
	Seat   rules.Seat `json:"seat"`
	Before int        `json:"before"`
	After  int        `json:"after"`
}

// DownloadJSON answers with all games of the visitor as one JSON value, game by
// game: what is sent is never in memory as a whole, and no request waits for it.
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

// DownloadText is downloadJSON as text: the records one after the other, each
// with its address and its dates before it. Of a game that cannot be replayed it has the
// events, which are as in JSON.
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

// download answers with a file that put writes, one game after the other.
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
		// A slow reader may take long, but not for ever over one game.
		if err := control.SetWriteDeadline(time.Now().Add(gamePatience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
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
		a.Log.Error("a file of games is cut short", "request", web.RequestID(c), "error", err)
		panic(http.ErrAbortHandler) // or the browser would take the part for the whole
	}
	return nil
}

// kept is a game as files have it. A fault in one of them is logged, and
// the others are sent.
func (a *Area) kept(c echo.Context, id, person string) (keptGame, error) {
	ctx := c.Request().Context()
	var sheet record.Sheet
	game, err := a.DB.Game(ctx, id)
	broken := errors.Is(err, db.ErrBroken)
	switch {
	case broken:
		a.Log.Error("a file has a game that cannot be replayed", "request", web.RequestID(c), "error", err)
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
