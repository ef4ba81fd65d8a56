-- A seat that is kept for somebody, a finished game and a running one with clocks, and a
-- match of which both lost the game that they started.

UPDATE seats SET reserved = 'zoe' WHERE game = 'gone' AND seat = 2;

INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason,
	control, class, since, deadline, leg, first_leg) VALUES
	('timed', 'hexone', 1, '{}', '', 'anna', 'to-timed', 12, 1782907200000, 1782910800000, 'over', 0, 3, 'win 1 points 49 0', 'resignation', '3d', 'days', NULL, NULL, 0, NULL),
	('days', 'hexone', 1, '{}', '', 'anna', 'to-days', 7, 1782907200000, 1782910800000, 'running', 1, 3, '', '', '3d', 'days', 1782910800000, 1783170000000, 0, NULL),
	('leg-1', 'hexone', 1, '{}', '', 'anna', 'to-legs', 6, 1782907200000, 1782910800000, 'over', 0, 0, 'win 2 points 0 49', 'resignation', '', '', NULL, NULL, 1, NULL),
	('leg-2', 'hexone', 1, '{}', '', 'anna', NULL, 3, 1782910800000, 1782914400000, 'over', 0, 0, 'win 2 points 0 49', 'resignation', '', '', NULL, NULL, 2, 'leg-1');
INSERT INTO seats (game, seat, person) VALUES ('timed', 1, 'anna'), ('timed', 2, 'ben'), ('days', 1, 'anna'), ('days', 2, 'ben'),
	('leg-1', 1, 'anna'), ('leg-1', 2, 'ben'), ('leg-2', 1, 'ben'), ('leg-2', 2, 'anna');
INSERT INTO events (game, ply, event, at) VALUES
	('timed', 0, 'd3@3600000', 1782910800000), ('timed', 1, 'c2@0', 1782910800000), ('timed', 2, 'takeback:2', 1782910800000),
	('timed', 3, 'accept:1@0', 1782910800000), ('timed', 4, 'b2@0', 1782910800000), ('timed', 5, 'd2@0', 1782910800000),
	('timed', 6, 'takeback:1', 1782910800000), ('timed', 7, 'accept:2@0', 1782910800000), ('timed', 8, 'd2@0', 1782910800000),
	('timed', 9, 'resign:2@0', 1782910800000);
INSERT INTO events (game, ply, event, at) VALUES
	('days', 0, 'd3@3600000', 1782910800000), ('days', 1, 'c2@0', 1782910800000), ('days', 2, 'takeback:2', 1782910800000),
	('days', 3, 'accept:1@0', 1782910800000), ('days', 4, 'b2@0', 1782910800000);
INSERT INTO events (game, ply, event, at) VALUES
	('leg-1', 0, 'd3', 1782910800000), ('leg-1', 1, 'takeback:1', 1782910800000), ('leg-1', 2, 'accept:2', 1782910800000),
	('leg-1', 3, 'resign:1', 1782910800000);
INSERT INTO events (game, ply, event, at) VALUES ('leg-2', 0, 'resign:1', 1782914400000);

INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at) VALUES ('anna', 'hexone', 'days', 1662.3, 290.3, 0.06, 1, 1782910800000);
INSERT INTO rating_changes (game, seat, person, at, rating_was, deviation_was, volatility_was, rating, deviation, expected, score, opponents, strength)
	VALUES ('timed', 1, 'anna', 1782910800000, 1500, 350, 0.06, 1662.3, 290.3, 0.5, 1, 1, 1500);
