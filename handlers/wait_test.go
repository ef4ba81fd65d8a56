package handlers_test

import (
	"testing"
	"time"

	"hexclub/handlers"
)

// A page that refuses what comes too often gives the time to wait, in the reader's
// language, and keeps what was typed.
func TestRefusalsGiveTheTimeToWait(t *testing.T) {
	t.Parallel()
	once := func(every time.Duration) handlers.Limit { return handlers.Limit{Burst: 1, Every: every} }
	s, clock := limitedSite(t, handlers.Limits{
		LogInsAt: once(42 * time.Second), SignUps: once(5 * time.Minute), Games: once(3 * time.Hour),
	})
	for _, tt := range []struct {
		name, path string
		fields     []string
		passes     time.Duration // before the second attempt
		want       map[string]string
	}{
		{"log-in", "/login", []string{"name", "Anna", "password", "not the password"}, 1500 * time.Millisecond, map[string]string{
			"en": "Try again in 41 seconds.", "fr": "Vous pourrez réessayer dans 41 secondes.", "es": "Podrás intentarlo de nuevo en 41 segundos.", "ko": "41초 뒤에 다시 할 수 있어요.",
		}},
		{"log-in, at the last moment", "/login", []string{"name", "Anna", "password", "not the password"}, 41500 * time.Millisecond, map[string]string{
			"en": "Try again in 1 second.", "fr": "Vous pourrez réessayer dans 1 seconde.", "es": "Podrás intentarlo de nuevo en 1 segundo.", "ko": "1초 뒤에 다시 할 수 있어요.",
		}},
		{"sign-up", "/signup", []string{"name", "Anna", "password", "a long password of hers"}, time.Second, map[string]string{
			"en": "Try again in 5 minutes.", "fr": "Vous pourrez réessayer dans 5 minutes.",
		}},
		{"a game", "/games", []string{"game", "hexone", "opponent", "device"}, time.Second, map[string]string{
			"en": "Try again in 3 hours.", "es": "Podrás intentarlo de nuevo en 3 horas.", "ko": "3시간 뒤에 다시 할 수 있어요.",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			clock.advance(24 * time.Hour)
			c := s.client(t).still()
			if tt.path == "/signup" { // by somebody else, or it would be logged in
				s.client(t).post(tt.path, tt.fields...)
			} else {
				c.post(tt.path, tt.fields...)
			}
			clock.advance(tt.passes)
			for tag, want := range tt.want {
				p := c.with("Accept-Language", tag).post(tt.path, tt.fields...)
				p.wantTooMany(t)
				p.wantText(t, "main", want)
				if tt.fields[0] == "name" && p.attribute("input[name=name]", "value") != "Anna" {
					t.Errorf("the page has lost the name: %s", p.text("main"))
				}
			}
		})
	}
}
