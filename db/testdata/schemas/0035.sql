-- Scores of a finished tournament.

UPDATE entrants SET score = 2 * (10 - number) WHERE tournament IN (SELECT id FROM tournaments WHERE status = 'over' AND kind <> 'knockout');
