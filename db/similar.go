package db

import (
	"context"
	"errors"
	"strconv"
	"strings"
)

// SimilarNames returns members in groups of which each has names that look alike, by Skeleton.
// A member whose name has one of the reserved skeletons, or shows nothing, is in a group even
// if alone. It returns at most limit members, by skeleton and age of the account, and whether
// there are more.
func (d *DB) SimilarNames(ctx context.Context, reserved []string, limit int) (groups [][]MemberRow, more bool, err error) {
	skeletons, args := []string{"''"}, []any{limit + 1}
	for _, skeleton := range reserved {
		args = append(args, skeleton)
		skeletons = append(skeletons, "$"+strconv.Itoa(len(args)))
	}
	rows, err := d.read.QueryContext(ctx, `SELECT id, name, role, created, skeleton FROM people WHERE skeleton IN
		(SELECT skeleton FROM people WHERE skeleton IS NOT NULL GROUP BY skeleton HAVING count(*) > 1)
		OR skeleton IN (`+strings.Join(skeletons, ", ")+`) ORDER BY skeleton, created, id LIMIT $1`, args...)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	count, last := 0, ""
	for rows.Next() {
		var m MemberRow
		var since int64
		var skeleton string
		if err := rows.Scan(&m.ID, &m.Name, &m.Role, &since, &skeleton); err != nil {
			return nil, false, kind(err)
		}
		m.Since = fromMS(since)
		if count++; count > limit {
			more = true
			break
		}
		if len(groups) == 0 || skeleton != last {
			groups = append(groups, nil)
		}
		groups[len(groups)-1], last = append(groups[len(groups)-1], m), skeleton
	}
	return groups, more, kind(errors.Join(rows.Err(), rows.Close()))
}
