package web_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/account"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// The names of bots on pages, in any language, are reserved. An account that had such a name before keeps it.
func TestBotsKeepTheirNames(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	hash, err := account.HashPassword(t.Context(), sitetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.SignUp(t.Context(), "", "Pip", hash, s.Now()); err != nil {
		t.Fatal(err)
	}
	pip := s.Client(t)
	pip.Post("/login", "name", "Pip", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	if pip.Name() != "Pip" {
		t.Errorf("Pip is %q", pip.Name())
	}
	for _, tag := range i18n.Tags {
		for level := bot.Level(1); level <= bot.MaxLevel; level++ {
			for _, name := range page.BotNames(catalogs.Match(tag, ""), []bot.Level{level, level, level%bot.MaxLevel + 1}) {
				name = strings.ReplaceAll(name, "·", "-") // no name has it
				own := account.Account{Name: name, Password: sitetest.Password, Role: db.Member}
				_, err := account.CreateAccount(t.Context(), s.DB, catalogs, own, s.Now())
				if known := (*rules.Error)(nil); !errors.As(err, &known) || known.Key != "error.name-reserved" && known.Key != "error.name-scripts" {
					t.Errorf("%s: %q is taken, error %v", tag, name, err)
				}
			}
		}
	}
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	s.Client(t).SignUp("Anna")
	organiser.Post("/club/members/Anna/name", "name", "Lotta").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "This name is reserved")
	organiser.Imports("Tim\nBruno bot 3\nOperator").WantText(t, ".import", "This name is reserved").WantText(t, "main", "1 member can be imported")
}
