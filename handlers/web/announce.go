package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/live"
	"hexclub/handlers/peers"
)

// LobbyTopic is the topic of changes of waiting games.
const LobbyTopic = "lobby"

// A Publisher publishes changes to open pages.
type Publisher struct {
	Live           *live.Hub
	Peers          *peers.Peers     // other nodes, which learn of all that is published
	SeekChanged    func(key string) // a game in the lobby has changed; the key is that of its rules
	CurrentChanged func()           // a game in the list of current games has changed
}

// PublishMeeting publishes a game that waits, has just begun or was cancelled: to its players, to the people
// with reserved seats, and to the lobby if that lists the game.
func (p *Publisher) PublishMeeting(game db.Game) {
	p.Publish(game)
	p.Live.Publish(ChatTopic(game.ID)) // the readers of its chat may have changed
	if game.Listed {
		p.SeekChanged(game.Key)
		p.Live.Publish(LobbyTopic)
	}
	for _, player := range game.Players {
		if player.ID == "" && player.Reserved != "" {
			p.Live.Publish(PersonTopic(player.Reserved))
		}
	}
}

// The topics of changes, in addition to the ids of games.
const (
	GamesTopic      = "games"      // the list of current games
	OrganisersTopic = "organisers" // results of pairings, for organisers
)

// PersonTopic is the topic of changes that concern a person.
func PersonTopic(id string) string { return "person:" + id }

// Publish publishes a changed game to its pages and lists, with the games that its players left when it began,
// and the changes of a ladder when it ended.
func (p *Publisher) Publish(game db.Game) {
	p.Live.Publish(game.ID)
	p.PublishToLists(game)
}

// PublishToLists publishes a changed game to everything but its own pages.
func (p *Publisher) PublishToLists(game db.Game) {
	if watched(game) {
		p.CurrentChanged()
	}
	if game.Pairing != "" && game.Status == db.Over {
		p.Live.Publish(OrganisersTopic)
	}
	if game.Status == db.Over && len(game.Players) > 2 {
		p.Live.Publish(ChatTopic(game.ID)) // partners may talk again
	}
	for _, player := range game.Players {
		if player.ID != "" {
			p.Live.Publish(PersonTopic(player.ID))
		}
	}
	for _, seek := range game.Withdrawn {
		p.PublishMeeting(seek)
	}
	if game.Ladder != nil {
		p.PublishLadder(*game.Ladder)
	}
}

// watched reports whether the page of current games can show a game, or could before its end: several people, or
// people and bots, play it.
func watched(game db.Game) bool {
	return game.Status != db.Waiting && slices.ContainsFunc(game.Players, func(p db.Player) bool {
		return p.ID != "" && p.ID != game.Host
	})
}

// ChatTopic is the topic of changes of a game's chat, for its players.
func ChatTopic(game string) string { return "chat:" + game }

// PublishPairing publishes a changed pairing to the pages of both players, of organisers, and of the pairing's
// games, with the other pairings and the ladder that changed with it.
func (p *Publisher) PublishPairing(pairing db.Pairing) {
	for _, player := range pairing.Players {
		p.Live.Publish(PersonTopic(player.ID))
	}
	p.Live.Publish(OrganisersTopic)
	for _, g := range pairing.Touched {
		p.PublishMeeting(g)
	}
	p.PublishPairings(pairing.Others)
	if pairing.Ladder != nil {
		p.PublishLadder(*pairing.Ladder)
	}
}

// PublishPairings publishes pairings that have begun or changed.
func (p *Publisher) PublishPairings(list []db.Pairing) {
	for _, pairing := range list {
		p.PublishPairing(pairing)
	}
}

// PublishLadder publishes changes of a ladder to the pages of the people concerned.
func (p *Publisher) PublishLadder(news db.LadderNews) {
	for _, person := range news.People() {
		p.Live.Publish(PersonTopic(person))
	}
	for _, game := range news.Games {
		p.PublishMeeting(game)
	}
}

// PublishName publishes the new name of a person to the open pages of the person's games. After an error, the
// pages show it with the next turn.
func (s *Site) PublishName(c echo.Context, person db.Person) {
	ids, err := s.DB.OpenGames(context.WithoutCancel(c.Request().Context()), person.ID)
	if err != nil {
		s.Log.Error("new name not published", "request", RequestID(c), "error", err)
	}
	for _, id := range ids {
		s.Live.Publish(id)
	}
}

// PublishLeft publishes games and pairings that ended or changed with the deletion of a person.
func (p *Publisher) PublishLeft(changed []db.Game, paired []db.Pairing) {
	for _, game := range changed {
		p.PublishMeeting(game)
	}
	for _, pairing := range paired { // these are forfeited
		p.PublishPairing(pairing)
	}
}

// PublishChats publishes to the open pages of a person's games that the readers of their chats may have changed.
// After an error, the pages show it with the next message.
func (s *Site) PublishChats(c echo.Context, person string) {
	ids, err := s.DB.OpenGames(context.WithoutCancel(c.Request().Context()), person)
	if err != nil {
		s.Log.Error("chat change not published", "request", RequestID(c), "error", err)
	}
	for _, id := range ids {
		s.Live.Publish(ChatTopic(id))
	}
}
