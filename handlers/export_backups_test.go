package handlers

import "context"

// BackUp is what the site does every minute for its backups.
func (a *App) BackUp(ctx context.Context) error { return a.backUp(ctx) }

// HangListing has the folder of backups not answer until the function it returns is called.
func (a *App) HangListing() (answer func()) {
	a.listing <- struct{}{}
	return func() { <-a.listing }
}
