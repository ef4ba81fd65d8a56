package club

import (
	"context"

	"hexclub/db"
)

// mayUndo returns nil if an act that is the last about what it changed can be undone now.
func (a *Area) mayUndo(ctx context.Context, e db.AuditEntry) error {
	why, err := a.DB.UndoableNow(ctx, []db.AuditEntry{e}, a.Now())
	if err != nil {
		return err
	}
	return why[e.Number]
}
