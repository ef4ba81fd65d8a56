-- An invitation that gives a role.

INSERT INTO invitations (id, hash, maker, person, note, made, expires, uses, used, role)
	SELECT 'organises', 'organises', maker, NULL, 'The next secretary', made, expires, 1, 0, 'organiser' FROM invitations ORDER BY id LIMIT 1;
