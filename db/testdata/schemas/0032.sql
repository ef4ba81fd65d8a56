-- Tournaments that were ended before their last round.

UPDATE tournaments SET planned = rounds + 2 WHERE status = 'over';
