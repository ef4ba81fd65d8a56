package ladder

import "slices"

// An Option says whether a player may be challenged.
type Option struct {
	Player  string
	Place   int
	Free    bool     // only as a free challenge
	Refusal *Refusal // nil if it is allowed
}

// Reach returns for each other player, in order of place, whether a player may
// challenge them at a moment, to any of the ladder's games. For a person who
// is not on the ladder all are refused.
func (s *State) Reach(now int64, player string) []Option {
	next := s.clone()
	next.Tick(now)
	game := ""
	if len(next.Settings.Games) > 0 {
		game = next.Settings.Games[0]
	}
	view := next.viewOf(player)
	options := make([]Option, 0, len(next.Players))
	for i, p := range next.Players {
		if p.ID == player {
			continue
		}
		free, refused := view.may(now, p.ID, i+1, game)
		options = append(options, Option{p.ID, i + 1, free, refused})
	}
	return options
}

// A view gathers what decides about the challenges of one player.
type view struct {
	*State
	from     string
	place    int
	made     int
	received map[string]int   // number of open challenges by challenged player
	between  map[string]bool  // players with an open challenge with the player
	met      map[string]int64 // when the last challenge with the player was decided
	refused  map[string]int64 // when the last challenge by the player was refused
}

func (s *State) viewOf(from string) view {
	v := view{
		State: s, from: from, place: s.Place(from),
		received: map[string]int{}, between: map[string]bool{}, met: map[string]int64{}, refused: map[string]int64{},
	}
	for _, c := range s.Challenges {
		v.received[c.To]++
		switch from {
		case c.From:
			v.made++
			v.between[c.To] = true
		case c.To:
			v.between[c.From] = true
		}
	}
	for _, m := range s.Met {
		switch from {
		case m.A:
			v.met[m.B] = m.At
		case m.B:
			v.met[m.A] = m.At
		}
	}
	for _, r := range s.Refused {
		if r.From == from {
			v.refused[r.Player] = max(v.refused[r.Player], r.At)
		}
	}
	return v
}

// may returns nil if the player may challenge another on a place (0 for none),
// or else the first rule that forbids it. It reports whether the challenge is
// allowed only by r15.
func (v view) may(now int64, to string, place int, game string) (free bool, refused *Refusal) {
	if refused := v.mayMeet(to, place, game); refused != nil {
		return false, refused
	}
	free, refused = v.reaches(now, to, place)
	if refused != nil {
		return false, refused
	}
	set, who := v.Settings, playerValue(to)
	switch {
	case v.between[to]:
		return false, refusal(AtOnceRule, "ladder.refuse.between", who)
	case v.made >= set.Made:
		return false, refusal(AtOnceRule, "ladder.refuse.made", challenges("Limit", set.Made))
	case v.received[to] >= set.Received:
		return false, refusal(AtOnceRule, "ladder.refuse.received", who, challenges("Limit", set.Received))
	}
	refused = v.pauses(now, to)
	return free && refused == nil, refused
}

// pauses judges the time since the last challenges of the two players: r7.
func (v view) pauses(now int64, to string) *Refusal {
	if met := v.metLately(now, to); met != nil {
		return met
	}
	pause := int64(v.Settings.Rematch) * day
	if refused, ever := v.refused[to]; ever && now < refused+pause {
		return refusal(PauseRule, "ladder.refuse.pause-refused", playerValue(to), until(refused+pause))
	}
	return nil
}

// metLately refuses a challenge of a player with whom the last one was decided too lately (r7).
func (v view) metLately(now int64, to string) *Refusal {
	pause := int64(v.Settings.Rematch) * day
	if met, ever := v.met[to]; ever && now < met+pause {
		return refusal(PauseRule, "ladder.refuse.pause", playerValue(to), until(met+pause))
	}
	return nil
}

// mayMeet judges what does not depend on places: r1 to r3.
func (v view) mayMeet(to string, place int, game string) *Refusal {
	switch {
	case v.Closed != 0:
		return refusal(OpenRule, "ladder.refuse.closed")
	case v.place == 0:
		return refusal(PlayersRule, "ladder.refuse.outside")
	case v.from == to:
		return refusal(PlayersRule, "ladder.refuse.self")
	case place == 0 && v.leaverIndex(to) >= 0:
		return refusal(PlayersRule, "ladder.refuse.left", playerValue(to))
	case place == 0:
		return refusal(PlayersRule, "ladder.refuse.absent", playerValue(to))
	case !slices.Contains(v.Settings.Games, game):
		return refusal(GamesRule, "ladder.refuse.game", gameKeys(v.Settings.Games))
	}
	return nil
}

// reaches judges the distance between places: r4, r5 and r15.
func (v view) reaches(now int64, to string, place int) (free bool, refused *Refusal) {
	set, up := v.Settings, v.place-place
	switch {
	case up < 0 && !set.Downwards:
		return false, refusal(UpwardsRule, "ladder.refuse.downwards", playerValue(to))
	case set.Reach == 0 || max(up, -up) <= set.Reach:
		return false, nil
	case up < 0:
		return false, refusal(ReachRule, "ladder.refuse.reach-down", playerValue(to), places("Away", -up), places("Places", set.Reach))
	}
	me := v.Players[v.place-1]
	if me.Free > 0 && now < me.Joined+int64(set.FreeDays)*day {
		return true, nil
	}
	return false, refusal(ReachRule, "ladder.refuse.reach", playerValue(to), places("Away", up), places("Places", set.Reach))
}
