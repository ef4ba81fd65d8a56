-- A link to a new password.

INSERT INTO resets (hash, person, maker, address, expires) VALUES ('reset', 'anna', 'olga', NULL, 1785499200000);
