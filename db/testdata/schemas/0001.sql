-- Rows that a file of version 1 can store. Times are milliseconds since 1970.

INSERT INTO people (id, name, folded, hash, confirm_turns, created) VALUES
	('olga', 'Olga', 'olga', 'hash of Olga', true, 1782820800000), ('anna', 'Anna', 'anna', 'hash of Anna', true, 1782820800000),
	('ben', 'Ben', 'ben', 'hash of Ben', true, 1782820800000), ('carl', 'Carl', 'carl', 'hash of Carl', true, 1782820800000),
	('dora', 'Dora', 'dora', 'hash of Dora', true, 1782820800000), ('zoe', 'Zoe', 'zoe', 'hash of Zoe', true, 1782820800000),
	('gus', NULL, NULL, NULL, true, 1782820800000), ('gwen', NULL, NULL, NULL, true, 1782820800000); -- guests

INSERT INTO sessions (hash, person, data, created, expires) VALUES
	('session of gus', 'gus', 'x', 1782820800000, 1785499200000), ('session of gwen', 'gwen', 'x', 1782820800000, 1785499200000),
	('session of anna', 'anna', 'x', 1782820800000, 1785499200000);

INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason) VALUES
	('over', 'hexone', 1, '{}', '', 'anna', 'to-over', 8, 1782907200000, 1782910800000, 'over', 0, 2, 'win 1 points 49 0', 'resignation'),
	('runs', 'hexone', 1, '{}', '', 'anna', 'to-runs', 17, 1782907200000, 1782910800000, 'running', 2, 4, '', ''),
	('gone', 'hexone', 1, '{}', '', 'anna', 'to-gone', 2, 1782907200000, 1782910800000, 'over', 0, 0, 'void', 'abort'),
	('device', 'hexone', 1, '{}', '', 'gus', NULL, 7, 1782907200000, 1782910800000, 'running', 1, 3, '', ''),
	('guest', 'hexone', 1, '{}', '', 'gwen', 'to-guest', 8, 1782907200000, 1782910800000, 'running', 2, 2, '', ''),
	('teams', 'six', 1, '{"declare":"no","rules":"basic","seats":"4"}', '', 'anna', 'to-teams', 11, 1782907200000, 1782910800000, 'running', 2, 2, '', ''),
	('stars', 'hexellation', 1, '{"declare":"no","planet":"no","seats":"2","sky":"basic"}', '', 'gwen', 'to-stars', 9, 1782907200000, 1782910800000, 'running', 1, 3, '', '');

INSERT INTO seats (game, seat, person) VALUES ('runs', 2, 'ben'), ('over', 1, 'anna'), ('over', 2, 'ben'), ('gone', 1, 'anna'), ('gone', 2, NULL), ('runs', 1, 'anna'),
	('device', 1, 'gus'), ('device', 2, 'gus'), ('guest', 1, 'gwen'), ('guest', 2, 'anna'), ('stars', 2, 'ben'), ('stars', 1, 'gwen'),
	('teams', 1, 'anna'), ('teams', 2, 'ben'), ('teams', 3, 'carl'), ('teams', 4, 'dora');

-- Takebacks: three in a row, one that is refused and one that a turn answers.
INSERT INTO events (game, ply, event, at) VALUES
	('runs', 0, 'd3', 1782910800000), ('runs', 1, 'c2', 1782910800001), ('runs', 2, 'd2', 1782910800002), ('runs', 3, 'takeback:1', 1782910800003),
	('runs', 4, 'accept:2', 1782910800004), ('runs', 5, 'takeback:2', 1782910800005), ('runs', 6, 'accept:1', 1782910800006),
	('runs', 7, 'takeback:1', 1782910800007), ('runs', 8, 'accept:2', 1782910800008), ('runs', 9, 'd3', 1782910800009),
	('runs', 10, 'takeback:1', 1782910800010), ('runs', 11, 'decline:2', 1782910800011), ('runs', 12, 'c2', 1782910800012),
	('runs', 13, 'takeback:2', 1782910800013), ('runs', 14, 'd4', 1782910800014);
INSERT INTO events (game, ply, event, at) VALUES
	('over', 0, 'd3', 1782910800000), ('over', 1, 'c2', 1782910800001), ('over', 2, 'takeback:2', 1782910800002), ('over', 3, 'accept:1', 1782910800003),
	('over', 4, 'b2', 1782910800004), ('over', 5, 'resign:2', 1782910800005);
INSERT INTO events (game, ply, event, at) VALUES ('gone', 0, 'abort:0', 1782910800000);
-- On one device nobody else is asked.
INSERT INTO events (game, ply, event, at) VALUES
	('device', 0, 'd3', 1782910800000), ('device', 1, 'c2', 1782910800001), ('device', 2, 'takeback:2', 1782910800002),
	('device', 3, 'accept:1', 1782910800003), ('device', 4, 'takeback:1', 1782910800004), ('device', 5, 'accept:2', 1782910800005),
	('device', 6, 'c2', 1782910800006), ('device', 7, 'd3', 1782910800007);
-- The last takeback is open.
INSERT INTO events (game, ply, event, at) VALUES
	('guest', 0, 'b2', 1782910800000), ('guest', 1, 'd4', 1782910800001), ('guest', 2, 'takeback:1', 1782910800002),
	('guest', 3, 'accept:2', 1782910800003), ('guest', 4, 'c4', 1782910800004), ('guest', 5, 'takeback:1', 1782910800005);
INSERT INTO events (game, ply, event, at) VALUES
	('teams', 0, '-1,0', 1782910800000), ('teams', 1, '2,0', 1782910800001), ('teams', 2, 'takeback:1', 1782910800002),
	('teams', 3, 'accept:2', 1782910800003), ('teams', 4, 'accept:3', 1782910800004), ('teams', 5, 'accept:4', 1782910800005),
	('teams', 6, '-1,1', 1782910800006);
INSERT INTO events (game, ply, event, at) VALUES
	('stars', 0, 'm:a1', 1782910800000), ('stars', 1, 'm:b1', 1782910800001), ('stars', 2, 'm:b2', 1782910800002), ('stars', 3, 'm:c2', 1782910800003),
	('stars', 4, 'end', 1782910800004), ('stars', 5, 'takeback:1', 1782910800005), ('stars', 6, 'accept:2', 1782910800006),
	('stars', 7, 'm:a1', 1782910800007), ('stars', 8, 'm:a2', 1782910800008), ('stars', 9, 'm:b1', 1782910800009), ('stars', 10, 'm:b2', 1782910800010),
	('stars', 11, 'end', 1782910800011), ('stars', 12, 'x:b1', 1782910800012), ('stars', 13, 'x:b2', 1782910800013),
	('stars', 14, 'x:b3', 1782910800014), ('stars', 15, 'takeback:1', 1782910800015), ('stars', 16, 'decline:2', 1782910800016);
