package gate_test

import (
	"testing"
	"time"

	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A page that rejects a form over a limit shows the time to wait, in the reader's language, and keeps the values
// of the form.
func TestRefusalsGiveTheTimeToWait(t *testing.T) {
	t.Parallel()
	once := func(every time.Duration) limit.Limit { return limit.Limit{Burst: 1, Every: every} }
	s, clock := sitetest.LimitedSite(t, web.Limits{
		LogInsAt: once(42 * time.Second), SignUps: once(5 * time.Minute), Games: once(3 * time.Hour),
	})
	for _, tt := range []struct {
		name, path string
		fields     []string
		passes     time.Duration // before the second attempt
		want       map[string]string
	}{
		{"log-in", "/login", []string{"name", "Anna", "password", "not the password"}, 1500 * time.Millisecond, map[string]string{
			"en": "Try again in 41 seconds.", "fr": "Réessayez dans 41 secondes.", "es": "Inténtalo de nuevo en 41 segundos.", "ko": "41초 뒤에 다시 할 수 있어요.",
		}},
		{"log-in, at the last moment", "/login", []string{"name", "Anna", "password", "not the password"}, 41500 * time.Millisecond, map[string]string{
			"en": "Try again in 1 second.", "fr": "Réessayez dans 1 seconde.", "es": "Inténtalo de nuevo en 1 segundo.", "ko": "1초 뒤에 다시 할 수 있어요.",
		}},
		{"sign-up", "/signup", []string{"name", "Anna", "password", "a long password of hers"}, time.Second, map[string]string{
			"en": "Try again in 5 minutes.", "fr": "Réessayez dans 5 minutes.",
		}},
		{"a game", "/games", []string{"game", "hexone", "opponent", "device"}, time.Second, map[string]string{
			"en": "Try again in 3 hours.", "es": "Inténtalo de nuevo en 3 horas.", "ko": "3시간 뒤에 다시 할 수 있어요.",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			clock.Advance(24 * time.Hour)
			c := s.Client(t).NoRedirects()
			if tt.path == "/signup" { // as another client, because this one would be logged in
				s.Client(t).Post(tt.path, tt.fields...)
			} else {
				c.Post(tt.path, tt.fields...)
			}
			clock.Advance(tt.passes)
			for tag, want := range tt.want {
				p := c.With("Accept-Language", tag).Post(tt.path, tt.fields...)
				p.WantTooMany(t)
				p.WantText(t, "main", want)
				if tt.fields[0] == "name" && p.Attribute("input[name=name]", "value") != "Anna" {
					t.Errorf("the page has lost the name: %s", p.Text("main"))
				}
			}
		})
	}
}
