-- A match that is over with equal sums, each having resigned the game that they started, and
-- a game over the board whose result waits to be confirmed.

INSERT INTO pairings (id, game, options, unit, control, rated, decisive, site, first, second, revision, status, how, made, due, ended, results, chosen,
	undecided, undecided_at, winner, half_wins_1, half_wins_2, points_1, points_2, worth_1, worth_2, entered, entered_by, entered_at, contest, reason) VALUES
	('tied', 'hexone', '{}', 'match', '', false, false, true, 'anna', 'ben', 3, 'over', 'played', 1782907200000, NULL, 1782914400000,
		'[{"halves":[0,2],"points":[0,98],"forfeit":[false,false]},{"halves":[2,0],"points":[98,0],"forfeit":[false,false]}]', 0,
		false, NULL, 2, 2, 2, 98, 98, 0, 2, NULL, NULL, NULL, '', ''),
	('board', 'hexone', '{}', 'game', '', false, false, false, 'anna', 'ben', 2, 'open', '', 1782907200000, NULL, NULL, '[]', 0,
		false, NULL, 0, 0, 0, 0, 0, 0, 0, '[{"halves":[2,0],"points":[80,0],"forfeit":[false,false]}]', 'anna', 1782910800000, '', '');
INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason, leg, first_leg, pairing, nth) VALUES
	('tied-1', 'hexone', 1, '{}', '', 'anna', NULL, 3, 1782907200000, 1782910800000, 'over', 0, 0, 'win 2 points 0 49', 'resignation', 1, NULL, 'tied', 1),
	('tied-2', 'hexone', 1, '{}', '', 'anna', NULL, 3, 1782910800000, 1782914400000, 'over', 0, 0, 'win 2 points 0 49', 'resignation', 2, 'tied-1', 'tied', 2);
INSERT INTO seats (game, seat, person, open) VALUES ('tied-1', 1, 'anna', false), ('tied-1', 2, 'ben', false), ('tied-2', 1, 'ben', false), ('tied-2', 2, 'anna', false);
INSERT INTO events (game, ply, event, at) VALUES ('tied-1', 0, 'resign:1', 1782910800000), ('tied-2', 0, 'resign:1', 1782914400000);
INSERT INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome) VALUES
	('tied-1', 'anna', 1, 'ben', 1782910800000, 'hexone', '', false, 'lost'), ('tied-1', 'ben', 1, 'anna', 1782910800000, 'hexone', '', false, 'won'),
	('tied-2', 'ben', 1, 'anna', 1782914400000, 'hexone', '', false, 'lost'), ('tied-2', 'anna', 1, 'ben', 1782914400000, 'hexone', '', false, 'won');
INSERT INTO matters (person, kind, href, mark, due, letter, at) VALUES ('ben', 'pairing-confirm', '/pairings/board', 1782910800000, NULL, 'letter', 1782910860000);
