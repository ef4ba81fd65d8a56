package page

import (
	"testing"

	"hexclub/views/i18n"
)

// Each error offers one main action at most, and a way on.
func TestErrorActions(t *testing.T) {
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	frame := Frame{T: texts.Match("en", ""), Admits: true}
	for name, tt := range map[string]struct {
		page ErrorPage
		main string // address of the main action
		all  int
	}{
		"nothing else": {ErrorPage{}, "/", 1},
		"form":         {ErrorPage{Back: "/lobby"}, "/lobby", 2},
		"wait":         {ErrorPage{Retry: "/lobby"}, "/lobby", 2},
		"logged out":   {ErrorPage{Join: true, Back: "/lobby"}, "/login", 4},
		"members":      {ErrorPage{Join: true, LogsIn: true}, "", 1},
		"old link":     {ErrorPage{Renew: true}, "/login/forgotten", 3},
		"sent again":   {ErrorPage{Again: &Resending{}, Join: true, Back: "/lobby"}, "", 2},
		"unencrypted":  {ErrorPage{Encrypted: "https://hex.example/"}, "https://hex.example/", 1},
	} {
		t.Run(name, func(t *testing.T) {
			tt.page.Frame = frame
			actions, main := tt.page.actions(), ""
			for _, action := range actions {
				if action.Primary {
					main += action.Href
				}
			}
			if main != tt.main || len(actions) != tt.all {
				t.Errorf("the main action is %q of %v, want %q of %d", main, actions, tt.main, tt.all)
			}
		})
	}
}
