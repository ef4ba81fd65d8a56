-- Lists of games. The migration computes the same rows for older files.

UPDATE seats SET open = false WHERE game IN (SELECT id FROM games WHERE status = 'over');
DELETE FROM finished;
INSERT INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome) VALUES
	('over', 'anna', 1, 'ben', 1782910800000, 'hexone', '', false, 'won'), ('over', 'ben', 1, 'anna', 1782910800000, 'hexone', '', false, 'lost'),
	('timed', 'anna', 1, 'ben', 1782910800000, 'hexone', 'days', false, 'won'), ('timed', 'ben', 1, 'anna', 1782910800000, 'hexone', 'days', false, 'lost'),
	('leg-1', 'anna', 1, 'ben', 1782910800000, 'hexone', '', false, 'lost'), ('leg-1', 'ben', 1, 'anna', 1782910800000, 'hexone', '', false, 'won'),
	('leg-2', 'ben', 1, 'anna', 1782914400000, 'hexone', '', false, 'lost'), ('leg-2', 'anna', 1, 'ben', 1782914400000, 'hexone', '', false, 'won');
