package play

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/cache"
	"hexclub/handlers/compress"
	"hexclub/handlers/priority"
	"hexclub/handlers/web"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/play"
	"hexclub/views/table"
)

// maxCurrent is the number of games on the page of current games.
const maxCurrent = 12

// listPeriod is the minimum time between two announcements of a list, and its maximum age.
const listPeriod = time.Second

// A currentList has the current games in each language, shared by all viewers.
type currentList = cache.PerLanguage[*currentCards]

// currentCards are the games of a currentList in one language.
type currentCards struct {
	cards []play.WatchCard

	mu      sync.Mutex
	answers map[uint64]*compress.SharedAnswer // by the set of cards in them, a bit each; all bits for the whole list
}

// maxAnswers limits the answers that are stored for one list and one language. Nearly all viewers show the
// previous list, and get the same answer.
const maxAnswers = 32

// loadCurrent reads the current games.
func (a *Area) loadCurrent(ctx context.Context) (*currentList, error) {
	games, err := a.DB.Current(ctx, maxCurrent, a.Now())
	if err != nil {
		return nil, err
	}
	return &currentList{Build: func(t *i18n.Catalog) (*currentCards, error) {
		cards := &currentCards{answers: map[uint64]*compress.SharedAnswer{}}
		for _, game := range games {
			card, err := play.NewWatchCard(t, a.gameModel(t, game), avatarsOf(game.Players))
			if err != nil {
				return nil, err
			}
			cards.cards = append(cards.cards, card)
		}
		return cards, nil
	}}, nil
}

// announceGames expires the list of current games and publishes the change.
func (a *Area) announceGames() {
	a.current.Expire()
	a.Live.Publish(web.GamesTopic)
}

// currentCards returns the current games in the language of a request.
func (a *Area) currentCards(c echo.Context) (*currentCards, error) {
	list, err := a.current.Get(c.Request().Context())
	if err != nil {
		return nil, err
	}
	return list.Get(a.Catalog(c))
}

// Watched returns the first current games, at most so many.
func (a *Area) Watched(c echo.Context, most int) ([]play.WatchCard, error) {
	cards, err := a.currentCards(c)
	if err != nil {
		return nil, err
	}
	return cards.cards[:min(most, len(cards.cards))], nil
}

// ShowCurrent serves the page of current games.
func (a *Area) ShowCurrent(c echo.Context) error {
	cards, err := a.currentCards(c)
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("current.title"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: "/games", Title: f.T.T("current.title"), About: f.T.T("current.lead")})
	return a.Render(c, http.StatusOK, play.Current(play.CurrentPage{Frame: f, Games: cards.cards}))
}

// CurrentEvents streams changes of the list of current games.
func (a *Area) CurrentEvents(c echo.Context) error {
	return a.Follow(c, web.Feed{Events: map[string]string{web.GamesTopic: "changed"}, Pause: listPeriod, Delay: a.listDelay(web.GamesTopic)})
}

// listDelay returns the delay of a feed of a list: a random time of at most two milliseconds for each stream
// that follows the list, and of at most listPeriod. So the readers of many streams do not all fetch the list at
// once and delay turns. A stream keeps its place in the period while changes continue. A change of any other
// topic is not delayed.
func (a *Area) listDelay(list string) func(changed []string) time.Duration {
	return func(changed []string) time.Duration {
		if slices.ContainsFunc(changed, func(topic string) bool { return topic != list }) {
			return 0
		}
		return rand.N(min(listPeriod, time.Duration(a.Live.Watching(list))*2*time.Millisecond) + 1)
	}
}

// ShowCurrentBoards sends what is new to a page, which sends the games that it shows with their revisions: the
// changed games, or the whole list if it has other games.
func (a *Area) ShowCurrentBoards(c echo.Context) error {
	cards, err := a.currentCards(c)
	if err != nil {
		return err
	}
	changed := cards.changed(c.QueryParams()["seen"])
	if changed == 0 {
		return c.NoContent(http.StatusNoContent)
	}
	answer, err := cards.answer(changed, func() (*compress.SharedAnswer, error) {
		p := play.CurrentPage{Frame: page.Frame{T: a.Catalog(c)}}
		if changed == wholeList {
			p.Games = cards.cards
			return a.compressor.Answer(play.WatchListFragment(p))
		}
		for i, card := range cards.cards {
			if changed&(1<<i) != 0 {
				p.Games = append(p.Games, card)
			}
		}
		return a.compressor.Answer(play.WatchCardsFragment(p.T, p.Games))
	})
	if err != nil {
		return err
	}
	return answer.Send(c)
}

// wholeList is the set for the whole list instead of some of its cards.
const wholeList = ^uint64(0)

// changed returns the set of cards that a page does not show yet; wholeList if the page shows other games.
func (l *currentCards) changed(seen []string) (set uint64) {
	var shown, listed []string // ids
	for _, text := range seen {
		id, _, _ := strings.Cut(text, ".")
		shown = append(shown, "watch-"+id)
	}
	for i, card := range l.cards {
		listed = append(listed, card.ID)
		if !slices.Contains(seen, card.Seen) {
			set |= 1 << i
		}
	}
	if !slices.Equal(slices.Sorted(slices.Values(shown)), slices.Sorted(slices.Values(listed))) {
		return wholeList
	}
	return set
}

// answer returns the answer with a set of cards. One request renders it for all.
func (l *currentCards) answer(set uint64, render func() (*compress.SharedAnswer, error)) (*compress.SharedAnswer, error) {
	var answer *compress.SharedAnswer
	var err error
	priority.Normal(func() { answer, err = l.lockedAnswer(set, render) }) // as perLanguage.get
	return answer, err
}

func (l *currentCards) lockedAnswer(set uint64, render func() (*compress.SharedAnswer, error)) (*compress.SharedAnswer, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if answer := l.answers[set]; answer != nil {
		return answer, nil
	}
	answer, err := render()
	if err == nil && len(l.answers) < maxAnswers {
		l.answers[set] = answer
	}
	return answer, err
}

// gameModel converts a game for views.
func (a *Area) gameModel(t *i18n.Catalog, game db.Game) table.Game {
	names := web.PlayerNames(t, game.Record.Game().Info(), game.Players)
	return table.Game{
		ID: game.ID, Record: game.Record, Players: names, Profiles: facesOf(names, game.Players), Bots: web.BotLevels(game.Players),
		Revision: game.Revision, Waiting: game.Status == db.Waiting, Explore: game.Explore,
		Clocks: a.clocks(game), NoShow: game.NoShow(), After: table.After{Class: game.Class()}, Rated: game.Rated,
		Gone: slices.ContainsFunc(game.Players, func(p db.Player) bool { return p.Deleted }),
	}
}

// facesOf returns what the page of a game shows of its players, by seat - 1. If one person plays all seats, that is nothing.
func facesOf(names []string, players []db.Player) []table.Profile {
	first := players[0].ID
	if first != "" && !slices.ContainsFunc(players, func(p db.Player) bool { return p.ID != first }) {
		return nil
	}
	faces := make([]table.Profile, len(players))
	for i, href := range profilesOf(names, players) {
		faces[i] = table.Profile{Href: href, Avatar: web.AvatarOf(players[i])}
	}
	return faces
}
