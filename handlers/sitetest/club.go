package sitetest

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
)

// WithRole signs a person up, gives them a role in the club, and returns their browser.
func (s *Site) WithRole(t testing.TB, name string, role db.Role) (*Client, db.Person) {
	t.Helper()
	c, person := s.NewAccount(t, name)
	s.Promote(t, person.ID, role)
	return c, person
}

// Promote gives the person with an id a role, as the operator can.
func (s *Site) Promote(t testing.TB, person string, role db.Role) {
	t.Helper()
	if err := s.DB.SetRole(t.Context(), person, role, db.Operator, s.Now()); err != nil {
		t.Fatal(err)
	}
}

// Season returns the id of the open season. It creates one if there is none.
func (s *Site) Season(t testing.TB, organiser *Client) string {
	t.Helper()
	list, err := s.DB.Seasons(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) > 0 {
		return list[0].ID
	}
	return strings.TrimPrefix(organiser.Post("/seasons", "name", "Autumn").WantStatus(t, http.StatusOK).Path, "/seasons/")
}

// IdOf returns the id of the account with a name.
func (s *Site) IdOf(t testing.TB, name string) string {
	t.Helper()
	person, err := s.DB.PersonByName(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return person.ID
}

// Imports sends a list of members, and returns the answer.
func (c *Client) Imports(list string, sure ...string) WebPage {
	c.t.Helper()
	return c.Post("/club/import", append([]string{"list", list}, sure...)...)
}

// Uploads sends a list of members as a file.
func (c *Client) Uploads(t *testing.T, content []byte) WebPage {
	t.Helper()
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	_ = parts.WriteField("list", "") // writing to memory does not fail
	file, err := parts.CreateFormFile("file", "members.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.Write(content)
	_ = parts.Close()
	return c.Do(http.MethodPost, "/club/import", &body, http.Header{"Content-Type": {parts.FormDataContentType()}})
}

// Organiser returns a browser in which an organiser is logged in.
func (s *Site) Organiser(t testing.TB, name string) *Client {
	t.Helper()
	c, _ := s.WithRole(t, name, db.Organiser)
	return c
}

// Sends posts a form of a page. Pairs replace the values of its fields.
func (c *Client) Sends(p WebPage, selector string, pairs ...string) WebPage {
	c.t.Helper()
	form := p.Find(selector)
	values := map[string]string{}
	form.Find("input:not([type=radio], [type=checkbox]), :checked, textarea").Each(func(_ int, field *goquery.Selection) {
		values[field.AttrOr("name", "")] = field.AttrOr("value", field.Text())
	})
	form.Find("select").Each(func(_ int, field *goquery.Selection) {
		values[field.AttrOr("name", "")] = field.Find("[selected]").AttrOr("value", "")
	})
	delete(values, "")
	for i := 1; i < len(pairs); i += 2 {
		values[pairs[i-1]] = pairs[i]
	}
	action, ok := form.Attr("action")
	if !ok {
		c.t.Fatalf("%s has no form %s", p.Path, selector)
	}
	var sent []string
	for name, value := range values {
		sent = append(sent, name, value)
	}
	return c.Post(action, sent...)
}
