-- A ladder of four players with a challenge that is played over the board and one that
-- waits for its answer. An organiser let another lapse.

INSERT INTO pairings (id, game, options, unit, control, rated, decisive, site, first, second, revision, status, how, made, due, ended, results, chosen,
	undecided, undecided_at, winner, half_wins_1, half_wins_2, points_1, points_2, worth_1, worth_2, contest, reason) VALUES
	('challenged', 'hexone', '{}', 'game', '', false, false, false, 'anna', 'ben', 1, 'open', '', 1782907320000, 1784116920000, NULL, '[]', 0,
		false, NULL, 0, 0, 0, 0, 0, 0, 0, '', '');
INSERT INTO ladders (id, season, name, about, settings, venue, control, rated, continues, made, closed, due) VALUES ('ladder', 'winter', 'Hexone ladder', '',
	'{"games":["hexone"],"unit":"game","reach":3,"downwards":false,"made":1,"received":1,"rematch":7,"refuse":"challenged","refusals":1,"refusal_days":30,"answer":3,"unanswered":"lost","play":14,"unplayed":"lost","win":"insert","loss":"stay","inactive_days":28,"inactive_drop":1,"entry":"bottom","free":1,"free_days":30,"leaving":"lost","return_days":60,"return_drop":2}',
	'board', '', false, NULL, 1782907200000, NULL, 1783080060000);
INSERT INTO ladder_players (ladder, person, place, joined, free, idle, held, gone, last) VALUES
	('ladder', 'anna', 1, 1782907200000, 1, 1782907200000, 1782907260000, NULL, NULL), ('ladder', 'ben', 2, 1782907201000, 1, 1782907201000, 1782907260000, NULL, NULL),
	('ladder', 'carl', 3, 1782907202000, 1, 1782907202000, 1782907260000, NULL, NULL), ('ladder', 'dora', 4, 1782907203000, 1, 1782907203000, 1782907260000, NULL, NULL);
INSERT INTO challenges (id, ladder, challenger, challenged, game, unit, site, status, made, answer_by, accepted, play_by, free, reminded, pairing, decided, winner, decided_by) VALUES
	('accepted', 'ladder', 'ben', 'anna', 'hexone', 'game', false, 'accepted', 1782907260000, 1783166460000, 1782907320000, 1784116920000, false, false, 'challenged', NULL, NULL, NULL),
	('asked', 'ladder', 'dora', 'carl', 'hexone', 'game', false, 'waiting', 1782907260000, 1783166460000, NULL, NULL, false, false, NULL, NULL, NULL, NULL);
INSERT INTO ladder_events (ladder, number, at, kind, person, other, from_place, to_place, moved, challenge, decided_by, until, why) VALUES
	('ladder', 2, 1782907201000, 'joined', 'ben', NULL, 0, 2, true, NULL, '', 0, 'r14'), ('ladder', 1, 1782907200000, 'joined', 'anna', NULL, 0, 1, true, NULL, '', 0, 'r14'),
	('ladder', 3, 1782907202000, 'joined', 'carl', NULL, 0, 3, true, NULL, '', 0, 'r14'), ('ladder', 4, 1782907203000, 'joined', 'dora', NULL, 0, 4, true, NULL, '', 0, 'r14'),
	('ladder', 5, 1782907260000, 'made', 'ben', 'anna', 2, 1, false, 'accepted', '', 1783166460000, 'r9'),
	('ladder', 6, 1782907320000, 'accepted', 'anna', 'ben', 0, 0, false, 'accepted', '', 1784116920000, 'r10'),
	('ladder', 7, 1782907260000, 'made', 'dora', 'carl', 4, 3, false, 'asked', '', 1783166460000, 'r9');
INSERT INTO challenges (id, ladder, challenger, challenged, game, unit, site, status, made, answer_by, accepted, play_by, free, reminded, pairing, decided, winner, decided_by) VALUES
	('let-lapse', 'ladder', 'dora', 'anna', 'hexone', 'game', false, 'lapsed', 1782907210000, 1783166460000, NULL, NULL, true, false, NULL, 1782907220000, NULL, NULL);
INSERT INTO log (number, at, person, act, subject, href, detail) VALUES (3, 1782907220000, 'olga', 'challenge-lapsed', NULL, '/challenges/let-lapse',
	'{"FirstPeople":"dora","Name":"Hexone ladder","Reason":"Dora is ill.","SecondPeople":"anna"}');
INSERT INTO matters (person, kind, href, mark, due, letter, at) VALUES
	('carl', 'ladder-challenged', '/challenges/asked', 0, 1783166460000, 'letter', 1782907320000), ('dora', 'ladder-inactive', '/ladders/ladder', 4, NULL, 'letter', 1782907320000);
