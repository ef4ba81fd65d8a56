package db

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"hexclub/rules/ladder"
)

// checkLadder checks that the places follow from the events.
func (h *history) checkLadder() {
	h.Helper()
	places, open, made, received := map[string]string{}, map[string][2]string{}, map[string]int{}, map[string]int{}
	number := 0
	for _, row := range h.rows(`SELECT number, kind, coalesce(person, ''), coalesce(other, ''), from_place, to_place, moved, coalesce(challenge, '')
		FROM ladder_events WHERE ladder = $1 ORDER BY number`, h.ladder.ID) {
		kind, person, other, from, to, challenge := ladder.Kind(row[1]), row[2], row[3], row[4], row[5], row[7]
		if number++; row[0] != strconv.Itoa(number) {
			h.Fatalf("event %s of the ladder is the %dth", row[0], number)
		}
		if moves(kind) {
			if was := cmp.Or(places[person], "0"); was != from {
				h.wrong("event %d, %s of %s, begins at place %s, not %s", number, kind, person, from, was)
			}
			places[person] = to
		}
		switch {
		case kind == ladder.Made:
			open[challenge] = [2]string{person, other}
			made[person]++
			received[other]++
			if made[person] > historyMade || received[other] > historyReceived {
				h.wrong("event %d: %s has made %d challenges, %s has got %d", number, person, made[person], other, received[other])
			}
		case ends(kind):
			people, is := open[challenge]
			if !is {
				h.wrong("event %d: challenge %s is %s, but was not open", number, challenge, kind)
			}
			made[people[0]]--
			received[people[1]]--
			delete(open, challenge)
		}
	}
	last := 0
	for _, row := range h.rows("SELECT person, coalesce(place, 0) FROM ladder_players WHERE ladder = $1 ORDER BY place, person", h.ladder.ID) {
		if places[row[0]] != row[1] {
			h.wrong("%s is on place %s, by the events on %s", row[0], row[1], places[row[0]])
		}
		if row[1] == "0" {
			continue
		}
		if last++; row[1] != strconv.Itoa(last) {
			h.wrong("place %s follows %d", row[1], last-1)
		}
	}
}

// checkChallenges checks that what was acknowledged about challenges happened once, and that they ended as their games.
func (h *history) checkChallenges(games map[string]Game) {
	h.Helper()
	type act struct{ kind, challenge, person string }
	numbers := map[act][]int{}
	for _, row := range h.rows("SELECT number, kind, challenge, coalesce(person, '') FROM ladder_events WHERE kind IN ('made', 'accepted', 'declined', 'withdrawn')") {
		number, _ := strconv.Atoi(row[0])
		key := act{row[1], row[2], row[3]}
		numbers[key] = append(numbers[key], number)
	}
	var points []point
	for _, op := range h.ops {
		kind := op.kind
		if kind == "challenge" {
			kind = "made"
		}
		if op.err != nil || !slices.Contains([]string{"made", "accepted", "declined", "withdrawn"}, kind) {
			continue
		}
		key := act{kind, op.object, op.person}
		if found := numbers[key]; len(found) != 1 {
			h.wrong("%v was acknowledged and has the events %v", key, found)
			continue
		}
		points = append(points, point{op.start, op.end, numbers[key][0], true, kind})
		delete(numbers, key)
	}
	for key := range numbers {
		if key.kind == "made" || key.kind == "accepted" {
			h.wrong("%v was acknowledged to nobody", key)
		}
	}
	h.wantLinear("the ladder", points)
	for _, row := range h.rows(`SELECT c.id, c.status, coalesce(c.winner, ''), coalesce(c.decided_by, ''), g.id, p.status
		FROM challenges c JOIN pairings p ON p.id = c.pairing JOIN games g ON g.pairing = p.id`) {
		g := games[row[4]]
		result, over := g.Record.Result()
		open := row[1] == "accepted"
		if open == over || open != (row[5] == "open") {
			h.wrong("challenge %s is %s, its pairing %s, its game %s", row[0], row[1], row[5], g.Status)
		}
		winner := slices.Index(result.Places[:len(g.Players)], 1)
		if row[3] != string(ladder.ByPlay) || !over {
			continue
		}
		if result.Drawn != (row[1] == "drawn") || !result.Drawn && g.Players[winner].ID != row[2] {
			h.wrong("challenge %s is %s by %q, its game %v", row[0], row[1], row[2], result)
		}
	}
}

// checkAudit checks that the audit log has each acknowledged decision once.
func (h *history) checkAudit() {
	h.Helper()
	decided := map[string]historyOp{}
	for _, op := range h.ops {
		if op.err == nil && (op.kind == "placed" || op.kind == "decided") {
			decided[op.text] = op
		}
	}
	var points []point
	for i, row := range h.rows("SELECT number, act, detail FROM audit_log ORDER BY number") {
		if row[0] != strconv.Itoa(i+1) {
			h.Fatalf("entry %s of the audit log is the %dth", row[0], i+1)
		}
		if row[1] != "ladder-placed" && row[1] != "challenge-lapsed" {
			continue
		}
		var detail struct{ Reason string }
		if err := json.Unmarshal([]byte(row[2]), &detail); err != nil {
			h.Error(err)
		}
		op, ok := decided[detail.Reason]
		if !ok {
			h.wrong("entry %s, %s, was acknowledged to nobody, or is there twice", row[0], row[1])
		}
		delete(decided, detail.Reason)
		points = append(points, point{op.start, op.end, i + 1, true, op.kind})
	}
	if len(decided) > 0 {
		h.wrong("%d decisions are not in the audit log", len(decided))
	}
	h.wantLinear("the audit log", points)
}
