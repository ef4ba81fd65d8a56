package handlers_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// Whatever the name of a bot is on a page, in any language, nobody else comes to have it.
// Who has had it before keeps it.
func TestBotsKeepTheirNames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	hash, err := handlers.HashPassword(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.SignUp(t.Context(), "", "Pip", hash, s.Now()); err != nil {
		t.Fatal(err)
	}
	pip := s.client(t)
	pip.post("/login", "name", "Pip", "password", password).wantStatus(t, http.StatusOK)
	if pip.name() != "Pip" {
		t.Errorf("Pip is %q", pip.name())
	}
	for _, tag := range i18n.Tags {
		for level := bot.Level(1); level <= bot.MaxLevel; level++ {
			for _, name := range page.BotNames(catalogs.Match(tag, ""), []bot.Level{level, level, level%bot.MaxLevel + 1}) {
				name = strings.ReplaceAll(name, "·", "-") // which no name has
				account := handlers.Account{Name: name, Password: password, Role: db.Member}
				_, err := handlers.CreateAccount(t.Context(), s.DB, catalogs, account, s.Now())
				if known := (*rules.Error)(nil); !errors.As(err, &known) || known.Key != "error.name-reserved" && known.Key != "error.name-scripts" {
					t.Errorf("%s: %q is taken, error %v", tag, name, err)
				}
			}
		}
	}
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	s.client(t).signUp("Anna")
	organiser.post("/club/members/Anna/name", "name", "Lotta").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "The site itself uses that name")
	organiser.imports("Tim\nBruno bot 3\nOperator").wantText(t, ".import", "The site itself uses that name").wantText(t, "main", "1 member can be imported")
}
