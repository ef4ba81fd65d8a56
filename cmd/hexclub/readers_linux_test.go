package main

import (
	"net/http"
	"net/url"
	"testing"
	"time"
)

// newReaders returns two people whose next page also writes: one has an unread message, the session
// of the other must be renewed.
func newReaders(t *testing.T, s *server, database string) []*http.Client {
	t.Helper()
	var readers []*http.Client
	for _, name := range []string{"Tom", "Olga"} {
		reader := browser(t)
		reader.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		if status, _ := post(t, reader, s.url+"/signup", url.Values{"name": {name}, "password": {"correct horse battery"}}); status != http.StatusSeeOther {
			t.Fatalf("%s signs up and is answered %d", name, status)
		}
		readers = append(readers, reader)
	}
	const ends = "UPDATE sessions SET expires = $1, data = '{}' WHERE person = (SELECT id FROM people WHERE name = 'Olga')"
	alter(t, database, ends, time.Now().Add(time.Hour).UnixMilli())
	return readers
}

// wantRead checks that all readers can see pages.
func wantRead(t *testing.T, s *server, readers []*http.Client, paths ...string) {
	t.Helper()
	for _, path := range paths {
		for n, reader := range readers {
			response, err := reader.Get(s.url + path)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("%s is answered %d to reader %d", path, response.StatusCode, n)
			}
		}
	}
}
