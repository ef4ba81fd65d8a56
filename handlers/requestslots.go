package handlers

import (
	"errors"
	"hexclub/rules"
	"strconv"

	"github.com/labstack/echo/v4"
)

// slotsKey is the key of the function that gives back the slots of a request, a func().
const slotsKey = "slots"

// enter waits for a slot for a request. The request gives it back when its answer begins, because
// readers may take the answer as slowly as they like, or earlier by releaseSlots. The error is that
// of slots.enter.
func enter(c echo.Context, s *slots, key string) (leave func(), err error) {
	slot, err := s.enter(c.Request().Context(), key)
	if err != nil {
		return nil, tooBusy(c, s.name, err)
	}
	if slot == nil { // there is any number of slots
		return func() {}, nil
	}
	c.Response().Before(slot.leave)
	before, _ := c.Get(slotsKey).(func())
	c.Set(slotsKey, func() {
		slot.leave()
		if before != nil {
			before()
		}
	})
	return slot.leave, nil
}

// ReleaseSlots gives back the slots of a request that goes on to wait for something else.
func ReleaseSlots(c echo.Context) {
	if release, ok := c.Get(slotsKey).(func()); ok {
		release()
	}
}

// tooBusy notes with a request which limit it met and how long to wait, after an error of
// slots.enter, and returns the error.
func tooBusy(c echo.Context, limit string, err error) error {
	if known := new(rules.Error); errors.As(err, &known) && known.Kind == rules.TooMany {
		meet(c, limit)
		c.Response().Header().Set("Retry-After", strconv.Itoa(known.Wait))
	}
	return err
}
