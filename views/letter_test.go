package views

import (
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/account"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

func resultOf(t testing.TB, text string, seats int, why rules.Reason) *rules.Result {
	t.Helper()
	result, err := rules.ParseResult(text, seats)
	if err != nil {
		t.Fatal(err)
	}
	result.Reason = why
	return &result
}

// A wantedLetter is the subject of an e-mail and its form as text.
type wantedLetter struct{ Subject, Text string }

// wantLetter fails the test unless a letter is as wanted, in the typography of its language.
func wantLetter(t *testing.T, got page.Letter, want wantedLetter) {
	t.Helper()
	tag := got.T.Tag
	if got.Subject != i18n.Typeset(tag, want.Subject) || got.Text() != i18n.Typeset(tag, want.Text) {
		t.Errorf("%s: the letter is\n%s\n%s", tag, got.Subject, got.Text())
	}
}

func TestConfirmLetter(t *testing.T) {
	const link = "https://hex.example/mail/confirm/0123"
	for tag, want := range map[string]wantedLetter{
		"en": {Subject: "Confirm your address for The Honeycomb", Text: `Hello Anna,

Someone wants e-mails about Anna’s games at hex.example sent to this address.

Confirm address: https://hex.example/mail/confirm/0123

The link works for two days. If it wasn’t you, do nothing.
`},
		"fr": {Subject: "Confirmez votre adresse pour The Honeycomb", Text: `Bonjour Anna,

Quelqu’un souhaite recevoir ici les e-mails au sujet des parties jouées par Anna sur hex.example.

Confirmer l’adresse : https://hex.example/mail/confirm/0123

Le lien est valable deux jours. Si ce n’est pas vous, ne faites rien.
`},
	} {
		wantLetter(t, account.NewConfirmLetter(viewstest.Catalog(t, tag), page.Parties{From: "The Honeycomb", Site: "hex.example", Name: "Anna"}, link), want)
	}
}

func TestNoticeLetter(t *testing.T) {
	news := News{
		Parties: page.Parties{From: "The Honeycomb", Name: "Anna"}, About: "turn", Home: "https://hex.example/", Settings: "https://hex.example/settings",
		Stop: "https://hex.example/mail/stop/0123/turn",
		Games: []GameNews{
			{Info: viewstest.Info(t, "hexone"), Players: []string{"Anna", "Ben"}, Own: []rules.Seat{1}, Link: "https://hex.example/games/1", Left: 71 * time.Hour},
			{Info: viewstest.Info(t, "six"), Players: []string{"Ben", "Anna", "Cem", "Dan"}, Own: []rules.Seat{2}, Link: "https://hex.example/games/2"},
		},
	}
	for tag, want := range map[string]wantedLetter{
		"en": {Subject: "Your turn in 2 games", Text: `Hello Anna,

It’s your turn:

- Hexone against Ben
  2 days left
  https://hex.example/games/1

- Six against Ben, Cem
  https://hex.example/games/2

All your games: https://hex.example/

-- 
You asked The Honeycomb for e-mails like this.
Settings: https://hex.example/settings
Stop e-mails like this: https://hex.example/mail/stop/0123/turn
`},
		"fr": {Subject: "À vous de jouer dans 2 parties", Text: `Bonjour Anna,

C’est à vous de jouer :

- Hexone contre Ben
  Il reste 2 jours
  https://hex.example/games/1

- Six contre Ben, Cem
  https://hex.example/games/2

Toutes vos parties : https://hex.example/

-- 
Vous avez demandé à The Honeycomb de vous envoyer ces e-mails.
Réglages : https://hex.example/settings
Ne plus recevoir ces e-mails : https://hex.example/mail/stop/0123/turn
`},
	} {
		wantLetter(t, NewNoticeLetter(viewstest.Catalog(t, tag), news), want)
	}
	t.Run("names stay on their line", func(t *testing.T) {
		news := news
		news.From, news.Name, news.Games = "Hex\r\nWin!", "Anna\r\n\r\nWin!", []GameNews{{
			Info: viewstest.Info(t, "six"), Players: []string{"Anna", "Ben\n  https://evil.example"}, Own: []rules.Seat{1}, Link: "https://hex.example/games/1",
		}}
		got := NewNoticeLetter(viewstest.Catalog(t, "en"), news).Text()
		if strings.Contains(got, "\nWin") || strings.Contains(got, "\n  https://evil") || strings.ContainsRune(got, '\r') {
			t.Errorf("the letter is\n%s", got)
		}
	})
}

// What a letter of each kind says of one game and of several, and of each.
func TestNewsOfGames(t *testing.T) {
	fischer, err := record.Fischer(5, 3)
	if err != nil {
		t.Fatal(err)
	}
	days, err := record.Days(3)
	if err != nil {
		t.Fatal(err)
	}
	hexone, six, hexellation := viewstest.Info(t, "hexone"), viewstest.Info(t, "six"), viewstest.Info(t, "hexellation")
	for _, tt := range []struct {
		name, about   string
		game          GameNews
		subject, line string
		many          string
		french        string // subject
	}{
		{
			"turn, no clock", "turn",
			GameNews{Info: hexone, Players: []string{"Anna", "Ben"}, Own: []rules.Seat{1}},
			"Your turn: Hexone against Ben", "Hexone against Ben", "Your turn in 2 games", "À vous de jouer\u202f: Hexone contre Ben",
		},
		{
			"turn, hours", "turn",
			GameNews{Info: hexone, Players: []string{"Anna", "Ben"}, Own: []rules.Seat{1}, Left: 48*time.Hour - 1},
			"Your turn: Hexone against Ben", "Hexone against Ben\n  47 hours left", "Your turn in 2 games", "À vous de jouer\u202f: Hexone contre Ben",
		},
		{
			"turn, three sides", "turn",
			GameNews{Info: hexellation, Players: []string{"Ben", "Anna", "Cem"}, Own: []rules.Seat{2}},
			"Your turn: Hexellation against Ben, Cem", "Hexellation against Ben, Cem", "Your turn in 2 games", "À vous de jouer\u202f: Hexellation contre Ben, Cem",
		},
		{
			"turn, one opponent for two", "turn",
			GameNews{Info: six, Players: []string{"Anna", "Ben", "Anna", "Ben"}, Own: []rules.Seat{1, 3}},
			"Your turn: Six against Ben", "Six against Ben", "Your turn in 2 games", "À vous de jouer\u202f: Six contre Ben",
		},
		{
			"challenge, live", "challenge",
			GameNews{Info: six, Players: []string{"Ben", ""}, Own: []rules.Seat{2}, Host: "Ben", Control: fischer, Rated: true},
			"Ben challenges you to Six", "Ben challenges you to Six\n  5 minutes + 3 seconds per turn, rated", "2 challenges for you", "Ben vous défie à Six",
		},
		{
			"challenge, days", "challenge",
			GameNews{Info: six, Players: []string{"Ben", ""}, Own: []rules.Seat{2}, Host: "Ben", Control: days},
			"Ben challenges you to Six", "Ben challenges you to Six\n  3 days per turn, casual", "2 challenges for you", "Ben vous défie à Six",
		},
		{
			"won", "result",
			GameNews{
				Info: hexone, Players: []string{"Anna", "Ben"}, Own: []rules.Seat{1},
				Result: resultOf(t, "win 1", 2, rules.Resignation),
			},
			"You won: Hexone against Ben", "Hexone against Ben\n  Anna (Blue) wins: Ben (Red) resigned.",
			"2 of your games have finished", "Vous avez gagné\u202f: Hexone contre Ben",
		},
		{
			"lost, in a team", "result",
			GameNews{
				Info: six, Players: []string{"Ben", "Anna", "Cem", "Dan"}, Own: []rules.Seat{2},
				Result: resultOf(t, "win 1 3", 4, rules.Timeout),
			},
			"You lost: Six against Ben, Cem", "Six against Ben, Cem\n  Ben (Black), Cem (Black) win: the other team ran out of time.",
			"2 of your games have finished", "Vous avez perdu\u202f: Six contre Ben, Cem",
		},
		{
			"drawn", "result",
			GameNews{
				Info: hexone, Players: []string{"Anna", "Ben"}, Own: []rules.Seat{2},
				Result: resultOf(t, "draw", 2, rules.Agreement),
			},
			"Drawn: Hexone against Anna", "Hexone against Anna\n  The game is drawn: both agreed.",
			"2 of your games have finished", "Partie nulle\u202f: Hexone contre Anna",
		},
		{
			"time", "time",
			GameNews{Info: hexone, Players: []string{"Anna", "Ben"}, Own: []rules.Seat{1}, Left: 2*time.Hour - 1},
			"119 minutes left: Hexone against Ben", "Hexone against Ben\n  119 minutes left",
			"Short of time in 2 games", "Il reste 119 minutes\u202f: Hexone contre Ben",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			news := News{About: tt.about, Games: []GameNews{tt.game}}
			one := NewNoticeLetter(viewstest.Catalog(t, "en"), news)
			if one.Subject != tt.subject || !strings.Contains(one.Text(), "\n- "+tt.line+"\n") {
				t.Errorf("the letter is\n%s\n%s", one.Subject, one.Text())
			}
			if got := NewNoticeLetter(viewstest.Catalog(t, "fr"), news).Subject; got != tt.french {
				t.Errorf("in French it is %q", got)
			}
			news.Games = append(news.Games, tt.game)
			if got := NewNoticeLetter(viewstest.Catalog(t, "en"), news).Subject; got != tt.many {
				t.Errorf("of two games it is %q", got)
			}
		})
	}
}

// There is an e-mail for each kind of notice about a ladder, in every language.
func TestLadderLetters(t *testing.T) {
	for _, tag := range i18n.Tags {
		kinds := map[string]string{}
		for _, kind := range []string{"ladder-challenged", "ladder-answer", "ladder-refused", "ladder-expired", "ladder-inactive"} {
			n := pairings.ClubNews{Kind: kind, Ladder: "Our ladder", Opponent: "Ben", Unit: "game", Game: "hexone", Link: "http://hex.example/challenges/c"}
			if kind == "ladder-inactive" {
				n.Game = ""
			}
			letter := NewNoticeLetter(viewstest.Catalog(t, tag), News{Parties: page.Parties{Name: "Anna"}, About: "club", Club: []pairings.ClubNews{n}})
			if other, double := kinds[letter.Subject]; double || !strings.Contains(letter.Subject, "Our ladder") || !strings.Contains(letter.Text(), n.Link) {
				t.Errorf("%s: %s has the subject %q of %q: %s", tag, kind, letter.Subject, other, letter.Text())
			}
			kinds[letter.Subject] = kind
		}
	}
}
