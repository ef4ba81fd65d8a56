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

// botsPollInterval is how often bots look for their games when nothing notifies them
// that one has changed, and try again what failed.
const botsPollInterval = 5 * time.Second

// botsPause is the pause after a look, as a multiple of its duration, and maxBotsPause the
// longest pause. A look reads every game that waits for a bot, and each of them changes:
// without a pause, many games would keep the core busy with looking alone.
const (
	botsPause    = 9
	maxBotsPause = time.Second
)

// PlayBots lets bots take their turns until ctx is done, or the server stops. It is
// notified of changes as pages are, and then looks, after a pause, which games wait for
// bots: so none is missed after a restart, and a search ends soon after its game has
// changed.
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

// botTurns is the turns that bots think about. It belongs to one goroutine.
type botTurns struct {
	*Area
	thinking map[string]*botTurn // by game; those that were not taken wait to be tried again
	ended    chan endedTurn
	working  sync.WaitGroup
	logged   web.RepeatedError // about the list of games
}

func newBotTurns(a *Area) *botTurns {
	return &botTurns{Area: a, thinking: map[string]*botTurn{}, ended: make(chan endedTurn)}
}

// A botTurn is a turn that a bot thinks about.
type botTurn struct {
	db.BotTurn
	cancel context.CancelFunc
	ended  bool              // nobody thinks about it any more: it was taken, or is to be tried again
	logged web.RepeatedError // about what was wrong
}

// An endedTurn is a turn that was taken, or why it was not.
type endedTurn struct {
	*botTurn
	err error
}

// look begins to think about the turns that bots are to take now, and stops
// where a game has changed. Anew, it begins again with those that were not
// taken.
func (b *botTurns) look(ctx context.Context, retry bool) {
	list, err := b.DB.BotTurns(ctx)
	if err != nil {
		if ctx.Err() == nil && b.logged.News(err, b.Now()) {
			b.Log.Error("bots do not find their games", "error", err)
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

// begin thinks about a turn and takes it.
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

// end logs what was wrong with a turn.
func (b *botTurns) end(turn endedTurn) {
	turn.ended = true
	if turn.err != nil && turn.logged.News(turn.err, b.Now()) {
		b.Log.Error("a bot takes no turn", "game", turn.Game, "error", turn.err)
	}
}

// takeBotTurn lets a bot take its turn, as people do, and announces it. It
// is no error when the game has changed: then that was announced already, or
// the next look sees it.
func (a *Area) takeBotTurn(ctx context.Context, turn db.BotTurn) (err error) {
	defer rules.RecoverPanic(&err) // of an engine or a search; other games go on
	game, actions, err := a.chooseTurn(ctx, turn)
	if err != nil || actions == "" {
		return err
	}
	player := db.BotID(game.BotToAct())
	after, err := a.commitTurn(ctx, game.ID, player, game.Record.Moved(), actions)
	if errors.Is(err, record.ErrLongGame) {
		after, err = a.DB.Resign(ctx, game.ID, player, a.Now()) // otherwise it would try again and again
	}
	if err == nil || flagFell(err) {
		a.Publish(after)
	}
	if ctx.Err() != nil || rules.IsKind(err, rules.Conflict) || rules.IsKind(err, rules.NotFound) {
		return nil
	}
	return err
}

// chooseTurn is the turn that a bot takes and the game that it was chosen for;
// no actions when the game is not what it was, or the search was stopped.
func (a *Area) chooseTurn(ctx context.Context, turn db.BotTurn) (game db.Game, actions string, err error) {
	share, leave, err := a.searches.Enter(ctx, turn.Game)
	if err != nil {
		return game, "", nil // it was stopped
	}
	defer leave()
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

// botTask is what the bot has to think about that is to act in a game. The same
// game with as many events is the same task, so a restart changes nothing.
func botTask(game db.Game) bot.Task {
	return bot.Task{
		Game: game.Record.Game(), State: game.Record.State(), Seen: game.Record.Seen(), Level: game.BotToAct(),
		Seed: search.SeedOf(game.ID + "/" + strconv.Itoa(game.Record.Moved())),
	}
}

// clockShare is how much of its budget the bot may spend that is to act in a
// game: all of it where no clock runs.
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

// fullSearchTime is what the whole budget of the top level takes on a slow machine:
// about a second of one core on others.
const fullSearchTime = 3 * time.Second

// timeShare is how much of the top level's budget a turn may cost who has so much
// time left and gets an increment for it: about a 20th of what is left, and half
// of the increment where that leaves enough. It is never 0, which would be all.
func timeShare(left, increment time.Duration) float64 {
	cost := min(left/20+increment/2, left/4)
	return max(0.0001, min(1, cost.Seconds()/fullSearchTime.Seconds()))
}

// awaitBots gives the bots that are to act in a game a moment, so that a page which
// does not follow the game mostly shows their answer at once.
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
