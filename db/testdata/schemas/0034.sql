-- A game was recorded without a challenge before it, and called off again.

INSERT INTO challenges (id, ladder, challenger, challenged, game, unit, site, status, made, answer_by, accepted, play_by, free, reminded, decided, recorded)
	SELECT 'recorded', id, 'dora', 'anna', 'hexone', 'game', false, 'lapsed', 1790000000000, 1790000000001, 1790000000000, 1790000000001, false, false, 1790000000002, true
	FROM ladders WHERE id = 'ladder';
