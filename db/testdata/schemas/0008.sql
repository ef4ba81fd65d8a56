-- A guest against a bot, with a takeback; the bot is to act.

INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason, awaits_bot)
	VALUES ('bot', 'hexone', 1, '{}', '', 'gus', NULL, 7, 1782907200000, 1782910800000, 'running', 2, 2, '', '', true);
INSERT INTO seats (game, seat, person) VALUES ('bot', 1, 'gus'), ('bot', 2, 'bot-3');
INSERT INTO events (game, ply, event, at) VALUES
	('bot', 0, 'd3', 1782910800000), ('bot', 1, 'c2', 1782910800000), ('bot', 2, 'takeback:1', 1782910800000), ('bot', 3, 'accept:2', 1782910800000),
	('bot', 4, 'd4', 1782910800000);
