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
INSERT INTO events (game, ply, event, at) SELECT 'runs', key, value, 1782910800000 + key FROM json_each('["d3", "c2", "d2",
	"takeback:1", "accept:2", "takeback:2", "accept:1", "takeback:1", "accept:2", "d3", "takeback:1", "decline:2", "c2", "takeback:2", "d4"]');
INSERT INTO events (game, ply, event, at) SELECT 'over', key, value, 1782910800000 + key FROM json_each('["d3", "c2", "takeback:2", "accept:1", "b2", "resign:2"]');
INSERT INTO events (game, ply, event, at) VALUES ('gone', 0, 'abort:0', 1782910800000);
-- On one device nobody else is asked.
INSERT INTO events (game, ply, event, at) SELECT 'device', key, value, 1782910800000 + key FROM json_each('["d3", "c2", "takeback:2", "accept:1", "takeback:1", "accept:2", "c2", "d3"]');
-- The last takeback is open.
INSERT INTO events (game, ply, event, at) SELECT 'guest', key, value, 1782910800000 + key FROM json_each('["b2", "d4", "takeback:1", "accept:2", "c4", "takeback:1"]');
INSERT INTO events (game, ply, event, at) SELECT 'teams', key, value, 1782910800000 + key FROM json_each('["-1,0", "2,0", "takeback:1", "accept:2", "accept:3", "accept:4", "-1,1"]');
INSERT INTO events (game, ply, event, at) SELECT 'stars', key, value, 1782910800000 + key FROM json_each('["m:a1", "m:b1", "m:b2", "m:c2", "end", "takeback:1", "accept:2",
	"m:a1", "m:a2", "m:b1", "m:b2", "end", "x:b1", "x:b2", "x:b3", "takeback:1", "decline:2"]');
