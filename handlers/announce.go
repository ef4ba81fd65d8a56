package handlers

import (
	"context"
	"hexclub/db"
	"slices"

	"github.com/labstack/echo/v4"
)

// lobbyTopic is that of changes to the games that wait.
const lobbyTopic = "lobby"

// publishMeeting announces a game that waits, has just begun or was called off: to its players,
// to the people with reserved seats, and to the lobby if that lists the game.
func (s *site) publishMeeting(game db.Game) {
	s.publish(game)
	s.Live.Publish(chatTopic(game.ID)) // others may read what is written there
	if game.Listed {
		s.seekChanged(game.Key)
		s.Live.Publish(lobbyTopic)
	}
	for _, player := range game.Players {
		if player.ID == "" && player.Reserved != "" {
			s.Live.Publish(personTopic(player.Reserved))
		}
	}
}

// The topics of changes, beside the ids of games.
const (
	gamesTopic      = "games"      // the list of current games
	organisersTopic = "organisers" // what comes of pairings, for organisers
)

func personTopic(id string) string { return "person:" + id }

// publish tells everybody who watches a game, or lists that it is in, that it
// changed, and of what its players left because it began or happened on a ladder by its end.
func (s *site) publish(game db.Game) {
	s.Live.Publish(game.ID)
	s.publishToLists(game)
}

func (s *site) publishToLists(game db.Game) {
	if watched(game) {
		s.currentChanged()
	}
	if game.Pairing != "" && game.Status == db.Over {
		s.Live.Publish(organisersTopic)
	}
	if game.Status == db.Over && len(game.Players) > 2 {
		s.Live.Publish(chatTopic(game.ID)) // partners may talk again
	}
	for _, player := range game.Players {
		if player.ID != "" {
			s.Live.Publish(personTopic(player.ID))
		}
	}
	for _, seek := range game.Withdrawn {
		s.publishMeeting(seek)
	}
	if game.Ladder != nil {
		s.publishLadder(*game.Ladder)
	}
}

// watched reports whether the page of current games can show a game, or could before the game
// ended: several people, or people and bots, play it.
func watched(game db.Game) bool {
	return game.Status != db.Waiting && slices.ContainsFunc(game.Players, func(p db.Player) bool {
		return p.ID != "" && p.ID != game.Host
	})
}

// chatTopic is what pages of players watch that show the chat of a game.
func chatTopic(game string) string { return "chat:" + game }

// publishPairing tells the pages of both players, of organisers, and of the games that
// changed with a pairing, that it has changed; and so of other pairings that changed with it,
// and of what happened on its ladder.
func (s *site) publishPairing(p db.Pairing) {
	for _, player := range p.Players {
		s.Live.Publish(personTopic(player.ID))
	}
	s.Live.Publish(organisersTopic)
	for _, g := range p.Touched {
		s.publishMeeting(g)
	}
	s.publishPairings(p.Others)
	if p.Ladder != nil {
		s.publishLadder(*p.Ladder)
	}
}

// publishPairings tells the players of pairings that these have begun or changed.
func (s *site) publishPairings(list []db.Pairing) {
	for _, p := range list {
		s.publishPairing(p)
	}
}

// publishLadder tells the pages of all whom it concerns what happened on a ladder.
func (s *site) publishLadder(news db.LadderNews) {
	for _, person := range news.People() {
		s.Live.Publish(personTopic(person))
	}
	for _, game := range news.Games {
		s.publishMeeting(game)
	}
}

// publishName tells the open pages of a person's games that its name is new
// there. When that fails the pages tell with the next turn.
func (s *site) publishName(c echo.Context, person db.Person) {
	ids, err := s.DB.OpenGames(context.WithoutCancel(c.Request().Context()), person.ID)
	if err != nil {
		s.Log.Error("a new name is not published", "request", requestID(c), "error", err)
	}
	for _, id := range ids {
		s.Live.Publish(id)
	}
}

// publishLeft tells of what ended, or changed, by somebody's deletion.
func (s *site) publishLeft(changed []db.Game, paired []db.Pairing) {
	for _, game := range changed {
		s.publishMeeting(game)
	}
	for _, p := range paired { // which are forfeited
		s.publishPairing(p)
	}
}

// publishChats tells the open pages of a person's games that who reads what is
// written there may be another. When that fails they tell with the next message.
func (s *site) publishChats(c echo.Context, person string) {
	ids, err := s.DB.OpenGames(context.WithoutCancel(c.Request().Context()), person)
	if err != nil {
		s.Log.Error("who chats is not published", "request", requestID(c), "error", err)
	}
	for _, id := range ids {
		s.Live.Publish(chatTopic(id))
	}
}
