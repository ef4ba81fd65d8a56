package play

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/search"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// botsPollInterval is how often bots look for their games without a notification of a change, and retry failed
// turns.
const botsPollInterval = 5 * time.Second

// botsPause is the pause after a look, as a multiple of its duration, up to maxBotsPause. A look reads every
// game that awaits a bot, and the bots' turns cause further looks. Without a pause, many games would keep a core
// busy with looks alone.
const (
	botsPause    = 9
	maxBotsPause = time.Second
)

// PlayBots lets bots take their turns until ctx is done or the server stops. Like pages it is notified of
// changes. After a pause it then looks for the games that await bots. So it misses no game after a restart, and
// a search ends soon after its game has changed.
func (a *Area) PlayBots(ctx context.Context) {
	b := newBotTurns(a)
	defer b.working.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var topics []string
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		topics = append(topics, web.PersonTopic(db.BotID(level)))
	}
	watcher := a.Live.Watch("", topics...)
	defer a.Live.Leave(watcher)
	again := time.NewTicker(botsPollInterval)
	defer again.Stop()
	changes, rest := watcher.Changes, time.NewTimer(0)
	defer rest.Stop()
	look := func(retry bool) {
		began := time.Now()
		b.look(ctx, retry)
		changes = nil
		rest.Reset(min(botsPause*time.Since(began), maxBotsPause))
	}
	look(false)
	for {
		retry := false
		select {
		case <-ctx.Done():
			return
		case <-rest.C:
			changes = watcher.Changes
			continue
		case _, open := <-changes:
			if !open {
				return // the server stops
			}
			watcher.Take()
		case ended := <-b.ended:
			b.end(ended)
			continue
		case <-again.C:
			retry = true
		}
		look(retry)
	}
}

// botTurns are the turns that await bots. Only one goroutine may use them.
type botTurns struct {
	*Area
	thinking map[string]*botTurn // by game; failed turns stay for a retry
	ended    chan endedTurn
	working  sync.WaitGroup
	logged   web.RepeatedError // about the list of games
}

func newBotTurns(a *Area) *botTurns {
	return &botTurns{Area: a, thinking: map[string]*botTurn{}, ended: make(chan endedTurn)}
}

// A botTurn is a turn that awaits a bot.
type botTurn struct {
	db.BotTurn
	cancel context.CancelFunc
	ended  bool              // the search has ended: the turn was taken, or failed and can be retried
	logged web.RepeatedError // about this turn
}

// An endedTurn is a turn that was taken, or failed with err.
type endedTurn struct {
	*botTurn
	err error
}

// look starts searches for the turns that await bots, and stops those for games that have changed. With retry,
// it also starts again with failed turns.
func (b *botTurns) look(ctx context.Context, retry bool) {
	list, err := b.DB.BotTurns(ctx)
	if err != nil {
		if ctx.Err() == nil && b.logged.News(err, b.Now()) {
			b.Log.Error("finding bots' games failed", "error", err)
		}
		return
	}
	due := map[string]int{}
	for _, turn := range list {
		due[turn.Game] = turn.Revision
	}
	for game, turn := range b.thinking {
		if due[game] != turn.Revision {
			turn.cancel()
			delete(b.thinking, game)
		}
	}
	for _, turn := range list {
		known := b.thinking[turn.Game]
		switch {
		case known == nil:
			known = &botTurn{BotTurn: turn}
			b.thinking[turn.Game] = known
		case !known.ended || !retry:
			continue
		}
		b.begin(ctx, known)
	}
}

// begin starts a search for a turn, and takes the turn.
func (b *botTurns) begin(ctx context.Context, turn *botTurn) {
	searching, cancel := context.WithCancel(ctx)
	turn.cancel, turn.ended = cancel, false
	b.working.Go(func() {
		defer cancel()
		ended := endedTurn{turn, b.takeBotTurn(searching, turn.BotTurn)}
		select {
		case b.ended <- ended:
		case <-ctx.Done():
		}
	})
}

// end logs the error of a turn.
func (b *botTurns) end(turn endedTurn) {
	turn.ended = true
	if turn.err != nil && turn.logged.News(turn.err, b.Now()) {
		b.Log.Error("bot turn failed", "game", turn.Game, "error", turn.err)
	}
}

// takeBotTurn lets a bot take its turn, as people do, and publishes it. A changed game is no error: the change
// was published, or the next look sees it.
func (a *Area) takeBotTurn(ctx context.Context, turn db.BotTurn) (err error) {
	defer rules.RecoverPanic(&err) // of an engine or a search; other games continue
	game, actions, err := a.chooseTurn(ctx, turn)
	if err != nil || actions == "" {
		return err
	}
	player := db.BotID(game.BotToAct())
	after, err := a.commitTurn(ctx, game.ID, player, game.Record.Moved(), actions)
	if errors.Is(err, record.ErrLongGame) {
		after, err = a.DB.Resign(ctx, game.ID, player, a.Now()) // otherwise the bot would try again and again
	}
	if err == nil || flagFell(err) {
		a.Publish(after)
	}
	if ctx.Err() != nil || rules.IsKind(err, rules.Conflict) || rules.IsKind(err, rules.NotFound) {
		return nil
	}
	return err
}

// chooseTurn returns the turn that a bot takes, and the game that it was chosen for. It returns no actions if
// the game has changed, or the search was stopped.
func (a *Area) chooseTurn(ctx context.Context, turn db.BotTurn) (game db.Game, actions string, err error) {
	share, leave, err := a.searches.Enter(ctx, turn.Game)
	if err != nil {
		return game, "", nil // stopped
	}
	defer leave()
	if mine, err := a.DB.ClaimBotTurn(ctx, turn, a.Now()); err != nil || !mine {
		return game, "", err
	}
	game, err = a.DB.Game(ctx, turn.Game)
	if err == nil && game.Revision == turn.Revision && game.BotToAct() != 0 {
		task := botTask(game)
		task.Share = min(share, clockShare(game, a.Now()))
		var choice bot.Choice
		if choice, err = a.searches.Choose(ctx, task); err == nil {
			actions = strings.Join(rules.Texts(game.Record.State(), choice.Line[:choice.Turn]), " ")
		}
	}
	if ctx.Err() != nil || rules.IsKind(err, rules.NotFound) {
		return game, "", nil
	}
	return game, actions, err
}

// botTask returns the task of the bot to act in a game. The same game with as many events is the same task, so
// that a restart does not change the turn.
func botTask(game db.Game) bot.Task {
	return bot.Task{
		Game: game.Record.Game(), State: game.Record.State(), Seen: game.Record.Seen(), Level: game.BotToAct(),
		Seed: search.SeedOf(game.ID + "/" + strconv.Itoa(game.Record.Moved())),
	}
}

// clockShare returns the share of its budget that the bot to act may spend; 1 without a clock.
func clockShare(game db.Game, now time.Time) float64 {
	left, ok := game.Left(game.Record.Turn().Seat, now)
	if !ok {
		return 1
	}
	_, sides := game.Record.Game().Info().Sides(len(game.Players))
	nodes := func(level bot.Level) float64 {
		return float64(bot.SearchOf(game.Key, sides, level).Nodes)
	}
	increment := time.Duration(game.Record.Control().Increment) * time.Millisecond
	return min(1, timeShare(left, increment)*nodes(bot.MaxLevel)/nodes(game.BotToAct()))
}

// fullSearchTime is how long the whole budget of the top level takes on a slow machine; others need about a
// second of one core.
const fullSearchTime = 3 * time.Second

// timeShare returns the share of the top level's budget for a turn with a remaining time and an increment: about
// a 20th of the remaining time, and half of the increment if enough time remains. It is never 0, because a share
// of 0 means the whole budget.
func timeShare(left, increment time.Duration) float64 {
	cost := min(left/20+increment/2, left/4)
	return max(0.0001, min(1, cost.Seconds()/fullSearchTime.Seconds()))
}

// awaitBots waits a moment for the turns of bots, so that a page that is not updated live usually shows them at
// once.
func (a *Area) awaitBots(ctx context.Context, game db.Game) {
	if game.BotToAct() == 0 || a.botWait == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, a.botWait)
	defer cancel()
	watcher := a.Live.Watch("", game.ID)
	defer a.Live.Leave(watcher)
	for {
		now, err := a.DB.Game(ctx, game.ID)
		if err != nil || now.BotToAct() == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case _, open := <-watcher.Changes:
			if !open {
				return // the server stops
			}
			watcher.Take()
		}
	}
}
