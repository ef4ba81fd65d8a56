-- A club with an organiser and a season.

UPDATE club SET name = 'Hexagon', welcome = '# Hello';
UPDATE people SET role = 'organiser' WHERE id = 'olga';
INSERT INTO seasons (id, name, folded, status, continues, made, closed, archived) VALUES ('winter', 'Winter', 'winter', 'open', NULL, 1782907200000, NULL, NULL);
INSERT INTO invitations (id, hash, maker, person, note, made, expires, uses, used, revoked) VALUES ('invitation', 'secret', 'olga', NULL, 'friends', 1782907200000, 1785499200000, 5, 1, NULL);
INSERT INTO log (number, at, person, act, subject, href, detail) VALUES (1, 1782907200000, NULL, 'role', 'olga', '/club/members', '{"IsKey":"role.organiser","WasKey":"role.member"}');
INSERT INTO log (number, at, person, act, subject, href, detail) VALUES (2, 1782907200000, 'olga', 'season-new', NULL, '/seasons/winter', '{"Name":"Winter"}');
