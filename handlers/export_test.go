package handlers

import (
	"context"
	"errors"
	"time"
)

// FillPictures takes all places for drawing pictures, until the function that
// it returns gives them back.
func (a *App) FillPictures() (empty func()) {
	for range cap(a.pictures.waiting) {
		a.pictures.waiting <- struct{}{}
	}
	return func() {
		for range cap(a.pictures.waiting) {
			<-a.pictures.waiting
		}
	}
}

// WorkOnce does each duty of the site once.
func (a *App) WorkOnce(ctx context.Context) error {
	var err error
	for _, d := range a.duties() {
		err = errors.Join(err, d.do(ctx))
	}
	return err
}

// Complaints tells which of some errors, one every so often, the log is told.
func Complaints(every time.Duration, errs ...error) (told []int) {
	var said complaint
	for i, err := range errs {
		if said.news(err, time.Time{}.Add(time.Duration(i)*every)) {
			told = append(told, i)
		}
	}
	return told
}
