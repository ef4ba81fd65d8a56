package play

import (
	"context"

	"github.com/a-h/templ"

	"hexclub/db"
	"hexclub/handlers/cache"
	"hexclub/rules/games"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/play"
)

const (
	// seeksShown is the number of seeks in the lobby.
	seeksShown = 60

	// seeksShared is how many seeks are read for all readers. Each reader sees the first seeksShown of those
	// that are open to them.
	seeksShared = 2 * seeksShown
)

// A seekList has the seeks of one game or of all games, shared by all readers of the lobby.
type seekList struct {
	games            []db.Game
	guests, accounts cache.PerLanguage[[]templ.Component] // their lines, for readers without and with an account
}

// newSeeks returns the lists of seeks by the key of their game, empty for all games.
func (a *Area) newSeeks() map[string]*cache.Shared[*seekList] {
	keys, lists := []string{""}, map[string]*cache.Shared[*seekList]{}
	for _, game := range games.All() {
		keys = append(keys, game.Info().Key)
	}
	for _, key := range keys {
		build := func(ctx context.Context) (*seekList, error) { return a.loadSeeks(ctx, key) }
		lists[key] = &cache.Shared[*seekList]{Build: build, MaxAge: listPeriod, Now: a.Now}
	}
	return lists
}

// loadSeeks reads the seeks of one game, or of all games for an empty key.
func (a *Area) loadSeeks(ctx context.Context, key string) (*seekList, error) {
	seeks, err := a.DB.Seeks(ctx, key, seeksShared, a.Now())
	if err != nil {
		return nil, err
	}
	reserved, err := a.ReservedPlayers(ctx, seeks.Games...)
	if err != nil {
		return nil, err
	}
	items := func(account bool) func(*i18n.Catalog) ([]templ.Component, error) {
		return func(t *i18n.Catalog) ([]templ.Component, error) {
			list := make([]play.Seek, len(seeks.Games))
			for i, g := range seeks.Games {
				list[i] = a.Seek(t, g, seeks.Standings, reserved, "")
			}
			return play.NewSeekItems(t, key, account, list)
		}
	}
	list := &seekList{games: seeks.Games}
	list.guests.Build, list.accounts.Build = items(false), items(true)
	return list, nil
}

// seekItems returns the lines of the seeks that are open to a reader, and notes their games.
func (a *Area) seekItems(ctx context.Context, f page.Frame, key string, reader db.Meetings, note func(db.Game)) ([]templ.Component, error) {
	list, err := a.seeks[key].Get(ctx)
	if err != nil {
		return nil, err
	}
	lines := &list.guests
	if f.Reader.SignedIn() {
		lines = &list.accounts
	}
	items, err := lines.Get(f.T)
	if err != nil {
		return nil, err
	}
	var open []templ.Component
	for i, g := range list.games {
		if len(open) < seeksShown && reader.Sees(g) {
			open = append(open, items[i])
			note(g)
		}
	}
	return open, nil
}
