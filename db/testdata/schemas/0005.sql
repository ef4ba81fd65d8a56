-- Notices by mail.

INSERT INTO mail (person, address, pending, bounced, refused, language, stop, wants_turn, wants_challenge, wants_result, wants_time, seen, told, reminded)
	VALUES ('anna', 'anna@example.org', NULL, false, false, 'fr', 'stop-anna', true, true, false, true, 1782910800000, 0, 0);
INSERT INTO letters (id, person, kind, created, due, tries, unsure) VALUES ('letter', 'anna', 'turn', 1782910800000, NULL, 1, 0);
INSERT INTO notices (person, kind, game, mark, letter, at) VALUES ('anna', 'turn', 'days', 5, 'letter', 1782910800000);
