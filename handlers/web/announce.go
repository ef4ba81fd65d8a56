package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
)

// LobbyTopic is that of changes to the games that wait.
const LobbyTopic = "lobby"

// PublishMeeting announces a game that waits, has just begun or was called off: to its players,
// to the people with reserved seats, and to the lobby if that lists the game.
func (s *Site) PublishMeeting(game db.Game) {
	s.Publish(game)
	s.Live.Publish(ChatTopic(game.ID)) // others may read what is written there
	if game.Listed {
		s.SeekChanged(game.Key)
		s.Live.Publish(LobbyTopic)
	}
	for _, player := range game.Players {
		if player.ID == "" && player.Reserved != "" {
			s.Live.Publish(PersonTopic(player.Reserved))
		}
	}
}

// The topics of changes, beside the ids of games.
const (
	GamesTopic      = "games"      // the list of current games
	OrganisersTopic = "organisers" // what comes of pairings, for organisers
)

func PersonTopic(id string) string { return "person:" + id }

// Publish tells everybody who watches a game, or lists that it is in, that it
// changed, and of what its players left because it began or happened on a ladder by its end.
func (s *Site) Publish(game db.Game) {
	s.Live.Publish(game.ID)
	s.PublishToLists(game)
}

func (s *Site) PublishToLists(game db.Game) {
	if watched(game) {
		s.CurrentChanged()
	}
	if game.Pairing != "" && game.Status == db.Over {
		s.Live.Publish(OrganisersTopic)
	}
	if game.Status == db.Over && len(game.Players) > 2 {
		s.Live.Publish(ChatTopic(game.ID)) // partners may talk again
	}
	for _, player := range game.Players {
		if player.ID != "" {
			s.Live.Publish(PersonTopic(player.ID))
		}
	}
	for _, seek := range game.Withdrawn {
		s.PublishMeeting(seek)
	}
	if game.Ladder != nil {
		s.PublishLadder(*game.Ladder)
	}
}

// watched reports whether the page of current games can show a game, or could before the game
// ended: several people, or people and bots, play it.
func watched(game db.Game) bool {
	return game.Status != db.Waiting && slices.ContainsFunc(game.Players, func(p db.Player) bool {
		return p.ID != "" && p.ID != game.Host
	})
}

// ChatTopic is what pages of players watch that show the chat of a game.
func ChatTopic(game string) string { return "chat:" + game }

// PublishPairing tells the pages of both players, of organisers, and of the games that
// changed with a pairing, that it has changed; and so of other pairings that changed with it,
// and of what happened on its ladder.
func (s *Site) PublishPairing(p db.Pairing) {
	for _, player := range p.Players {
		s.Live.Publish(PersonTopic(player.ID))
	}
	s.Live.Publish(OrganisersTopic)
	for _, g := range p.Touched {
		s.PublishMeeting(g)
	}
	s.PublishPairings(p.Others)
	if p.Ladder != nil {
		s.PublishLadder(*p.Ladder)
	}
}

// PublishPairings tells the players of pairings that these have begun or changed.
func (s *Site) PublishPairings(list []db.Pairing) {
	for _, p := range list {
		s.PublishPairing(p)
	}
}

// PublishLadder tells the pages of all whom it concerns what happened on a ladder.
func (s *Site) PublishLadder(news db.LadderNews) {
	for _, person := range news.People() {
		s.Live.Publish(PersonTopic(person))
	}
	for _, game := range news.Games {
		s.PublishMeeting(game)
	}
}

// PublishName tells the open pages of a person's games that its name is new
// there. When that fails the pages tell with the next turn.
func (s *Site) PublishName(c echo.Context, person db.Person) {
	ids, err := s.DB.OpenGames(context.WithoutCancel(c.Request().Context()), person.ID)
	if err != nil {
		s.Log.Error("a new name is not published", "request", RequestID(c), "error", err)
	}
	for _, id := range ids {
		s.Live.Publish(id)
	}
}

// PublishLeft tells of what ended, or changed, by somebody's deletion.
func (s *Site) PublishLeft(changed []db.Game, paired []db.Pairing) {
	for _, game := range changed {
		s.PublishMeeting(game)
	}
	for _, p := range paired { // which are forfeited
		s.PublishPairing(p)
	}
}

// PublishChats tells the open pages of a person's games that who reads what is
// written there may be another. When that fails they tell with the next message.
func (s *Site) PublishChats(c echo.Context, person string) {
	ids, err := s.DB.OpenGames(context.WithoutCancel(c.Request().Context()), person)
	if err != nil {
		s.Log.Error("who chats is not published", "request", RequestID(c), "error", err)
	}
	for _, id := range ids {
		s.Live.Publish(ChatTopic(id))
	}
}
