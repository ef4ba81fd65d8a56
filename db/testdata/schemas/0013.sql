-- Three tournaments with round 1 under way: a Swiss of Hexone matches on the site, a
-- knockout and a round robin of games over the board.

INSERT INTO tournaments (id, season, name, about, kind, settings, forfeits, status, rounds, round, lot, made, begun, ended, opens) VALUES
	('swiss', 'winter', 'The Swiss', '', 'swiss', '{"Kind":"swiss","Rounds":2,"Game":"hexone","Unit":"match","Site":true,"Seeding":"hand"}', false, 'running', 2, 1, 6468092999617600392, 1782907200000, 1782907200000, NULL, NULL),
	('knockout', 'winter', 'The knockout', '', 'knockout', '{"Kind":"knockout","Game":"hexone","Unit":"game","Seeding":"hand"}', false, 'running', 2, 1, 8306552136783067090, 1782907200000, 1782907200000, NULL, NULL),
	('robin', 'winter', 'The round robin', '', 'robin', '{"Kind":"robin","Game":"hexone","Unit":"game","Seeding":"hand"}', false, 'running', 3, 1, 1094555627105502789, 1782907200000, 1782907200000, NULL, NULL);
INSERT INTO entrants (tournament, person, number, entered, withdrawn, at) VALUES
	('swiss', 'anna', 1, 1, NULL, 1782907200000), ('swiss', 'ben', 2, 1, NULL, 1782907200000), ('swiss', 'carl', 3, 1, NULL, 1782907200000), ('swiss', 'dora', 4, 1, NULL, 1782907200000),
	('knockout', 'anna', 1, 1, NULL, 1782907200000), ('knockout', 'ben', 2, 1, NULL, 1782907200000), ('knockout', 'carl', 3, 1, NULL, 1782907200000),
	('robin', 'anna', 1, 1, NULL, 1782907200000), ('robin', 'ben', 2, 1, NULL, 1782907200000), ('robin', 'carl', 3, 1, NULL, 1782907200000);
INSERT INTO tournament_rounds (tournament, round, paired, due) VALUES ('swiss', 1, 1782907200000, NULL), ('knockout', 1, 1782907200000, NULL), ('robin', 1, 1782907200000, NULL);

INSERT INTO pairings (id, game, options, unit, control, rated, decisive, site, first, second, revision, status, how, made, due, ended, results, chosen,
	undecided, undecided_at, winner, half_wins_1, half_wins_2, points_1, points_2, worth_1, worth_2, contest, reason) VALUES
	('swiss-1', 'hexone', '{}', 'match', '', false, false, true, 'anna', 'carl', 2, 'open', '', 1782907200000, NULL, NULL, '[{"halves":[0,2],"points":[0,98],"forfeit":[false,false]}]', 0,
		false, NULL, 0, 0, 2, 0, 98, 0, 0, '', ''),
	('swiss-2', 'hexone', '{}', 'match', '', false, false, true, 'dora', 'ben', 1, 'open', '', 1782907200000, NULL, NULL, '[]', 0, false, NULL, 0, 0, 0, 0, 0, 0, 0, '', ''),
	('knockout-2', 'hexone', '{}', 'game', '', false, true, false, 'ben', 'carl', 1, 'open', '', 1782907200000, NULL, NULL, '[]', 0, false, NULL, 0, 0, 0, 0, 0, 0, 0, '', ''),
	('robin-1', 'hexone', '{}', 'game', '', false, false, false, 'ben', 'carl', 1, 'open', '', 1782907200000, NULL, NULL, '[]', 0, false, NULL, 0, 0, 0, 0, 0, 0, 0, '', '');
INSERT INTO tournament_pairings (tournament, round, board, first, second, pairing, gone) VALUES
	('swiss', 1, 1, 'anna', 'carl', 'swiss-1', 0), ('swiss', 1, 2, 'dora', 'ben', 'swiss-2', 0),
	('knockout', 1, 1, 'anna', NULL, NULL, 0), ('knockout', 1, 2, 'ben', 'carl', 'knockout-2', 0),
	('robin', 1, 1, 'ben', 'carl', 'robin-1', 0), ('robin', 1, 2, 'anna', NULL, NULL, 0);

-- On board 1 of the Swiss Anna has resigned the game that she started. On board 2 the first
-- game goes on after an accepted and a refused takeback.
INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason, leg, first_leg, pairing, nth) VALUES
	('swiss-1-1', 'hexone', 1, '{}', '', 'anna', NULL, 3, 1782907200000, 1782910800000, 'over', 0, 0, 'win 2 points 0 49', 'resignation', 1, NULL, 'swiss-1', 1),
	('swiss-2-1', 'hexone', 1, '{}', '', 'dora', NULL, 9, 1782907200000, 1782910800000, 'running', 1, 3, '', '', 1, NULL, 'swiss-2', 1),
	('swiss-1-2', 'hexone', 1, '{}', '', 'anna', NULL, 2, 1782910800000, 1782910800000, 'running', 1, 1, '', '', 2, 'swiss-1-1', 'swiss-1', 2);
INSERT INTO seats (game, seat, person, open) VALUES ('swiss-1-1', 1, 'anna', false), ('swiss-1-1', 2, 'carl', false),
	('swiss-2-1', 1, 'dora', true), ('swiss-2-1', 2, 'ben', true), ('swiss-1-2', 1, 'carl', true), ('swiss-1-2', 2, 'anna', true);
INSERT INTO events (game, ply, event, at) VALUES ('swiss-1-1', 0, 'resign:1', 1782910800000);
INSERT INTO events (game, ply, event, at) VALUES
	('swiss-2-1', 0, 'd3', 1782910800000), ('swiss-2-1', 1, 'c2', 1782910800000), ('swiss-2-1', 2, 'takeback:2', 1782910800000),
	('swiss-2-1', 3, 'accept:1', 1782910800000), ('swiss-2-1', 4, 'b2', 1782910800000), ('swiss-2-1', 5, 'takeback:1', 1782910800000),
	('swiss-2-1', 6, 'decline:2', 1782910800000);
INSERT INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome) VALUES
	('swiss-1-1', 'anna', 1, 'carl', 1782910800000, 'hexone', '', false, 'lost'), ('swiss-1-1', 'carl', 1, 'anna', 1782910800000, 'hexone', '', false, 'won');

-- A pairing of the knockout was replaced when a result was corrected.
INSERT INTO pairings (id, game, options, unit, control, rated, decisive, site, first, second, revision, status, how, made, due, ended, results, chosen,
	undecided, undecided_at, winner, half_wins_1, half_wins_2, points_1, points_2, worth_1, worth_2, contest, decided_by, decided_at, reason) VALUES
	('replaced', 'hexone', '{}', 'game', '', false, true, false, 'anna', 'carl', 2, 'off', 'replaced', 1782907200000, NULL, 1782907260000, '[]', 0,
		false, NULL, 0, 0, 0, 0, 0, 0, 0, '', 'olga', 1782907260000, 'seen');
INSERT INTO log (number, at, person, act, subject, href, detail) VALUES (4, 1782907260000, 'olga', 'pairing-replaced', NULL, '/pairings/replaced',
	'{"FirstPeople":"anna","Reason":"seen","Round":"1","SecondPeople":"carl","Tournament":"The knockout","TournamentID":"knockout","Was":"–"}');
