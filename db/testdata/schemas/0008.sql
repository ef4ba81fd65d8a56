-- A guest against a bot, with a takeback; the bot is to act.

INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason, awaits_bot)
	VALUES ('bot', 'hexone', 1, '{}', '', 'gus', NULL, 7, 1782907200000, 1782910800000, 'running', 2, 2, '', '', true);
INSERT INTO seats (game, seat, person) VALUES ('bot', 1, 'gus'), ('bot', 2, 'bot-3');
INSERT INTO events (game, ply, event, at) SELECT 'bot', key, value, 1782910800000 FROM json_each('["d3", "c2", "takeback:1", "accept:2", "d4"]');
