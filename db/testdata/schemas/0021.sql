-- Who plays the games that are under way.

UPDATE games SET opponents = 'people' WHERE id IN ('runs', 'stars', 'teams', 'guest', 'days', 'swiss-1-2', 'swiss-2-1');
UPDATE games SET opponents = 'bots' WHERE id = 'bot';
