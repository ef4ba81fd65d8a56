package handlers

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

const (
	streamPulse    = 20 * time.Second // between signs of life on a quiet stream
	streamPatience = 15 * time.Second // for a reader to take what is sent
)

// gameEvents streams an event "changed" whenever a game changes, without
// content. With "since", a revision, the first comes at once when the game is
// already past it, so nothing is missed between a page and its stream.
func (a *App) gameEvents(c echo.Context) error {
	leave, err := a.enterStream(c)
	if err != nil {
		return err
	}
	defer leave()
	id := c.Param("id")
	watcher := a.Live.Watch(id)
	defer a.Live.Leave(watcher)
	revision, err := a.DB.Revision(c.Request().Context(), id)
	if err != nil {
		return err
	}
	s := newStream(c)
	opening := "retry: 1000\n\n"
	if strconv.Itoa(revision) != c.QueryParam("since") {
		opening += changedEvent
	}
	if err := s.send(opening); err != nil {
		return nil // the reader is gone
	}
	pulse := time.NewTicker(streamPulse)
	defer pulse.Stop()
	for {
		text := ":\n\n"
		select {
		case <-c.Request().Context().Done():
			return nil
		case _, open := <-watcher.Changes:
			if !open {
				return nil // the server stops
			}
			text = changedEvent
		case <-pulse.C:
		}
		if err := s.send(text); err != nil {
			return nil
		}
	}
}

const changedEvent = "event: changed\ndata: 1\n\n"

// A stream is an answer that goes on.
type stream struct {
	response *echo.Response
	control  *http.ResponseController
}

func newStream(c echo.Context) stream {
	header := c.Response().Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	c.Response().WriteHeader(http.StatusOK)
	return stream{c.Response(), http.NewResponseController(c.Response().Writer)}
}

// send writes and flushes; a reader that does not take it in time is an error.
func (s stream) send(text string) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(streamPatience)); err != nil {
		return fmt.Errorf("deadline of a stream: %w", err)
	}
	if _, err := s.response.Write([]byte(text)); err != nil {
		return err
	}
	return s.control.Flush()
}
