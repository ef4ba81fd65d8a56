-- A closed account, a removed message, a changed name and a ban.

UPDATE people SET closed = 1782910800000 WHERE id = 'zoe';
UPDATE messages SET text = '', removed = 1782910800000 WHERE game = 'guest' AND number = 2;
INSERT INTO log (number, at, person, act, subject, href, detail) VALUES (5, 1782910800000, 'olga', 'renamed', 'ben', '/club/members', '{}');
INSERT INTO renames (number, person, was, name, folded, kept) VALUES (5, 'ben', 'Benita', 'Ben', 'benita', 1785499200000);
INSERT INTO bans (prefix, reason, person, made, until) VALUES ('192.0.2.0/24', 'spam', 'olga', 1782910800000, 1785499200000);
