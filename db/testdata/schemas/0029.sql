-- Places of a finished tournament.

UPDATE entrants SET place = number WHERE tournament IN (SELECT id FROM tournaments WHERE status = 'over');
