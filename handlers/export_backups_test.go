package handlers

import "context"

// BackUp is what the site does every minute for its backups.
func (a *App) BackUp(ctx context.Context) error { return a.backUp(ctx) }
