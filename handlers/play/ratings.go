package play

import (
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules/rating"
)

// ratingChanges returns the changes of ratings by a game, by seat - 1.
func (a *Area) ratingChanges(c echo.Context, game db.Game) ([]rating.Change, error) {
	if !game.Rated || game.Status != db.Over {
		return nil, nil
	}
	stored, err := a.DB.RatingChanges(c.Request().Context(), game.ID)
	changes := make([]rating.Change, len(stored))
	for i, change := range stored {
		changes[i] = change.Change
	}
	return changes, err
}

// ratingsBefore returns the ratings of the players of a rated game, by seat - 1: the current ones or, after the
// game, those before it.
func (a *Area) ratingsBefore(c echo.Context, game db.Game, changes []rating.Change) ([]rating.Rating, error) {
	var before []rating.Rating
	for _, change := range changes {
		before = append(before, change.Before)
	}
	if !game.Rated || game.Status != db.Running {
		return before, nil
	}
	for _, player := range game.Players {
		all, err := a.DB.RatingsOf(c.Request().Context(), player.ID, a.Now())
		if err != nil {
			return nil, err
		}
		own := rating.Start()
		if i := slices.IndexFunc(all, func(r db.KindRating) bool { return r.Key == game.Key && r.Class == game.Class() }); i >= 0 {
			own = all[i].Rating
		}
		before = append(before, own)
	}
	return before, nil
}
