-- New members join a ladder automatically. It is closed, so that nobody does.

INSERT INTO ladders (id, season, name, about, settings, venue, control, rated, continues, made, closed, due, automatic)
	SELECT 'automatic', season, 'Automatic', about, settings, venue, control, rated, continues, made, made, NULL, true FROM ladders WHERE id = 'ladder';
