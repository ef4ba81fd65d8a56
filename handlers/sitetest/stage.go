package sitetest

import (
	"net/http"
	"net/http/cookiejar"
	"testing"

	"hexclub/handlers/web"
)

// A Scene is a page in one of its states, as one client sees it. Tests of all pages run on all
// scenes.
type Scene struct {
	Name string
	Who  *Client // whose cookies are sent
	Path string
	form []string // pairs of name and value; if there are any, they are posted to the path
	Game bool     // the page has a board to play on
}

// Posts reports whether the page is the answer to a form.
func (s Scene) Posts() bool { return len(s.form) > 0 }

// A Stage is a site with people and games in every state, whose pages are tested.
type Stage struct {
	*Site
	Stranger, Guest, Member *Client
	Scenes                  []Scene
}

func (s *Stage) Add(name string, who *Client, path string) {
	s.Scenes = append(s.Scenes, Scene{Name: name, Who: who, Path: path})
}

// Post adds the answer to a form, which must not be empty.
func (s *Stage) Post(name string, who *Client, path string, form ...string) {
	s.Scenes = append(s.Scenes, Scene{Name: name, Who: who, Path: path, form: form})
}

// board adds a scene with a board to play on, as the guest sees it. Look contains pairs of settings
// and values.
func (s *Stage) board(t *testing.T, name, path string, look ...string) {
	t.Helper()
	who := s.Guest
	if len(look) > 0 {
		who = s.Client(t).holding(s.Guest.cookies()...)
		who.NoRedirects().Post("/settings/look", look...).WantStatus(t, http.StatusSeeOther)
	}
	s.Scenes = append(s.Scenes, Scene{Name: name, Who: who, Path: path, Game: true})
}

// Page requests the page of a scene.
func (s Scene) Page() WebPage {
	s.Who.t.Helper()
	if len(s.form) > 0 {
		return s.Who.Post(s.Path, s.form...)
	}
	return s.Who.Get(s.Path)
}

// In returns the scene in another language.
func (s Scene) In(tag string) Scene {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Who.t.Fatal(err)
	}
	other, client := *s.Who, *s.Who.Http
	client.Jar = jar
	other.Http = &client
	s.Who = other.holding(append(s.Who.cookies(), &http.Cookie{Name: web.LanguageCookie, Value: tag})...)
	return s
}

// Sent returns the words, in lower case, of the form and the address that the scene sends.
func (s Scene) Sent() map[string]bool {
	words := map[string]bool{}
	addWords(words, s.Path)
	for _, value := range s.form {
		addWords(words, value)
	}
	return words
}
